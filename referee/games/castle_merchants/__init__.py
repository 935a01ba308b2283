"""Castle Merchants (Jerry Dziuba, 2005), for two to four players."""

from referee.game import Game
from referee.games.castle_merchants import board, legend
from referee.games.castle_merchants import clauses as clauses
from referee.games.castle_merchants.apply import APPLY
from referee.games.castle_merchants.contradictions import contradictions
from referee.games.castle_merchants.describe import describe
from referee.games.castle_merchants.events import EVENTS, GIVENS
from referee.games.castle_merchants.moves import chance, legal
from referee.games.castle_merchants.notation import FORMS
from referee.games.castle_merchants.outcome import result
from referee.games.castle_merchants.rules import RULES
from referee.games.castle_merchants.scene import scene
from referee.games.castle_merchants.sense import choose, tags
from referee.games.castle_merchants.sight import seen
from referee.games.castle_merchants.table import start
from referee.games.castle_merchants.tries import tries

GAME = Game(
    id="castle-merchants",
    title="Castle Merchants",
    rules=RULES,
    events=EVENTS,
    givens=GIVENS,
    forms=FORMS,
    start=start,
    apply=APPLY,
    legal=legal,
    tries=tries,
    chance=chance,
    contradictions=contradictions,
    result=result,
    scene=scene,
    seen=seen,
    describe=describe,
    players=range(2, 5),
    ledger_clause="castle.record.cards",
    choose=choose,
    tags=tags,
    headers={"board": board.check, "die": legend.check_die, "coins": legend.check_coins},
)
