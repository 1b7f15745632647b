"""Crests in the middle of a top: taught patches in all turns, compared by shape."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.likeness import GLARES
from vision.windows import gather, value_index

Array = NDArray[np.float32]

SIDE = 21  # samples across a top: the crest and the rim around it
ROOM = 3  # samples a patch may be off its place, each way
TURNS = 24
# Noise is smoothed before crests are read (in samples). How unsharp a camera is (in pixels):
# the farther it hangs, the softer crests look. The taught ones are made as soft as both.
SMOOTHED = 0.65
UNSHARP = 1.0
# What lies farther out than this many samples is the edge of the top and what is beside it.
RADIUS = 8.0
# How much the middle of a top weighs, what no template explains, and how pale a crest may be:
# never so pale that it would drown in the noise, since then nothing would speak for it.
WEIGHT = 30.0
NOISE = 0.03
CREST_COST = 1.5
CONTRAST = (0.05, 1.3)
CLEAR = 1.5
# Mirrored light washes crests out, and it shows on the rim as well: a crest that has less than
# this share of the contrast it should have there is rare, the rarer the paler.
KEPT = 0.5
PALE_COST = 4.0
WHITE = 90  # percentile of a taught middle that is as good as white
# A shadow's edge across a plain top is no crest: its turns, how far off the middle, how soft.
EDGES = [(turn, off) for turn in np.arange(16) * np.pi / 16 for off in (-6, -4, -2, 0, 2, 4, 6)]
EDGE_WIDTH = 1.2
SHADOW_COST = 6.0
SHIFTS = [(y, x) for y in range(2 * ROOM + 1) for x in range(2 * ROOM + 1)]


class Crests:
    """Taught middles of tops; names end in the number of crests.

    `softer` is how much softer than taught each looks from where the camera hangs, in samples.
    """

    def __init__(self, patches: Mapping[str, Array], softer: Mapping[str, float]) -> None:
        ys, xs = np.mgrid[0:SIDE, 0:SIDE] - SIDE // 2
        self.inside = np.hypot(xs, ys) <= RADIUS
        slopes = np.stack([np.ones_like(xs), xs, ys], axis=-1)[self.inside].astype(np.float64)
        self._smooth = np.linalg.qr(slopes)[0].astype(np.float32)
        self.plain = [name for name in patches if name.endswith(" 0")]
        self.names = [name for name in patches if name not in self.plain]
        self.bank = np.stack([self._turns(patches[n], softer[n]) for n in self.names])
        self.power = (self.bank * self.bank).sum(axis=2).reshape(-1, 1)
        strength = np.sqrt(self.power / self.bank.shape[2])
        self.palest = np.clip(CLEAR * NOISE / strength, CONTRAST[0], 0.7)
        self.kept = np.stack([self._kept(patches[n]) for n in self.names])
        self.edges = np.stack([self._edge(xs, ys, turn, off) for turn, off in EDGES])
        self.edges /= np.linalg.norm(self.edges, axis=1, keepdims=True)
        offsets = np.arange((SIDE + 2 * ROOM) ** 2).reshape((SIDE + 2 * ROOM,) * 2)
        index = np.stack([offsets[y : y + SIDE, x : x + SIDE][self.inside] for y, x in SHIFTS])
        self._index = value_index(index, 3)
        flat = np.kron(self._smooth.T, np.eye(3, dtype=np.float32))
        self._sums = np.concatenate([self.bank.reshape(-1, self.bank.shape[2]), self.edges, flat])

    def _turns(self, patch: Array, softer: float) -> Array:
        turned = []
        sigma = float(np.hypot(SMOOTHED, softer))
        soft = cv2.GaussianBlur(patch, (0, 0), sigma, borderType=cv2.BORDER_REPLICATE)
        for turn in range(TURNS):
            matrix = cv2.getRotationMatrix2D((SIDE // 2, SIDE // 2), 360 * turn / TURNS, 1.0)
            view = cv2.warpAffine(soft, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
            turned.append(self._level(np.asarray(view)[self.inside]).ravel())
        return np.stack(turned)

    def _kept(self, patch: Array) -> Array:
        """The share of its contrast that a crest keeps under each glare."""
        bright = np.exp(patch - np.percentile(patch.reshape(-1, 3), WHITE, axis=0))
        shone = [self._level(np.log(bright + glare)[self.inside]) for glare in GLARES]
        contrast = [float(np.sqrt((view * view).mean())) for view in shone]
        return np.array(contrast, np.float32) / contrast[0]

    def _edge(self, xs: Array, ys: Array, turn: float, off: float) -> Array:
        """Dark on one side of a line and bright on the other, in all colours alike."""
        side = np.tanh((xs * np.cos(turn) + ys * np.sin(turn) - off) / EDGE_WIDTH)
        return self._level(np.repeat(side[self.inside][:, None], 3, axis=1)).ravel()

    def _level(self, patches: Array) -> Array:
        """With each channel's mean and slope taken out: light falls aslant, crests do not.

        Samples are the last axis but one.
        """
        slope = self._smooth @ (self._smooth.T @ patches)
        return np.asarray(patches - slope, dtype=np.float32)

    def score(self, patches: Array, glares: Mapping[str, Array]) -> list[dict[str, float]]:
        """For each larger patch the value of every kind: of plain ones 0, of the others how much
        better they fit than a plain top does there, at the turn and small shift that speaks most.

        `glares` tells for each colour how likely each of GLARES is on each patch.
        """
        even = patches - patches.mean(axis=(1, 2), keepdims=True)
        flat = gather(even, self._index).reshape(len(self._index), -1)  # (values, places)
        # Crests and edges have no mean and slope: it is enough to take these out of the energy.
        match, edges, slopes = np.split(self._sums @ flat, np.cumsum([len(self.power), len(EDGES)]))
        rough = (flat * flat).sum(axis=0) - (slopes * slopes).sum(axis=0)
        contrast = np.clip(match / self.power, self.palest, CONTRAST[1])
        gain = (contrast * (2 * match - contrast * self.power)).reshape(len(self.names), TURNS, -1)
        at = gain.argmax(axis=1)[:, None]
        rest = rough - np.take_along_axis(gain, at, axis=1)[:, 0]
        shape = (len(self.names), len(SHIFTS), len(patches))
        values = (_weigh(rest / len(flat)) - CREST_COST).reshape(shape)
        contrast = np.take_along_axis(contrast.reshape(gain.shape), at, axis=1)
        values += self._washed_out(contrast.reshape(shape), glares)
        shaded = rough - (edges * edges).max(axis=0)
        plain = _near_best(_weigh(shaded / len(flat)).reshape(shape[1:])) - SHADOW_COST
        plain = np.maximum(plain, _weigh(rough / len(flat)).reshape(shape[1:]))
        lead = (values - plain).max(axis=1).T
        return [
            dict(zip(self.names, row, strict=True)) | dict.fromkeys(self.plain, 0.0)
            for row in lead.tolist()
        ]

    def _washed_out(self, contrast: Array, glares: Mapping[str, Array]) -> Array:
        """How likely crests are this pale (kinds, shifts, patches), whatever the glare."""
        likely = np.stack([glares[name.rsplit(" ", 1)[0]].T for name in self.names])
        missing = -np.log(contrast / KEPT)
        best = np.full(contrast.shape, -np.inf, np.float32)
        for n, kept in enumerate(np.log(self.kept).T[..., None, None]):
            pale = likely[:, n, None] - PALE_COST * np.maximum(0, missing + kept)
            np.maximum(best, pale, out=best)
        return best


def softness(now: float, taught: float, step: float) -> float:
    """How much softer a crest looks than when it was taught, in samples of `step` metres.

    `now` and `taught` are the metres a pixel covers.
    """
    return UNSHARP * float(np.sqrt(max(0.0, now**2 - taught**2))) / step


def _near_best(values: Array) -> Array:
    """The best of each shift and those beside it: no edge lies exactly as one of ours."""
    side = 2 * ROOM + 1
    padded = np.pad(values.reshape(side, side, -1), ((1, 1), (1, 1), (0, 0)), mode="edge")
    beside = [padded[y : y + side, x : x + side] for y in range(3) for x in range(3)]
    return np.max(beside, axis=0).reshape(values.shape)


def _weigh(energy: Array) -> Array:
    return np.asarray(-WEIGHT / 2 * np.log(np.maximum(energy, 0) + NOISE**2))
