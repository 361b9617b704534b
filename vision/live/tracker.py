"""In: scan after scan of one hand, each with its time in seconds. Out: `Tracked`, the hand without flicker, and whether
it has settled: then its total stands.

No camera, no clock and no pictures: the same scans and times give the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from scoring import JOKER, excess, rule_set
from vision.advice import OF_HANDS, several_hands
from vision.hands import reading_order
from vision.live.follow import matched
from vision.live.track import ALWAYS, GONE, LOST, STEADY, Track, first_seen, missed, seen, sighting_of
from vision.pieces import NAMED, SUIT_SURE, SURE, twins
from vision.scan import Advice, Hand, Outline, Piece, Scan, Unread

SETTLE = 0.7  # s that a hand stays the same before it settles
LOOKS = 3  # looks that must have seen it so
MISSING = 1.2  # s for which a piece that vanished may only be hidden, and is "?"
KNOWN = 6  # looks that must have seen it before; what was there for less may have been nothing
GIVEN_UP = 0.4  # s of something else after which a total stands no more

Ranks = tuple[str, ...]


@dataclass(frozen=True)
class Tracked:
    """What is known of the hand after the looks so far.

    `scan`: the pieces as all looks together say, in one hand, None before the first look. `settled`: the scan that
    stands, None while the hand changes; `just_settled`: whether the newest look settled it. `close`: whether the hand
    was looked at closely since it is the same. `since`: s; `looks`: how many since then; `time`: s, of the newest.
    """

    game: str
    time: float = 0.0
    tracks: tuple[Track, ...] = ()
    scan: Scan | None = None
    settled: Scan | None = None
    just_settled: bool = False
    close: bool = False
    since: float = 0.0
    looks: int = 0
    ranks: Ranks = field(default=(), repr=False)

    @property
    def total(self) -> int | None:
        """Points of the hand; None while a piece is unread, and where there is none."""
        return self.scan.hands[0].points if self.scan and self.scan.hands else None

    @property
    def unsure(self) -> bool:
        """Whether a piece of the hand wants a closer look."""
        if self.scan is None:
            return False
        return any(piece.review for piece in self.scan.pieces) or any(one.hand is not None for one in self.scan.unread)

    @property
    def missing(self) -> bool:
        """Whether the newest look did not see a piece that was there."""
        return any(track.stood and not track.echo and track.last_seen < self.time for track in self.tracks)

    def wants_closer(self, time: float) -> bool:
        """Whether the next picture, at `time` s, is worth a closer look: the hand stands or soon will, or something of
        it is in doubt."""
        soon = bool(self.ranks) and _lasted(self.since, time, SETTLE / 2)
        return self.settled is not None or soon or self.unsure or self.missing or any(map(_changing, self.tracks))


def tracked(
    before: Tracked, scan: Scan, time: float, *, again: bool = False, close: bool = True, calm: bool = True
) -> Tracked:
    """The hand after one more scan at `time` s. `again`: the picture is the one scanned before, or nothing in it moved;
    `close`: it was looked at closely; `calm`: nothing large moves in it."""
    tracks = _echoes_marked(_followed(before.tracks, scan, time, again), scan.game)
    found = _combined(tracks, scan)
    ranks = _ranks(found)
    same = calm and ranks == before.ranks
    now = replace(
        before,
        time=time,
        tracks=tracks,
        scan=found,
        ranks=ranks,
        since=before.since if same else time,
        looks=before.looks + 1 if same else 1,
        close=close or (same and before.close),
        just_settled=False,
    )
    return _settled(now, time) if before.settled is None else _standing(now, before.settled, time)


def _settled(now: Tracked, time: float) -> Tracked:
    """The hand settled, if it is time."""
    ready = now.ranks and now.close and now.looks >= LOOKS and _lasted(now.since, time, SETTLE)
    if not ready or now.missing or any(map(_changing, now.tracks)):
        return now
    tracks = tuple(replace(track, held=track.belief) if track.stood else track for track in now.tracks)
    return replace(now, tracks=tracks, settled=now.scan, just_settled=True)


def _standing(now: Tracked, stood: Scan, time: float) -> Tracked:
    """A settled hand stands through a flicker; where it turned out surer, it settles anew."""
    assert now.scan is not None
    if now.ranks != _ranks(stood):
        if _lasted(now.since, time, GIVEN_UP):
            tracks = tuple(track if _lost(track) else replace(track, held=None) for track in now.tracks)
            return _settled(replace(now, settled=None, tracks=tracks), time)
        return replace(now, scan=stood)
    if stood.review and not now.scan.review:
        again = _settled(now, time)
        return again if again.just_settled else now
    return now


def _followed(tracks: tuple[Track, ...], scan: Scan, time: float, again: bool) -> tuple[Track, ...]:
    sightings = [sighting_of(piece) for piece in scan.pieces]
    sightings += [sighting_of(place) for place in scan.unread if place.hand is not None]
    pairs = matched(tracks, sightings)
    after = [seen(tracks[track], sightings[place], time, again) for place, track in sorted(pairs.items())]
    after += [missed(track) for place, track in enumerate(tracks) if place not in pairs.values()]
    after += [first_seen(sighting, time) for place, sighting in enumerate(sightings) if place not in pairs]
    return tuple(track for track in after if _remembered(track, time))


def _echoes_marked(tracks: tuple[Track, ...], game: str) -> tuple[Track, ...]:
    """An equal card in half the same place that some looks do not see is the same card: those looks joined what the
    others took for two. The one seen more often stays."""
    if rule_set(game).pieces != "cards":
        return tracks
    beliefs = [track.belief for track in tracks]
    marked = list(tracks)
    for place, track in enumerate(tracks):
        here = beliefs[place]
        rivals = [
            other
            for at, other in enumerate(tracks)
            if here and (rival := beliefs[at]) and at != place and rival.label == here.label
            if (other.presence, -at) > (track.presence, -place)
            if any(twins(["", ""], [_quad(track.outline), _quad(other.outline)]))
        ]
        marked[place] = replace(track, echo=bool(rivals) and track.presence < ALWAYS)
    return tuple(marked)


def _remembered(track: Track, time: float) -> bool:
    if track.stood and track.presence < LOST:
        return track.looks >= KNOWN and track.proven and time - track.last_seen < MISSING
    return track.presence >= GONE


def _lasted(since: float, time: float, least: float) -> bool:
    """Whether so many seconds have passed; 2.8 less 2.1 is no full 0.7 to a computer."""
    return time - since >= least - 1e-6


def _lost(track: Track) -> bool:
    return track.stood and track.presence < LOST


def _changing(track: Track) -> bool:
    """Whether a piece may be about to join the hand or to leave it."""
    return not track.echo and (not track.stood or _lost(track))


def _combined(tracks: Iterable[Track], scan: Scan) -> Scan:
    """The hand that the tracks make, with the size, advice and times of the newest scan."""
    rules = rule_set(scan.game)
    shown = [track for track in tracks if track.stood and not track.echo]
    echoed = {track.belief.label for track in tracks if track.echo and track.belief}
    places = reading_order([_quad(track.outline) for track in shown], range(len(shown))) if shown else []
    shown = [shown[place] for place in places]
    beliefs = [None if _lost(track) else track.belief for track in shown]
    named = [
        (track, belief)
        for track, belief in zip(shown, beliefs, strict=True)
        if belief is not None and belief.confidence >= NAMED
    ]
    labels = [belief.label for _, belief in named]
    over = excess(labels, rules)
    surplus = {one.label for one in over}
    quads = [_quad(track.outline) for track, _ in named]
    twin = twins(labels, quads) if rules.pieces == "cards" else [False] * len(named)
    pieces = tuple(
        Piece(
            belief.label,
            belief.points,
            belief.confidence,
            track.outline,
            belief.confidence < SURE
            or belief.label_confidence < SUIT_SURE
            or track.presence < STEADY
            or belief.label in surplus
            or belief.label in echoed
            or doubled,
            belief.alternatives,
            belief.label_confidence,
        )
        for (track, belief), doubled in zip(named, twin, strict=True)
    )
    known = [track for track, _ in named]
    unread = tuple(
        Unread(track.outline, "lost from sight" if _lost(track) else track.sightings[-1].reason or "unclear", 0)
        for track in shown
        if track not in known
    )
    hands: tuple[Hand, ...] = ()
    if shown:
        points = None if unread else sum(piece.points for piece in pieces)
        hidden = not rules.can_hold(len(shown)) or any(one.code == "glare" for one in scan.warnings)
        review = bool(unread) or any(piece.review for piece in pieces) or hidden
        hands = (Hand(pieces, points, review),)
    apart = tuple(one for one in scan.unread if one.hand is None)
    advice = [one for one in scan.warnings if one.code not in OF_HANDS]
    advice += several_hands([len(shown)], rules)
    advice += [Advice("too_many", str(one)) for one in over]
    return replace(scan, hands=hands, unread=(*unread, *apart), warnings=tuple(advice))


def _ranks(scan: Scan) -> Ranks:
    """What the total depends on, sorted: ranks, numbers and jokers, "?" for each piece that is not read. A suit or a
    colour in doubt makes no other hand."""
    tiles = rule_set(scan.game).pieces == "tiles"
    labels = [piece.label for piece in scan.pieces]
    named = [label if label == JOKER else label[1:] if tiles else label[:-1] for label in labels]
    return tuple(sorted([*named, *["?"] * sum(one.hand is not None for one in scan.unread)]))


def _quad(outline: Outline) -> np.ndarray:
    return np.asarray(outline, np.float32)
