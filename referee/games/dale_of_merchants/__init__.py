"""Dale of Merchants (Sami Laakso, Snowdale Design, 2015), for two to four players."""

from referee.game import Game
from referee.games.dale_of_merchants import clauses as clauses
from referee.games.dale_of_merchants.apply import APPLY
from referee.games.dale_of_merchants.contradictions import contradictions
from referee.games.dale_of_merchants.describe import describe
from referee.games.dale_of_merchants.events import EVENTS, GIVENS
from referee.games.dale_of_merchants.moves import chance, choose, legal, tags, tries
from referee.games.dale_of_merchants.notation import FORMS
from referee.games.dale_of_merchants.outcome import result
from referee.games.dale_of_merchants.refusing import refuse
from referee.games.dale_of_merchants.rules import RULES
from referee.games.dale_of_merchants.scene import scene
from referee.games.dale_of_merchants.sight import seen
from referee.games.dale_of_merchants.table import check_edition, check_sets, start

GAME = Game(
    id="dale-of-merchants",
    title="Dale of Merchants",
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
    describe=describe,
    result=result,
    scene=scene,
    seen=seen,
    players=range(2, 5),
    ledger_clause="dale.record.card",
    refuse=refuse,
    headers={"sets": check_sets, "edition": check_edition},
    choose=choose,
    tags=tags,
)
