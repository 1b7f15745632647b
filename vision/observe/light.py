"""One light for a whole picture: how the board looks now beside how it was known to look.

In linear light, channel by channel: now = known * gain + veil. The logarithm of the gain is a plane
over the board, and so is the veil, which is white and never below 0 (a lamp mirrored in varnish).
Points that something covers now agree with no such light; they are distrusted, not asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import View
from vision.observe.cut import BURNT, Patches
from vision.observe.hiding import hidden
from vision.observe.table import Point, Stand, Table
from vision.sample import DARK, LINEAR, Picture, softened

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

ACROSS = 28  # points looked at along one side of a board
LEAST_POINTS = 30  # fewer tell no light
ROUNDS = 12
BOLD = 4  # rounds in which the distrust follows the middle misfit: the first guess is far off
SETTLED = 0.002  # natural log; a step that is smaller is the last
SOFT = 0.12  # natural log; a point that misfits by so much counts half
ALONE = 20.0  # neighbouring points err together: so many count as one
# How far a light usually is from none, natural log and linear light: the middle, then a slope.
USUAL_GAIN, USUAL_VEIL = (3.0, 0.5), (0.05, 0.05)
SPREAD = 0.1  # natural log; how much one point wavers
AGREES = 0.2  # a point of more weight than this agrees with the light
# Shares of points that must agree. A veil needs more: where a board was found badly, "less light
# and more veil" explains any blur.
GAIN_SHARE, VEIL_SHARE = 0.35, 0.6
APART = 0.7  # natural log; a veil that changes the gain by more than this is such a blur


@dataclass(frozen=True)
class Light:
    """What came between two looks of a board: planes of log gain, and of a white veil.

    Rows of both are the middle and the slopes along x and y for half a board. Beyond its rim
    nothing was seen: there they stay level.
    """

    gain: Array  # (3, 3): columns are the channels of the picture
    veil: Array  # (3,)
    half: float  # metres from the middle of the board to its rim
    agree: float = 1.0  # share of the points that agree with it

    def gains(self, places: Array) -> Array:
        """How many times more light there is at places (N, 2), a channel each."""
        return np.asarray(np.exp(_terms(places, self.half) @ self.gain))

    def veils(self, places: Array) -> Array:
        """The white light that lies over places (N, 2), linear."""
        return np.maximum(_terms(places, self.half) @ self.veil, 0.0)

    @property
    def usual(self) -> bool:
        """Whether this light changes nothing."""
        return not self.gain.any() and not self.veil.any()


NONE = Light(np.zeros((3, 3)), np.zeros(3), 1.0, 0.0)


def relit(patches: Patches, light: Light, places: Sequence[Point]) -> Patches:
    """Patches whose middles lie at these places, as the known light would show them."""
    if light.usual or not len(patches):
        return patches
    where = np.array(places)
    gains, veils = light.gains(where), light.veils(where)
    shown = (LINEAR - veils[:, None, None]) / gains[:, :, None]
    codes = np.interp(shown, LINEAR, np.arange(len(LINEAR))).round().astype(np.uint8)
    lit = [
        cv2.LUT(pixels, np.ascontiguousarray(table.T[None]))
        for pixels, table in zip(patches.pixels, codes, strict=True)
    ]
    return Patches(np.stack(lit).astype(np.uint8), patches.masks)


# --- what a picture shows of the bare board -------------------------------------------------


@dataclass(frozen=True)
class Ground:
    """Points of a board in one picture: linear light (N, 3), and which of them were seen."""

    light: Array
    seen: Flags


def grid(half: float) -> Array:
    """Places (N, 2) all over a board."""
    way = (np.arange(ACROSS) + 0.5) / ACROSS * 2 - 1
    x, y = np.meshgrid(way * half, -way * half)
    return np.stack([x.ravel(), y.ravel()], axis=1)


def ground(picture: Picture, view: View, places: Array, covered: Flags | None = None) -> Ground:
    """How a picture shows these places of the board; `covered` are known to show something else."""
    pixels = view.project(np.column_stack([places, np.zeros(len(places))]))
    x, y = (pixels - 0.5).astype(np.float32).T[..., None]
    codes = cv2.remap(softened(picture), x, y, cv2.INTER_LINEAR).reshape(-1, 3)
    seen = view.contains(pixels) & (codes.max(axis=1) < BURNT)
    return Ground(LINEAR[codes], seen if covered is None else seen & ~covered)


def covered_by(view: View, table: Table, stands: Sequence[Stand], places: Array) -> Flags:
    """Which places of the board stand under or behind these pieces."""
    return hidden(view, table, stands, np.column_stack([places, np.zeros(len(places))]))


# --- the fit ---------------------------------------------------------------------------------


def light_between(places: Array, now: Ground, known: Ground, half: float) -> Light:
    """The light of a board that was seen twice; none where both looks have too little in common."""
    both = now.seen & known.seen
    return fit_light(places[both], now.light[both], known.light[both], half)


def fit_light(places: Array, now: Array, known: Array, half: float) -> Light:
    """The light that turns known looks (N, 3, linear) at places (N, 2) into these; or none."""
    if len(places) < LEAST_POINTS:
        return NONE
    terms = _terms(places, half)
    gain = _fitted(terms, now, known, half, veiled=False)
    veil = _fitted(terms, now, known, half, veiled=True)
    if veil.agree >= VEIL_SHARE and abs((veil.gain - gain.gain)[0].mean()) < APART:
        return veil
    return gain if gain.agree >= GAIN_SHARE else NONE


def _fitted(terms: Array, now: Array, known: Array, half: float, veiled: bool) -> Light:
    """One light by Gauss and Newton, trusting each point by how well it agreed so far."""
    wanted = np.log(now + DARK)
    light = Light(np.zeros((3, 3)), np.zeros(3), half)
    light.gain[0] = np.median(wanted - np.log(known + DARK), axis=0)
    for n in range(ROUNDS):
        lit, shown = _shown(light, terms, known)
        rest = wanted - np.log(shown)
        trust = _trust(rest, bold=n < BOLD)
        step = _step(light, terms, (lit / shown, 1 / shown), rest, trust, veiled)
        light = replace(light, gain=light.gain + step[:, :3], veil=light.veil + step[:, 3])
        if n >= BOLD and np.abs(step).max() < SETTLED:
            break
    rest = wanted - np.log(_shown(light, terms, known)[1])
    return replace(light, agree=float((_trust(rest, bold=False) > AGREES).mean()))


def _shown(light: Light, terms: Array, known: Array) -> tuple[Array, Array]:
    """Known looks in a light: without its veil and the dark's floor, and with them."""
    lit = known * np.exp(terms @ light.gain)
    return lit, lit + np.maximum(terms @ light.veil, 0.0)[:, None] + DARK


def _trust(rest: Array, bold: bool) -> Array:
    worst = np.abs(rest).max(axis=1)
    soft = max(SOFT, 1.5 * float(np.median(worst))) if bold else SOFT
    return np.asarray(1 / (1 + (worst / soft) ** 2))


def _step(
    light: Light,
    terms: Array,
    slopes: tuple[Array, Array],
    rest: Array,
    trust: Array,
    veiled: bool,
) -> Array:
    """How planes of gain (three columns) and of the veil (the fourth) are to change."""
    of_gain, of_veil = slopes
    slope = np.zeros((len(terms), 3, 4))  # of each channel of a point, by each plane
    slope[:, range(3), range(3)] = of_gain
    slope[:, :, 3] = of_veil * veiled
    pulled = slope.transpose(0, 2, 1) * (trust / SPREAD**2 / ALONE)[:, None, None]
    plane = (terms[:, :, None] * terms[:, None]).reshape(-1, 9)
    normal = (pulled @ slope).reshape(-1, 16).T @ plane  # planes by planes, rows by rows
    normal = normal.reshape(4, 4, 3, 3).transpose(0, 2, 1, 3).reshape(12, 12)
    usual = np.array([*[USUAL_GAIN] * 3, USUAL_VEIL]) ** -2.0
    so_far = np.column_stack([light.gain, light.veil]).T
    wanted = (pulled @ rest[..., None])[..., 0].T @ terms - so_far * usual[:, [0, 1, 1]]
    held = normal + np.diag(usual[:, [0, 1, 1]].ravel())
    return np.asarray(np.linalg.solve(held, wanted.ravel()).reshape(4, 3).T)


def _terms(places: Array, half: float) -> Array:
    """The middle, x and y in halves of a board; beyond its rim they stay level."""
    level = np.clip(np.asarray(places, np.float64) / half, -1, 1)
    return np.column_stack([np.ones(len(level)), level])
