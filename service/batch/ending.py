"""In: what is said of a round and the hands of its photos. Out: how it ended, who won, and who needs no photo.

Where nobody said it: the one player without a photo, or with an empty hand, went out; if all hold pieces, the round was
blocked. Where that leaves a choice it is an error, not a guess.
"""

from collections import Counter
from collections.abc import Sequence

from scoring import Ending, ScoringError
from service.batch.dealt import Dealt
from service.batch.entry import Entry
from service.language import N_


def how_it_ended(
    entries: Sequence[Entry], hands: Sequence[Dealt], players: Sequence[str]
) -> tuple[Ending, str | None, list[str]]:
    """The ending, the winner where one is to be named, and the players whose empty hands have no photo.

    Raises ScoringError for what contradicts itself or is not told.
    """
    ending = _one(N_("ending"), [entry.ending for entry in entries])
    winner = _one(N_("winner"), [entry.winner for entry in entries])
    present = Counter(hand.player for hand in hands)
    for name in (*present, *filter(None, [winner])):
        if name not in players:
            raise ScoringError(
                f"{name} plays in no other round of this match: mend the name, the others know {', '.join(players)}."
            )
    for name, count in present.items():
        if count > 1:
            raise ScoringError(f"{name} has {count} hands in this round: leave one photo.")
    missing = [name for name in players if name not in present]
    if ending == "blocked" or (not ending and not winner and not missing and all(_holds(hand) for hand in hands)):
        if missing:
            raise ScoringError(f"The round was blocked, and {_and(missing)} has no photo: add it.")
        return "blocked", winner or None, []
    if not winner:
        out = missing or [hand.player for hand in hands if not _holds(hand)]
        if len(out) > 1:
            raise ScoringError(
                f"Nobody said who went out, and {_and(out)} have no pieces: add a photo, or name the winner in a list."
            )
        if not out:
            raise ScoringError("Nobody said who went out, and everybody holds pieces: name the winner in a list.")
        winner = out[0]
    if lacking := [name for name in missing if name != winner]:
        raise ScoringError(f"{winner} went out, and {_and(lacking)} has no photo: add it.")
    return ("one_turn" if ending == "one_turn" else "out"), winner, missing


def _one(word: str, said: Sequence[str]) -> str:
    found = list(dict.fromkeys(filter(None, said)))
    if len(found) > 1:
        raise ScoringError(f"The {word} is said to be {' and '.join(found)}: keep one.")
    return found[0] if found else ""


def _holds(hand: Dealt) -> bool:
    """Whether a hand has, or may have, pieces."""
    return bool(hand.labels) or not hand.whole


def _and(names: Sequence[str]) -> str:
    return " and ".join(names)
