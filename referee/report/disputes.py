"""Objections, rulings and what hangs on them, in words."""

from __future__ import annotations

from referee import line
from referee.dispute import Dispute, Matter
from referee.event import Event
from referee.game import Game, Result
from referee.language import counted, joined, marked, say
from referee.report.text import few, ruled, standing
from referee.sources import Source
from referee.worlds import Instead, World

MOVES, RESULTS = 2, 3
"""How many moves with the same result, and how many results, a sentence names."""
SEMICOLON = marked("{first}; {rest}")


def sentences(matter: Matter) -> list[str]:
    """What would be different, with the numbers: a sentence for each world, one for all moves that might replace it."""
    played = [_sentence(matter, world) for world in matter.worlds if world.judged and not world.change]
    if matter.instead and matter.instead.judged:
        played.append(_replaced(matter, matter.instead))
    if not played and any(not world.judged for world in matter.worlds):
        played.append(_unjudged(matter))
    return played + [_sentence(matter, world) for world in matter.worlds if world.change]


def _unjudged(matter: Matter) -> str:
    tried = matter.instead.tried if matter.instead else 0
    if not tried:
        return say("the later play cannot be judged without the move, so whether it matters cannot be said")
    moves = counted(tried, "the {n} legal move tried", "any of the {n} legal moves tried")
    lost = marked(
        "the later play cannot be judged without the move, nor with {moves}, so whether it matters cannot be said"
    )
    return say(lost, moves=moves)


def _sentence(matter: Matter, world: World) -> str:
    return say("{change}: {compared}", change=_change(world), compared=_compared(matter.stands, world.result))


def _replaced(matter: Matter, instead: Instead) -> str:
    """What follows from the moves that might have been played."""
    return say("{change}: {compared}", change=_choice(instead), compared=_compared_all(matter, instead.judged))


def _choice(instead: Instead) -> str:
    """Of how many moves one can say what follows."""
    n, tried = len(instead.judged), instead.tried
    if tried < instead.legal:
        most = marked("another legal move instead ({n} of the {tried} most like it can be judged; {legal} are legal)")
        return say(most, n=n, tried=tried, legal=instead.legal)
    return say("another legal move instead ({n} of {legal} can be judged)", n=n, legal=instead.legal)


def _compared_all(matter: Matter, worlds: list[World]) -> str:
    now = standing(matter.stands)
    decisive = [world for world in worlds if matter.changes(world)]
    other = decisive or [world for world in worlds if world.result != matter.stands]
    if not other:
        return say("the same, {now}", now=now)
    then, n = _results(matter.game, other), len(other)
    if decisive:
        return say("it matters with {n} of them: {then} (as it stands, {now})", n=n, then=then, now=now)
    if matter.stands.finished:
        said = marked("the same winner, with {n} of them other scores: {then} (as it stands, {now})")
    else:
        said = marked("no winner yet in either case, with {n} of them other scores: {then} (as it stands, {now})")
    return say(said, n=n, then=then, now=now)


def _results(game: Game, worlds: list[World]) -> str:
    """The results in these worlds, each with the moves that lead to it."""
    results = [
        result for i, result in enumerate(w.result for w in worlds) if result not in [w.result for w in worlds[:i]]
    ]
    parts = [_led_to(game, result, [w.move for w in worlds if w.result == result and w.move]) for result in results]
    more = len(parts) - RESULTS
    rest = [counted(more, "{n} other result", "{n} other results")] if more > 0 else []
    return joined([*parts[:RESULTS], *rest], SEMICOLON)


def _led_to(game: Game, result: Result, moves: list[Event]) -> str:
    return say("{result} with {moves}", result=standing(result), moves=few(game, moves, MOVES))


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
