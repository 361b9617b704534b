"""In: nothing. Out: what ranks, numbers, suits and colours are called in English, Malay and French.

The first spelling of each is the one written back; the others are only read.
"""

from typing import Final, Literal

from scoring.pieces import Kind

Language = Literal["en", "ms", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "ms", "fr")

_Names = dict[str, tuple[str, ...]]

# One to thirteen.
_COUNTING: Final[dict[Language, tuple[str, ...]]] = {
    "en": (
        *("one", "two", "three", "four", "five", "six", "seven"),
        *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
    ),
    "ms": (
        *("satu", "dua", "tiga", "empat", "lima", "enam", "tujuh"),
        *("lapan", "sembilan", "sepuluh", "sebelas", "duabelas", "tigabelas"),
    ),
    "fr": (
        *("un", "deux", "trois", "quatre", "cinq", "six", "sept"),
        *("huit", "neuf", "dix", "onze", "douze", "treize"),
    ),
}
NUMBERS: Final[dict[Language, _Names]] = {
    language: {str(number): (word,) for number, word in enumerate(words, start=1)}
    for language, words in _COUNTING.items()
}
NUMBERS["ms"] |= {"12": ("dua belas", "duabelas"), "13": ("tiga belas", "tigabelas")}
COURT: Final[dict[Language, _Names]] = {
    "en": {"A": ("ace",), "J": ("jack",), "Q": ("queen",), "K": ("king",)},
    "ms": {"A": ("as",), "J": ("jek",), "Q": ("ratu",), "K": ("raja",)},
    "fr": {"A": ("as",), "J": ("valet",), "Q": ("dame", "reine"), "K": ("roi",)},
}
SUIT_NAMES: Final[dict[Kind, dict[Language, _Names]]] = {
    "cards": {
        "en": {
            "S": ("spades", "spade"),
            "H": ("hearts", "heart"),
            "D": ("diamonds", "diamond"),
            "C": ("clubs", "club"),
        },
        "ms": {"S": ("spad", "sped"), "H": ("hati",), "D": ("wajik",), "C": ("kelawar",)},
        "fr": {
            "S": ("pique", "piques"),
            "H": ("cœur", "cœurs"),
            "D": ("carreau", "carreaux"),
            "C": ("trèfle", "trèfles"),
        },
    },
    "tiles": {
        "en": {"K": ("black",), "R": ("red",), "B": ("blue",), "O": ("orange", "yellow")},
        "ms": {"K": ("hitam",), "R": ("merah",), "B": ("biru",), "O": ("oren", "jingga", "kuning")},
        "fr": {"K": ("noir", "noire"), "R": ("rouge",), "B": ("bleu", "bleue"), "O": ("orange", "jaune")},
    },
}
JOKER_NAMES: Final = ("joker", "jokers", "jk", "jkr")
SYMBOLS: Final[dict[str, str]] = {"♠": "S", "♤": "S", "♥": "H", "♡": "H", "♦": "D", "♢": "D", "♣": "C", "♧": "C"}
JOKER_SYMBOLS: Final = "*★☆🃏🂿🃟"
# Between the words of a piece: ten OF hearts, roi DE cœur; between pieces: AND.
FILLERS: Final = ("of", "the", "de", "du", "des", "and", "et", "dan")
EMPTY_HANDS: Final = {
    "en": ("empty hand", "empty", "none", "nothing"),
    "ms": ("tangan kosong", "tiada kad di tangan", "tiada", "kosong"),
    "fr": ("main vide", "vide", "rien"),
}


def rank_names(pieces: Kind, language: Language) -> _Names:
    """What the ranks of cards, or the numbers of tiles, are called."""
    if pieces == "tiles":
        return NUMBERS[language]
    return {rank: NUMBERS[language][rank] for rank in map(str, range(2, 11))} | COURT[language]
