"""Jade Merchant (Yu Nishimura, 2019), for two to five players."""

from referee.game import Game
from referee.games.jade_merchant import clauses as clauses
from referee.games.jade_merchant.contradictions import contradictions
from referee.games.jade_merchant.describe import describe
from referee.games.jade_merchant.events import EVENTS, GIVENS
from referee.games.jade_merchant.moves import chance, legal, tries
from referee.games.jade_merchant.notation import FORMS
from referee.games.jade_merchant.outcome import result
from referee.games.jade_merchant.rules import RULES
from referee.games.jade_merchant.scene import scene
from referee.games.jade_merchant.table import APPLY, start

GAME = Game(
    id="jade-merchant",
    title="Jade Merchant",
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
    describe=describe,
    players=range(2, 6),
    ledger_clause="jade.record.card",
)
