"""What people type: input and the labels it means, or the error that names the word and its place."""

import pytest

from scoring import ReadingError, read_hand, read_piece, rule_set

RAMI = rule_set("rami")
RUMMIKUB = rule_set("rummikub")


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        # rami-en.txt and rami-ms.txt, as printed
        ("ace of heartsjokerfive of clubs", "AH JOKER 5C"),
        ("king of heartsking of spadesqueen of diamondsjack of clubsnine of hearts", "KH KS QD JC 9H"),
        ("as hatijokerlima kelawar", "AH JOKER 5C"),
        ("raja hatiraja spadratu wajikjek kelawarsembilan hati", "KH KS QD JC 9H"),
        ("jokeras hati", "JOKER AH"),
        ("lima wajikenam wajik", "5D 6D"),
        # labels
        ("AS 2H 10D JC QH KS JOKER", "AS 2H 10D JC QH KS JOKER"),
        ("as,2h;10d|jc:qh", "AS 2H 10D JC QH"),
        ("KHQD10CAS", "KH QD 10C AS"),
        ("asks", "AS KS"),
        ("2SJOKERKH5CJOKER", "2S JOKER KH 5C JOKER"),
        ("AS H5", "AS 5H"),
        ("AS ♥5", "AS 5H"),
        # one card, many spellings
        ("10h", "10H"),
        ("Th", "10H"),
        ("10♥", "10H"),
        ("♥10", "10H"),
        ("♥️10", "10H"),
        ("10 ♡", "10H"),
        ("ten of hearts", "10H"),
        ("TEN OF HEARTS", "10H"),
        ("sepuluh hati", "10H"),
        ("dix de coeur", "10H"),
        ("dix de cœur", "10H"),
        ("hearts 10", "10H"),
        ("10 of hearts", "10H"),
        ("h10", "10H"),
        ("１０h", "10H"),
        ("🂺", "10H"),
        ("🂡🂭🂮🃑", "AS QS KS AC"),
        ("as♥", "AH"),
        ("as coeur", "AH"),
        ("1 de trèfle", "AC"),
        ("1♠", "AS"),
        ("k of hearts", "KH"),
        # the letters of French indices, where nothing else is meant
        ("R♠ D♥ V♦", "KS QH JD"),
        ("V de pique", "JS"),
        ("dame de pique, reine de pique", "QS QS"),
        ("10D", "10D"),
        # jokers
        ("joker", "JOKER"),
        ("jk", "JOKER"),
        ("*", "JOKER"),
        ("🃏", "JOKER"),
        ("jokers", "JOKER"),
        # run together where the longest word is the wrong one
        ("five of heartsix of clubs", "5H 6C"),
        # line breaks, the words between pieces
        ("king of hearts and\nace of clubs", "KH AC"),
        ("roi de cœur et as de trèfle", "KH AC"),
        # empty hands
        ("", ""),
        (" \n", ""),
        ("empty hand", ""),
        ("Tiada  kad di tangan", ""),
        ("main vide", ""),
        ("-", ""),
    ],
)
def test_cards(typed: str, expected: str) -> None:
    assert read_hand(typed, RAMI) == tuple(expected.split())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("red 7", "R7"),
        ("7 red", "R7"),
        ("r7", "R7"),
        ("7r", "R7"),
        ("merah 7", "R7"),
        ("merah tujuh", "R7"),
        ("7 rouge", "R7"),
        ("sept rouge", "R7"),
        ("red seven", "R7"),
        ("K1 R13 B10 O2 JOKER", "K1 R13 B10 O2 JOKER"),
        ("black 1 hitam 2 noir 3 noire 4", "K1 K2 K3 K4"),
        ("blue 1 biru 2 bleu 3 bleue 4", "B1 B2 B3 B4"),
        ("orange 1 yellow 2 oren 3 jingga 4 kuning 5 jaune 6 y7", "O1 O2 O3 O4 O5 O6 O7"),
        ("dua belas merah", "R12"),
        ("merahdua belas biru1", "R12 B1"),
        ("merah tigabelas", "R13"),
        ("sebelas biru", "B11"),
        ("treize noir", "K13"),
        ("r7b8o13", "R7 B8 O13"),
        ("7r8b13o", "R7 B8 O13"),
        ("red 7blue 8", "R7 B8"),
        ("red 7, joker, *", "R7 JOKER JOKER"),
    ],
)
def test_tiles(typed: str, expected: str) -> None:
    assert read_hand(typed, RUMMIKUB) == tuple(expected.split())


@pytest.mark.parametrize(
    ("typed", "word", "position", "place", "nearest"),
    [
        ("ace of harts", "harts", 3, 8, ("hearts", "heart")),
        ("AH, 5C heats", "heats", 3, 8, ("hearts", "heart")),
        ("king of heatsking of spades", "heats", 3, 9, ("hearts", "heart")),
        ("ace of heartsjokr", "jokr", 3, 14, ("joker", "jkr")),
        ("5C 5", "5", 2, 4, ("5S", "5H", "5D", "5C")),
        ("hearts", "hearts", 1, 1, ("AH", "2H", "3H", "4H")),
        ("11H", "11", 1, 1, ("10",)),
        ("0♥", "0", 1, 1, ("2",)),
        ("123456789H", "123456789", 1, 1, ("10",)),
        ("HK", "HK", 1, 1, ("KH",)),
        ("hats", "hats", 1, 1, ("hearts", "hati")),
        ("5H Œz", "Œz", 2, 4, None),
        ("AH ?", "?", 2, 4, None),
        ("AH # 5C", "#", 2, 4, None),
        ("D H5", "D", 1, 1, None),
        ("dua belas", "bel", 2, 5, None),
        ("ace of hearts, T", "T", 4, 16, ("10S", "10H", "10D", "10C")),
        ("T, 5C", "T", 1, 1, ("10S", "10H", "10D", "10C")),
        ("5C R7", "R7", 2, 4, ("7S",)),
        ("R", "R", 1, 1, ("KS", "KH", "KD", "KC")),
    ],
)
def test_errors_name_the_word_its_place_and_the_nearest(
    typed: str, word: str, position: int, place: int, nearest: tuple[str, ...] | None
) -> None:
    with pytest.raises(ReadingError) as caught:
        read_hand(typed, RAMI)
    error = caught.value
    assert (error.word, error.position, error.place) == (word, position, place)
    assert f"“{word}” (word {position}, character {place})" in str(error)
    if nearest is not None:
        assert error.nearest == nearest
        assert all(name in str(error) for name in nearest)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("5", "“5” (word 1, character 1) is only half a piece; it could be 5S, 5H, 5D or 5C."),
        ("zz", "“zz” (word 1, character 1) names no card; the nearest is wajik."),
        ("?", "“?” (word 1, character 1) is a piece that was not read: say what it is."),
        ("？", "“？” (word 1, character 1) is a piece that was not read: say what it is."),
        ("z" * 30, f"“{'z' * 30}” (word 1, character 1) names no card; the nearest is wajik."),
        ("z" * 31, f"“{'z' * 30}…” (word 1, character 1) names no card; the nearest is wajik."),
        ("HK", "“HK” (word 1, character 1) names no card; the nearest is KH."),
    ],
)
def test_error_sentences(typed: str, sentence: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_hand(typed, RAMI)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("R14", ("13",)),
        ("R0", ("1",)),
        ("R00", ("1",)),
        ("R" + "9" * 5000, ("13",)),
        ("rd 7", ("red",)),
        ("7", ("K7", "R7", "B7", "O7")),
    ],
)
def test_tile_errors(typed: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(ReadingError) as caught:
        read_hand(typed, RUMMIKUB)
    assert caught.value.nearest == nearest
    assert "names no tile" in str(caught.value) or typed == "7"


def test_one_piece() -> None:
    assert read_piece("ten of hearts", RAMI) == "10H"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "“” names no piece where one is wanted."),
        ("5H 6H", "“5H 6H” names 2 pieces where one is wanted."),
    ],
)
def test_not_one_piece(typed: str, sentence: str) -> None:
    with pytest.raises(ReadingError) as caught:
        read_piece(typed, RAMI)
    assert str(caught.value) == sentence
    assert (caught.value.word, caught.value.place, caught.value.position) == (typed, 1, 1)
    assert caught.value.nearest == tuple(typed.split())


def test_a_megabyte_is_read_quickly() -> None:
    assert len(read_hand("ace of hearts" * 20_000, RAMI)) == 20_000
    with pytest.raises(ReadingError):
        read_hand("q" * 300_000 + "e", RAMI)
