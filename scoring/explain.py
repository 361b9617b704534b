"""In: a line of a score. Out: a sentence that says which rule, which pieces and which cap made it, in one language."""

from typing import Final

from scoring.amounts import mixed_number
from scoring.settle import Line
from scoring.vocabulary import EMPTY_HANDS, Language
from scoring.write import write_piece

_SENTENCES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "hand": "hand {total}: {pieces}",
        "lowest": "less the lowest hand {amount} = {total}",
        "unopened": "never opened +{amount} = {total}",
        "unopened_price": "never opened: fixed at {total}",
        "capped": "capped at {total}",
        "one_turn": "{player} went out in one turn: {amount} each",
        "collect": "from {player}",
        "collect_shared": "{total} from {player}, shared by {shared}",
        "went_out": "went out: 0",
        "lowest_wins": "lowest hand, {total}: wins with 0",
        "void": "the lowest hands tie: the round is void",
        "nothing": "a loser scores nothing",
    },
    "ms": {
        "hand": "di tangan {total}: {pieces}",
        "lowest": "tolak nilai terendah {amount} = {total}",
        "unopened": "belum pernah membuka +{amount} = {total}",
        "unopened_price": "belum pernah membuka: ditetapkan {total}",
        "capped": "had maksimum {total}",
        "one_turn": "{player} sekali habis: {amount} setiap lawan",
        "collect": "daripada {player}",
        "collect_shared": "{total} daripada {player}, dikongsi {shared} orang",
        "went_out": "habis di tangan: 0",
        "lowest_wins": "nilai terendah, {total}: menang dengan 0",
        "void": "nilai terendah seri: pusingan dibatalkan",
        "nothing": "yang kalah tidak mendapat mata",
    },
    "fr": {
        "hand": "main {total} : {pieces}",
        "lowest": "moins la main la plus basse {amount} = {total}",
        "unopened": "jamais ouvert +{amount} = {total}",
        "unopened_price": "jamais ouvert : fixé à {total}",
        "capped": "plafonné à {total}",
        "one_turn": "{player} est sorti en un tour : {amount} chacun",
        "collect": "de {player}",
        "collect_shared": "{total} de {player}, partagé entre {shared}",
        "went_out": "sorti : 0",
        "lowest_wins": "main la plus basse, {total} : gagne avec 0",
        "void": "égalité des mains les plus basses : manche annulée",
        "nothing": "un perdant ne marque rien",
    },
}


def explain(line: Line, language: Language) -> str:
    """One line of a score in words; the points themselves are the line's `amount`."""
    reason = "collect_shared" if line.reason == "collect" and line.shared > 1 else line.reason
    pieces = (
        ", ".join(f"{write_piece(label, language)} ({points})" for label, points in line.pieces)
        or EMPTY_HANDS[language][0]
    )
    return _SENTENCES[language][reason].format(
        amount=mixed_number(abs(line.amount)),
        total=mixed_number(line.total),
        pieces=pieces,
        player=line.player,
        shared=line.shared,
    )
