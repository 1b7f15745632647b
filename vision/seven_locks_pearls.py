"""Which tower a pearl fell into: sounds from the microphone, hands over towers from the camera.

A hand is what changed against the table at rest and is no mere shadow; its tip is what reaches
farthest in from where the arm comes into the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.gate import Rest, Small
from vision.geometry import View
from vision.sample import LOG
from vision.seven_locks import Pearl
from vision.seven_locks_layout import CORNERS, PLACES, spot

CHANGED = 0.35  # log light
GREY = 0.13  # a shadow darkens all colours alike
LEAST = 25  # pixels of the small frame
REACH = 0.36  # of the way from tower to tower: how exactly a tip is seen
BEFORE, AFTER = 0.75, 0.25  # seconds around an impact in which the hand that let go is looked for
FALL = 0.18  # seconds a pearl falls
DWELL = 2  # pictures in which a hand must be over one tower to have thrown a pearl unheard
PAUSE = 0.9  # seconds between two visits to a tower
HEARD, STRAY = 0.97, 0.04  # shares of pearls that are heard, and of sounds that are none
NO_HAND = 0.3  # how much a sound is worth when nobody's hand is over a tower
UNHEARD = 0.25  # how likely a hand over a tower without a sound let a pearl go
NOBODY = (0.0,) * PLACES
KEPT, NOISE_KEPT = 120.0, 8.0  # seconds


@dataclass(frozen=True)
class Hand:
    """Over which tower a hand was at a time: shares of all towers, all 0 for none."""

    time: float
    towers: tuple[float, ...]


def find_hand(small: Small, rest: Rest, view: View, tops: NDArray[np.float64]) -> tuple[float, ...]:
    """Over which tower a hand is; `tops` are the towers' tops in pixels of the small frame."""
    change = LOG[small] - LOG[_at_rest(rest, view)]
    change -= np.median(change[::4, ::4], axis=(0, 1))
    changed = (np.abs(change).max(axis=2) > CHANGED).astype(np.uint8)
    dark = (change.max(axis=2) < 0) & (change.std(axis=2) < GREY)
    solid = cv2.morphologyEx(changed & ~dark, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    whole = cv2.dilate(changed, np.ones((5, 5), np.uint8))
    tip = _tip(np.asarray(solid, np.uint8), np.asarray(whole, np.uint8), tops)
    return NOBODY if tip is None else _over(tip, tops)


def _at_rest(rest: Rest, view: View) -> Small:
    """The table at rest, as this view would show it."""
    if view is rest.view:
        return rest.small
    scale = rest.small.shape[1] / view.width
    then, now = (each.project(CORNERS) * scale for each in (rest.view, view))
    change = cv2.getPerspectiveTransform(then.astype(np.float32), now.astype(np.float32))
    size = rest.small.shape[1::-1]
    warped = cv2.warpPerspective(rest.small, change, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)


def _tip(
    solid: NDArray[np.uint8], whole: NDArray[np.uint8], tops: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """The point of the hand farthest from where its arm comes in."""
    _, labels, stats, middles = cv2.connectedComponentsWithStats(solid)
    names = np.asarray(labels, np.int32)
    middle = tops.mean(axis=0)
    large = [n for n in range(1, len(stats)) if stats[n, cv2.CC_STAT_AREA] >= LEAST]
    if not large:
        return None
    reach = np.linalg.norm(tops - middle, axis=1).max() * 1.4
    near = [n for n in large if _closest(names, n, middle) < reach]
    if not near:
        return None
    hand = max(near, key=lambda n: stats[n, cv2.CC_STAT_AREA])
    points = np.asarray(np.argwhere(names == hand)[:, ::-1] + 0.5, np.float64)
    entry = _entry(whole, points, np.asarray(middles[hand], float))
    far = np.linalg.norm(points - entry, axis=1)
    return np.asarray(points[far >= far.max() - 2.5].mean(axis=0))


def _closest(names: NDArray[np.int32], number: int, middle: NDArray[np.float64]) -> float:
    points = np.argwhere(names == number)[:, ::-1]
    return float(np.linalg.norm(points - middle, axis=1).min())


def _entry(
    whole: NDArray[np.uint8], points: NDArray[np.float64], middle: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where the arm comes into the picture."""
    _, names = cv2.connectedComponents(whole)
    own = names[int(points[0, 1]), int(points[0, 0])]
    rows, columns = names.shape
    edge = np.zeros(names.shape, bool)
    edge[:3] = edge[-3:] = True
    edge[:, :3] = edge[:, -3:] = True
    rim = np.argwhere(edge & (names == own))[:, ::-1]
    if len(rim):
        return np.asarray(rim.mean(axis=0))
    away = middle - np.array([columns / 2, rows / 2])
    return np.asarray(middle + away / (np.linalg.norm(away) + 1e-6) * columns)


def _over(tip: NDArray[np.float64], tops: NDArray[np.float64]) -> tuple[float, ...]:
    apart = np.linalg.norm(tops - tip, axis=1)
    between = float(np.median(np.linalg.norm(tops - np.roll(tops, 1, axis=0), axis=1)))
    shares = np.exp(-0.5 * (apart / (REACH * between)) ** 2)
    if apart.min() > 0.75 * between:
        return NOBODY
    return tuple(float(share) for share in shares / shares.sum())


def tower_tops(view: View, ring: float, height: float, width: int) -> NDArray[np.float64]:
    """The towers' tops in pixels of a frame of this width."""
    points = np.array([(*spot(ring, place), height) for place in range(PLACES)])
    return view.project(points) * (width / view.width)


class PearlWatch:
    """Sounds and hands since the last certain position, as pearls that may have fallen."""

    def __init__(self) -> None:
        self._hands: list[Hand] = []
        self._sounds: list[tuple[float, float]] = []

    def hand(self, time: float, towers: Sequence[float]) -> None:
        """A picture with a hand, or without."""
        self._hands.append(Hand(time, tuple(towers)))

    def sound(self, time: float, sure: float) -> None:
        """Something that may be a pearl was heard, at its first impact."""
        self._sounds.append((time, sure))

    def forget(self, until: float) -> None:
        """Everything up to a time is told."""
        self._hands = [hand for hand in self._hands if hand.time > until]
        self._sounds = [sound for sound in self._sounds if sound[0] > until]

    def tidy(self, now: float) -> None:
        """Let go of what is long past; a noise without a hand sooner."""
        self._hands = [hand for hand in self._hands if hand.time > now - KEPT]
        self._sounds = [
            (time, sure)
            for time, sure in self._sounds
            if time > now - KEPT and (time > now - NOISE_KEPT or any(self.towers(time)))
        ]

    def towers(self, time: float) -> tuple[float, ...]:
        """The tower a hand was over when something fell."""
        total = np.zeros(PLACES)
        for hand in list(self._hands):
            late = hand.time - (time - FALL)
            if -BEFORE < late < AFTER + FALL:
                total += np.array(hand.towers) * np.exp(-0.5 * (late / 0.2) ** 2)
        weight = float(total.sum())
        return tuple(float(each) for each in total / weight) if weight > 1e-3 else NOBODY

    def pearls(self) -> tuple[Pearl, ...]:
        """What may have fallen, in order of time."""
        found = []
        for time, sure in self._sounds:
            towers = self.towers(time)
            if any(towers):
                odds = HEARD * sure / (HEARD * sure + STRAY * (1 - sure) + 1e-6)
                found.append(Pearl(time, odds, towers))
            else:
                found.append(Pearl(time, NO_HAND * sure, (1 / PLACES,) * PLACES))
        found += [
            Pearl(time, UNHEARD, towers)
            for time, towers in self._visits()
            if all(not -0.3 < heard - time < 1.0 for heard, _ in self._sounds)
        ]
        return tuple(sorted(found, key=lambda pearl: pearl.time))

    def _visits(self) -> list[tuple[float, tuple[float, ...]]]:
        """Times at which a hand stayed over a tower."""
        visits: list[tuple[float, tuple[float, ...]]] = []
        run: list[Hand] = []
        for hand in [*self._hands, None]:
            same = (
                hand is not None
                and run
                and any(hand.towers)
                and hand.time - run[-1].time < PAUSE
                and np.argmax(hand.towers) == np.argmax(run[-1].towers)
            )
            if hand is not None and same:
                run.append(hand)
                continue
            if len(run) >= DWELL:
                shares = np.mean([each.towers for each in run], axis=0)
                if shares.max() > 0.6:
                    visits.append((run[len(run) // 2].time, tuple(float(s) for s in shares)))
            run = [hand] if hand is not None and any(hand.towers) else []
        return visits
