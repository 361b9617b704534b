"""In: a round as sent to a match. Out: the round to keep, its hands taken from scans where it says so."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Engine

from scoring import Hand, Match, Round, RuleSet, ScoringError, match_round_from_dict
from service.api.errors import ApiError
from service.api.round_models import MatchRoundIn, ScanLink, scoring_record
from service.api.scan_state import state_of
from service.scan_object import needs_look
from service.store.matches import KeptRound, kept_round
from service.store.scans import get_scan


def linked_round(body: MatchRoundIn, rules: RuleSet, engine: Engine) -> KeptRound:
    """The round, with where its hands came from. Raises ScoringError, and ApiError for a scan that cannot be used."""
    record = scoring_record(body)
    links = []
    for number, (sent, player) in enumerate(zip(body.players, record["players"], strict=True)):
        if sent.scan is None:
            continue
        labels = _hand_of(engine, sent.scan, rules, f"players.{number}.scan", "hand" not in player)
        player.setdefault("hand", labels)
        links.append((sent.name, sent.scan.id, sent.scan.hand))
    return kept_round(match_round_from_dict(record, rules), body.key, tuple(links))


def renamed(match: Match, names: tuple[str, ...]) -> Match:
    """The match with other names for its players, seat by seat."""
    if len(names) != len(match.players):
        raise ScoringError(
            f"The match has {len(match.players)} players: give each a name, in the order of their seats."
        )
    new = dict(zip(match.players, names, strict=True))
    return Match(match.rules, names, tuple(_renamed(round_, new) for round_ in match.rounds))


def _renamed(round_: Round, new: dict[str, str]) -> Round:
    changes: dict[str, Any] = {
        "hands": tuple(Hand(new[hand.player], hand.pieces, hand.opened) for hand in round_.hands),
        "winner": round_.winner and new[round_.winner],
        "starter": round_.starter and new[round_.starter],
    }
    if isinstance(round_, KeptRound):
        changes["scans"] = tuple((new[player], scan, hand) for player, scan, hand in round_.scans)
    return replace(round_, **changes)


def _hand_of(engine: Engine, link: ScanLink, rules: RuleSet, field: str, counts: bool) -> list[str]:
    """The labels of a hand in a scan; where they are to count, every piece must have been read and looked at."""
    state = state_of(get_scan(engine, link.id))
    if state.rules.pieces != rules.pieces:
        raise ApiError(422, "invalid", "The scan is of another game.", field)
    if link.hand >= state.sheet.hands:
        raise ApiError(404, "no_hand", "The scan has no hand {number}.", field, number=link.hand)
    if counts and needs_look(state.sheet, link.hand, state.rules):
        raise ApiError(
            409, "unread_pieces", "In this hand something is unread or not confirmed: look at it first.", field
        )
    return [item.label for item in state.sheet.pieces(link.hand) if item.label]
