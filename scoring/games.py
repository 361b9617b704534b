"""In: the name of a game. Out: its rule set."""

from types import MappingProxyType
from typing import Final

from scoring.errors import ScoringError
from scoring.rami import RAMI
from scoring.ruleset import RuleSet
from scoring.rummikub import RUMMIKUB

GAMES: Final = MappingProxyType({rules.name: rules for rules in (RUMMIKUB, RAMI)})


def rule_set(game: str) -> RuleSet:
    """The rule set of a game. Raises ScoringError, naming the games there are, for any other."""
    if game not in GAMES:
        raise ScoringError(f"“{game}” is not a game known here: say {' or '.join(GAMES)}.")
    return GAMES[game]
