"""In: a scored round. Out: a table for people, in one language, its lines explained; a JSON object for programs."""

from typing import Any, Final

from rich.table import Table
from rich.text import Text

from scoring import (
    Language,
    Round,
    RoundScore,
    RuleSet,
    explain,
    json_number,
    mixed_number,
    write_hand,
)

WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "player": "Player",
        "hand": "Hand",
        "value": "In hand",
        "points": "Points",
        "why": "Why",
        "out": "went out",
        "blocked": "blocked",
        "one_turn": "out in one turn",
        "winner": "won by",
        "void": "void",
        "round": "Round",
        "total": "Total",
        "over": "The match is over. Won by:",
        "due": "Another round is due. Ahead:",
        "starts": "Starts next:",
        "drawn": "Drawn to start next:",
        "target": "Target:",
        "agreed": "Rounds agreed:",
        "decided": "It was decided in round",
        "house_rules": "House rules:",
    },
    "ms": {
        "player": "Pemain",
        "hand": "Di tangan",
        "value": "Nilai",
        "points": "Mata",
        "why": "Sebab",
        "out": "habis",
        "blocked": "buntu",
        "one_turn": "sekali habis",
        "winner": "pemenang",
        "void": "dibatalkan",
        "round": "Pusingan",
        "total": "Jumlah",
        "over": "Permainan tamat. Pemenang:",
        "due": "Satu pusingan lagi dimainkan. Mendahului:",
        "starts": "Mula seterusnya:",
        "drawn": "Diundi untuk mula seterusnya:",
        "target": "Sasaran:",
        "agreed": "Bilangan pusingan:",
        "decided": "Diputuskan dalam pusingan",
        "house_rules": "Peraturan rumah:",
    },
    "fr": {
        "player": "Joueur",
        "hand": "Main",
        "value": "Valeur",
        "points": "Points",
        "why": "Pourquoi",
        "out": "sortie",
        "blocked": "bloquée",
        "one_turn": "sortie en un tour",
        "winner": "gagnée par",
        "void": "annulée",
        "round": "Manche",
        "total": "Total",
        "over": "La partie est finie. Gagnée par :",
        "due": "Une autre manche est à jouer. En tête :",
        "starts": "Commence ensuite :",
        "drawn": "Tiré au sort pour commencer :",
        "target": "Objectif :",
        "agreed": "Manches convenues :",
        "decided": "Décidée à la manche",
        "house_rules": "Règles maison :",
    },
}


def score_object(round_: Round, rules: RuleSet, score: RoundScore, language: Language | None) -> dict[str, Any]:
    """The object of the contract; with a language, also the lines of each score."""
    found: dict[str, Any] = {
        "game": rules.name,
        "ending": round_.ending,
        "winners": list(score.winners),
        "points": {player: json_number(points) for player, points in score.points.items()},
        "hands": score.hands,
    }
    if language is not None:
        found["explain"] = {
            player: [{"points": json_number(line.amount), "text": explain(line, language)} for line in lines]
            for player, lines in score.lines.items()
        }
    return found


def score_table(round_: Round, rules: RuleSet, score: RoundScore, language: Language) -> Table:
    """Hands in words, their value, and the points of each player."""
    words = WORDS[language]
    table = headed_table(title(round_, rules, score, language), words["player"], words["hand"])
    table.add_column(words["value"], justify="right")
    table.add_column(words["points"], justify="right")
    for hand in round_.hands:
        table.add_row(
            Text(hand.player),
            write_hand(hand.pieces, language),
            str(score.hands[hand.player]),
            mixed_number(score.points[hand.player]),
        )
    return table


def explain_table(heading: str, score: RoundScore, language: Language) -> Table:
    """Each player's lines, and their sum where there are several."""
    words = WORDS[language]
    table = headed_table(heading, words["player"])
    table.add_column(words["points"], justify="right")
    table.add_column(words["why"], overflow="fold")
    for player, lines in score.lines.items():
        for number, line in enumerate(lines):
            table.add_row(Text("" if number else player), mixed_number(line.amount), Text(explain(line, language)))
        if len(lines) > 1:
            table.add_row("", "= " + mixed_number(score.points[player]), "")
        table.add_section()
    return table


def title(round_: Round, rules: RuleSet, score: RoundScore, language: Language) -> str:
    """The game, how the round ended and who won it."""
    words = WORDS[language]
    won = f"{words['winner']} {', '.join(score.winners)}" if score.winners else words["void"]
    return f"{rules.name.capitalize()}, {words[round_.ending]}, {won}"


def headed_table(heading: str, *columns: str) -> Table:
    """An empty table under a heading, with columns for words."""
    table = Table(title=Text(heading), title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
