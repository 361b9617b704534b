"""In: nothing. Out: the one error of scoring, a sentence that says what to mend."""


class ScoringError(ValueError):
    """What was given contradicts the rules, or cannot be read; its text says what to mend."""


class ReadingError(ScoringError):
    """A typed word names no piece.

    `word` is the word as typed, `place` the character it starts at and `position` its number among the words (both
    counted from 1), `nearest` what it could have been.
    """

    def __init__(self, sentence: str, word: str, place: int, position: int, nearest: tuple[str, ...]) -> None:
        super().__init__(sentence)
        self.word = word
        self.place = place
        self.position = position
        self.nearest = nearest
