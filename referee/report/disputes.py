"""Objections, rulings and what hangs on them, in words."""

from __future__ import annotations

from referee import line
from referee.dispute import Dispute, Matter, World
from referee.game import Result
from referee.language import counted, marked, say
from referee.report.text import ruled, standing
from referee.sources import Source


def sentences(matter: Matter) -> list[str]:
    """One sentence for each world: what would be different, with the numbers."""
    return [_sentence(matter, world) for world in matter.worlds]


def _sentence(matter: Matter, world: World) -> str:
    if not world.judged:
        unjudged = say("the later play cannot be judged without the move, so whether it matters cannot be said")
        return say("{change}: {compared}", change=_change(world), compared=unjudged)
    return say("{change}: {compared}", change=_change(world), compared=_compared(matter.stands, world.result))


def _change(world: World) -> str:
    """What is different in a world."""
    if world.change:
        return say("read as {reading}", reading=world.change)
    if not world.dropped:
        return say("taken back")
    later = counted(len(world.dropped), "{n} later event", "{n} later events")
    return say("taken back with what depends on it ({events})", events=later)


def _compared(stands: Result, other: Result) -> str:
    now, then = standing(stands), standing(other)
    if other == stands:
        return say("the same, {now}", now=now)
    if other.winners != stands.winners or other.finished != stands.finished:
        return say("it matters: {then} (as it stands, {now})", then=then, now=now)
    if stands.finished:
        return say("the same winner, other scores: {then} (as it stands, {now})", then=then, now=now)
    return say("no winner yet in either case, other scores: {then} (as it stands, {now})", then=then, now=now)


def block(source: Source, dispute: Dispute) -> str:
    """An objection: where, against what, what the referee finds, what was decided, whether it matters."""
    assert source.game is not None
    said = [
        f"{source.place(dispute.seq)}: {_objection(source, dispute)}",
        "  " + say("the referee finds: {found}", found=say(_FINDS[dispute.finding])),
        f"  {_decided(dispute)}",
        *(f"  {sentence}" for sentence in (sentences(dispute.matter) if dispute.matter else ())),
    ]
    return "\n".join(said)


def _objection(source: Source, dispute: Dispute) -> str:
    assert source.game is not None
    event = dispute.event
    move = line.show(source.game, source.record[event.event - 1])
    about = f"{move} ({event.clause})" if event.clause else move
    said = marked("dispute by {player} on event {seq}, {move}: {text}")
    return say(said, player=event.by, seq=event.event, move=about, text=event.text)


_FINDS = {
    "breach": marked("a breach; the objection is right"),
    "undecided": marked("undecided; something that matters was not logged"),
    "holds": marked("nothing wrong with it"),
}


def _decided(dispute: Dispute) -> str:
    decision = dispute.decision
    if decision is None:
        return say("open: no ruling yet")
    back = decision.verdict == "upheld"
    return ruled(decision) + (say("; the move was taken back") if back else "")
