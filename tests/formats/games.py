"""Transcripts that have something of everything to report."""

HEAD = "game: jade-merchant\nplayers: Ann, Bo, Cy\n\n"
DEAL = "deal J J J G5 F3 S4 B X\n"
BREACH = HEAD + DEAL + "Ann bid 4\nBo bid 4  # hm\nCy bid 2\n"
"""One breach, in line 6."""
DISPUTED = (
    HEAD
    + DEAL
    + """Ann bid 4
Bo bid 4
Cy bid 2
dispute 4 by Cy: not lower
dispute 3 by Bo: four is too many
dispute 3 jade.bid.ceiling by Bo: it leaves too few
Ann bid 2
dispute 9 by Bo: 2, again
rule 10 waived by Cy: it stands, "as always"
Bo bid 2
dispute 12 by Cy: again: 2, and
rule 13 upheld by Ann: take it back
"""
)
"""Open objections, with and without a breach, a waived breach and one whose objection was upheld."""
UNKNOWN = "game: jade-merchant\nplayers: Ann, Bo\ngiven round 3\ngiven centre J J J\n\nAnn bid 1\n"
"""One undecided finding, in line 6."""
UNREADABLE = HEAD + DEAL + "Ann bit 4\nBo bid 3\nnonsense\n"
"""Two lines that cannot be read, 5 and 7."""
STRANGE = (
    'game: jade-merchant\nplayers: "Ann: %0A::error::x", "B, =<o>&", Cy\n\n'
    + DEAL
    + ('"Ann: %0A::error::x" bid 4\n"B, =<o>&" bid 4  # ]]> ::stop-commands::x\n')
)
"""Names that would be commands or markup if they were written as they are."""
