"""Dale of Merchants against the naive one: payments, chameleons and stacks of random hands, every part of each tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

import pytest

from referee import game as games
from referee import replay, transcript
from referee.replay import BREACH, Referee
from tests.oracles import dale, worlds
from tests.oracles.dale import Scene, Use

pytest.importorskip("referee.games.dale_of_merchants.events")

from referee.games.dale_of_merchants.events import Build, Buy, Used

GAME = games.find("dale-of-merchants")
SETS = {"M": "macaws", "P": "pandas", "R": "raccoons", "S": "squirrels", "O": "ocelots", "C": "chameleons"}
COPIES = {"1": 2, "2": 3, "3": 3, "4": 3, "5a": 1, "5b": 1}
SEEDS = range(40)


def scene_of(chance: Random) -> tuple[str, Scene]:
    """Three sets, and some of their cards in a hand, a market, piles and a stall."""
    letters = [*chance.sample("MPRSO", 2), "C"] if chance.random() < 0.7 else chance.sample("MPRSO", 3)
    bag = [f"{a}{v}" for a in letters for v, n in COPIES.items() for _ in range(n)] + ["j"] * 12
    chance.shuffle(bag)
    hand = _some(bag, 5, lambda card: True)
    market = _some(bag, 5, lambda card: card != "j" and card[1] != "1")
    if chance.random() < 0.5:
        market[chance.randrange(5)] = "-"
    stall = [
        _some(bag, 1, lambda card, n=n: card != "j" and card[1] == str(n)) for n in range(1, chance.randrange(1, 5))
    ]
    pile, others = _some(bag, 3, lambda card: True), _some(bag, 1, lambda card: True)
    market_top = _some(bag, chance.randrange(2), lambda card: card != "j" and card[1] != "1")
    top = market_top[0] if market_top else ""
    stack = stall[-1] if stall else []
    rolled = chance.randrange(1, 4) if hand.count("O1") == 1 and chance.random() < 0.5 else 0
    text = [
        "game: dale-of-merchants", "players: Ann, Bo", f"sets: {', '.join(SETS[letter] for letter in letters)}", "",
        "given turn Ann", f"given Ann hand {' '.join(hand)}", f"given market {' '.join(market)}",
        f"given Ann discard {' '.join(pile)}", f"given Bo discard {' '.join(others)}",
        f"given market-discard {top}",
        *([f"given Ann stall {' | '.join(' '.join(cards) for cards in stall)}"] if stall else []),
        *([f"Ann roll {rolled} on O1"] if rolled else []),
    ]  # fmt: skip
    scene = Scene(tuple(hand), tuple(market), tuple(pile), tuple(others), top, tuple(stack), 0, rolled)
    return "\n".join(text) + "\n", scene


def _some(bag: list[str], n: int, fits: object) -> list[str]:
    """Take so many fitting cards out of the bag."""
    found = [card for card in bag if fits(card)][:n]  # type: ignore[operator]
    for card in found:
        bag.remove(card)
    return found


def referee_of(text: str) -> Referee:
    (read,) = transcript.parse(text)
    assert read.mistakes == [], (text, read.mistakes)
    referee = Referee(GAME, replay.started_of(read.record), legal=False)
    for seq, event in enumerate(read.record, start=1):
        assert referee.see(seq, event) == [], text
    return referee


def raised(text: str, scene: Scene, chance: Random) -> tuple[str, Scene]:
    """The same after a M5a was played, if it is in hand."""
    if "M5a" not in scene.hand or chance.random() < 0.5:
        return text, scene
    hand = [card for card in scene.hand if card != "M5a"]
    return text + "Ann play M5a\n", scene._replace(hand=tuple(hand), pile=(*scene.pile, "M5a"), raised=1)


def used(uses: Iterable[Use]) -> tuple[Used, ...]:
    return tuple(Used(use.card, None if use.being == use.card else use.being) for use in uses)


def ways(scene: Scene, most: int) -> Iterator[tuple[Use, ...]]:
    """Hand cards in every combination, and all that each can be; nobody may leave a chameleon as it is."""
    for size in range(1, most + 1):
        for some in sorted(set(combinations(sorted(scene.hand), size))):
            for uses in dale.uses(scene, some):
                if all(use.being != use.card or dale.beings(scene, use.card) == {use.card} for use in uses):
                    yield uses


def broken(referee: Referee, event: object) -> set[str]:
    found = [f.clause.id for f in referee.judge(0, event) if f.outcome == BREACH]  # type: ignore[arg-type]
    return {worlds.general(id) for id in found}


@pytest.mark.parametrize("seed", SEEDS)
def test_every_payment(seed: int) -> None:
    """Every combination of hand cards for every card of the market."""
    chance, seen = Random(f"payment {seed}"), Counter[str]()
    text, scene = raised(*scene_of(chance), chance)
    referee = referee_of(text)
    for uses in ways(scene, 4):
        for slot in (slot for slot, card in enumerate(scene.market) if card != "-"):
            wrong = dale.payment(scene, slot, uses)
            found = broken(referee, Buy("Ann", scene.market[slot], used(uses), slot))
            assert found == ({f"dale.buy.{wrong}"} if wrong else set()), (text, slot, uses)
            seen[wrong] += 1
    assert seen["price"] and seen["overpay"] + seen[""]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_stack(seed: int) -> None:
    """Every combination of hand cards, alone and with cards of the discard pile."""
    chance = Random(f"stack {seed}")
    text, scene = raised(*scene_of(chance), chance)
    referee = referee_of(text)
    number = referee.table.next_stack("Ann")
    piles = [(), *((card,) for card in dict.fromkeys(scene.pile)), scene.pile[:2]]
    plain = [some for some in piles if not set(some) & set(dale.CHAMELEONS)]
    for uses in ways(scene, 4):
        for piled in plain:
            lying = tuple(Use(card, card) for card in piled)
            expected = {f"dale.build.{name}" for name in dale.stack(scene, number, uses, lying)}
            assert broken(referee, Build("Ann", used(uses), used(lying))) == expected, (text, number, uses, piled)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_chameleon_can_be(seed: int) -> None:
    """Every card there is, for every chameleon in hand."""
    chance = Random(f"copies {seed}")
    text, scene = scene_of(chance)
    while not set(scene.hand) & set(dale.CHAMELEONS):
        text, scene = scene_of(chance)
    referee = referee_of(text)
    for card in set(scene.hand) & set(dale.CHAMELEONS):
        possible = dale.beings(scene, card)
        for being in dale.STOCK:
            wrong = {id for id in broken(referee, Build("Ann", (Used(card, being),))) if id.startswith("dale.card.")}
            asked = being in possible and (being != card or possible == {card})
            assert (wrong == set()) == asked, (text, card, being, possible)


def test_the_naive_referee_by_the_rulebooks_own_numbers() -> None:
    """So that two wrongs do not agree: 4 and 4 for a price of 5; no further card beside a 5, nor beside 3 and 2."""
    scene = Scene((), ("M5a",))

    def pay(*cards: str) -> str:
        return dale.payment(scene, 0, [Use(card, card) for card in cards])

    assert [pay("P4", "P4"), pay("P5a"), pay("P3", "P2")] == ["", "", ""]
    assert [pay("P5a", "j"), pay("P3", "P2", "j"), pay("P4")] == ["overpay", "overpay", "price"]
    assert pay("P5b", "P4", "j") == ""
    assert dale.stack(scene, 8, [Use("S5a", "S5a"), Use("S1", "S1"), Use("j", "j")], []) == set()


@pytest.mark.parametrize("seed", range(30))
def test_hidden_hands(seed: int) -> None:
    """What is said of a log with gaps fits every way in which the gaps can be filled."""
    play = worlds.Play(seed)
    assert list(play.turns()) == []
    assert play.tried[BREACH]
