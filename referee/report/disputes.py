"""Objections, rulings and what hangs on them, in words."""

from __future__ import annotations

from collections.abc import Iterable

from referee import line
from referee.dispute import Dispute, Matter, World
from referee.game import Result
from referee.report.text import plural, standing
from referee.sources import Source


def sentences(matter: Matter) -> list[str]:
    """One sentence for each world: what would be different, with the numbers."""
    return [_sentence(matter, world) for world in matter.worlds]


def _sentence(matter: Matter, world: World) -> str:
    if world.change:
        begin = f"read as {world.change}"
    else:
        count = len(world.dropped)
        begin = "taken back" + (f" with what depends on it ({plural(count, 'later event')})" if count else "")
    if not world.judged:
        return f"{begin}: the later play cannot be judged without the move, so whether it matters cannot be said"
    return f"{begin}: {_compared(matter.stands, world.result)}"


def _compared(stands: Result, other: Result) -> str:
    if other == stands:
        return f"the same, {standing(stands)}"
    if other.winners != stands.winners or other.finished != stands.finished:
        return f"it matters: {standing(other)} (as it stands, {standing(stands)})"
    kind = "the same winner" if stands.finished else "no winner yet in either case"
    return f"{kind}, other scores: {standing(other)} (as it stands, {standing(stands)})"


def block(source: Source, dispute: Dispute) -> str:
    """An objection: where, against what, what the referee finds, what was decided, whether it matters."""
    assert source.game is not None
    event = dispute.event
    move = line.show(source.game, source.record[event.event - 1])
    clause = f" ({event.clause})" if event.clause else ""
    said = [
        f"{source.place(dispute.seq)}: dispute by {event.by} on event {event.event}, {move}{clause}: {event.text}",
        f"  the referee finds: {_FINDS[dispute.finding]}",
        *_decided(dispute),
        *(f"  {sentence}" for sentence in (sentences(dispute.matter) if dispute.matter else ())),
    ]
    return "\n".join(said)


_FINDS = {
    "breach": "a breach; the objection is right",
    "undecided": "undecided; something that matters was not logged",
    "holds": "nothing wrong with it",
}


def _decided(dispute: Dispute) -> Iterable[str]:
    if dispute.decision is None:
        yield "  open: no ruling yet"
        return
    decision = dispute.decision
    back = "; the move was taken back" if decision.verdict == "upheld" else ""
    yield f"  ruled: {decision.verdict} by {decision.by}: {decision.reason}{back}"
