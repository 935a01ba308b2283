"""Games of Jade Merchant as aggregates of the library eventsourcing, in its documented way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from referee.event import Record


class JadeGame(Aggregate):
    """The cards of each zone, the standing bid, who has passed and who rests."""

    @event("Started")
    def __init__(self, players: list[str]) -> None:
        self.hands: dict[str, list[str]] = {player: [] for player in players}
        self.centre: list[str] = []
        self.standing: list[Any] = []
        self.passed: list[str] = []
        self.resting: list[str] = []
        self.claims: list[Any] = []

    @event("Deal")
    def deal(self, cards: list[str]) -> None:
        self.centre, self.resting = list(cards), []

    @event("Bid")
    def bid(self, player: str, take: int, back: int) -> None:
        self.standing = [player, take, back]

    @event("Pass")
    def pass_(self, player: str) -> None:
        self.passed.append(player)

    @event("Take")
    def take(self, player: str, cards: list[str], back: str) -> None:
        taken = list(cards) or list(self.centre)
        for card in taken:
            self.centre.remove(card)
        self.hands[player] += taken
        if back:
            self.hands[player].remove(back)
            self.centre.append(back)
        self.resting.append(player)
        self.passed, self.standing = [], []

    @event("Claim")
    def claim(self, what: list[str]) -> None:
        self.claims.append(what)


class Games:
    """Aggregates of these records, and an application that holds them."""

    def __init__(self, records: list[Record], folder: Path) -> None:
        self.records, self.app = records, _application(folder / "none.db")
        self.ids: list[Any] = []

    def save(self, path: Path) -> None:
        """All games into a new file, each with one save."""
        self.app.close()
        self.app = _application(path)
        games = [_aggregate(record) for record in self.records]
        for game in games:
            self.app.save(game)
        self.ids = [game.id for game in games]

    def get_all(self) -> None:
        for id in self.ids:
            self.app.repository.get(id)


def _application(path: Path) -> Any:
    """An application with a new file."""
    path.unlink(missing_ok=True)
    return Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)})


def _aggregate(record: Record) -> Any:
    started: Any = record[0]
    game: Any = JadeGame(list(started.players))
    for e in record[1:]:
        one: Any = e
        match type(e).__name__:
            case "Deal":
                game.deal(list(one.cards))
            case "Bid":
                game.bid(one.player, one.take, one.back)
            case "Pass":
                game.pass_(one.player)
            case "Take":
                game.take(one.player, list(one.cards), one.back)
            case _:
                game.claim([str(e)])
    return game
