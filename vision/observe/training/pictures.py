"""Made-up pictures of prints: as a camera over a table may see them, light and covers included."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from vision.observe.training.net import CROP
from vision.observe.training.prints import GAMMA, Batch, Prints, wide

MARGIN = 1.2  # a crop is this much wider than the face in it
PAPER = 0.75  # of full light: white paper is darker than a burnt out pixel
SETTINGS = 48  # crops that share one blur, one resolution, one JPEG quality
FEWEST_PIXELS, MOST_PIXELS = 12, 58  # across a crop as the camera saw it


@dataclass(frozen=True)
class Trouble:
    """What may come between a print and its picture. Spreads are of bell curves.

    Gain and cast are what the fit of the picture's light leaves over: most often little, with a
    heavy tail (measured on rendered tables: .2 to .4 of log light, .1 to .2 of tint).
    """

    gain: float = 0.4  # log light
    cast: float = 0.13  # log light of a channel
    calm: float = 0.1  # share of pictures with a quarter of these
    slope: float = 0.15  # log light from one edge to the other
    veil: float = 0.6  # most white light that is added
    veiled: float = 0.4  # share of pictures
    shaded: float = 0.35  # share with the edge of a shadow
    covered: float = 0.3  # share with something over a part
    told: float = 0.8  # share in which the mask knows what cannot be seen
    shift: float = 0.08  # of the face's width
    scale: float = 0.08  # log
    turn: float = 0.06  # radians


@dataclass(frozen=True)
class Crops:
    """RGB from 0 to 1, and 1 where it can be seen."""

    pixels: Tensor
    seen: Tensor


class Photographer:
    """Takes pictures of prints."""

    def __init__(self, maker: Prints, trouble: Trouble) -> None:
        self.maker, self.trouble = maker, trouble
        self.dice = random.Random(torch.initial_seed())
        line = torch.linspace(-1, 1, CROP, device=maker.device)
        self.y, self.x = line[None, None, :, None], line[None, None, None, :]

    def take(self, batch: Batch, times: int) -> Crops:
        """So many pictures of each print, one after another."""
        prints = batch.prints.repeat_interleave(times, 0)
        cut_out = wide(batch.cut_out.repeat_interleave(times, 0)).float()
        linear = torch.cat([PAPER * prints[:, :3] ** GAMMA * prints[:, 3:], prints[:, 3:]], 1)
        anything = self._anything(len(prints))
        light = self._lit(self._laid(linear, cut_out, anything))
        cover = self._cover(len(prints))
        burnt = (light.amax(1, keepdim=True) > 1.05).float() * (1 - cover)
        over = anything[torch.randperm(len(anything), device=anything.device)] * 0.7
        over = over + 0.3 * self.maker.colours(len(prints)) ** GAMMA
        light = light * (1 - cover) + over * cover
        told = (self._each(len(prints)) < self.trouble.told).float()
        return Crops(self._developed(light), 1 - told * torch.maximum(cover, burnt))

    def _each(self, count: int) -> Tensor:
        return self.maker.even(count, 1, 1, 1)

    def _bell(self, count: int, channels: int = 1) -> Tensor:
        return self.maker.bell(count, channels, 1, 1)

    # -- the table ----------------------------------------------------------------------------

    def _placed(self, count: int) -> tuple[Tensor, Tensor]:
        """Where the face lies in the crop, and how it narrows away from the camera."""
        bell = self.maker.bell
        size = torch.exp(bell(count) * self.trouble.scale) / MARGIN
        turn, squash = bell(count) * self.trouble.turn, torch.exp(bell(count) * 0.04)
        cos, sin = torch.cos(turn) / size, torch.sin(turn) / size
        shift = self.trouble.shift * MARGIN
        rows = [cos, -sin * squash, bell(count) * shift], [sin, cos * squash, bell(count) * shift]
        return torch.stack([torch.stack(list(row), -1) for row in rows], 1), bell(count, 2) * 0.05

    def _seen_at(
        self, image: Tensor, place: Tensor, narrowing: Tensor | None = None, pad: str = "zeros"
    ) -> Tensor:
        shape = (len(image), image.shape[1], CROP, CROP)
        grid = functional.affine_grid(place, shape, align_corners=False)
        if narrowing is not None:
            grid = grid / (1 + (grid * narrowing[:, None, None]).sum(-1, keepdim=True))
        return functional.grid_sample(image, grid, padding_mode=pad, align_corners=False)

    def _anything(self, count: int) -> Tensor:
        """Some ground, as large and as turned as may be."""
        image = PAPER * self.maker.grounds(count) ** GAMMA
        size, turn = self.maker.even(count) * 2 + 0.4, self.maker.even(count) * 2 * math.pi
        cos, sin = torch.cos(turn) / size, torch.sin(turn) / size
        right, down = self.maker.bell(2, count) * 0.3
        rows = [cos, -sin, right], [sin, cos, down]
        place = torch.stack([torch.stack(list(row), -1) for row in rows], 1)
        return self._seen_at(image, place, pad="reflection")

    def _neighbours(self, linear: Tensor, place: Tensor) -> Tensor:
        """Other prints beside this one, as in a grid."""
        order = torch.randperm(len(linear), device=linear.device)
        grid = functional.affine_grid(place, (len(linear), 3, CROP, CROP), align_corners=False)
        half = 1 + self._each(len(linear)) * 0.25
        folded = torch.remainder(grid + half, 2 * half) - half
        others = linear[order, :3]
        return functional.grid_sample(others, folded, padding_mode="border", align_corners=False)

    def _laid(self, linear: Tensor, cut_out: Tensor, anything: Tensor) -> Tensor:
        """Prints on a ground; what is cut out stands on it, leans away and throws a shadow."""
        count = len(linear)
        place, narrowing = self._placed(count)
        face = self._seen_at(linear, place, narrowing)
        outline = face[:, 3:]
        in_grid = self._each(count) < 0.45 * (1 - cut_out)
        ground = torch.where(in_grid, self._neighbours(linear, place), anything)
        side, height = self._side(linear, place, narrowing, cut_out)
        moved = place.clone()
        moved[:, :, 2] += self.maker.bell(count, 2) * 0.35
        shadow = self._seen_at(linear[:, 3:], moved) * cut_out * self._each(count) * 0.7
        mean = face[:, :3].sum((2, 3)) / outline.sum((2, 3)).clamp_min(1.0)
        shade = mean[:, :, None, None] * (0.25 + self._each(count) * 0.65)
        shade = shade * (1 + 0.3 * self._bell(count) * self.x)
        standing = side * (height > 0.02)
        light = ground * (1 - shadow)
        light = light * (1 - standing) + shade.clamp(0, 1) * standing
        return light * (1 - outline) + face[:, :3]

    def _side(
        self, linear: Tensor, place: Tensor, narrowing: Tensor, cut_out: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The side of a piece below its face, and how far it reaches."""
        count = len(linear)
        height = self._each(count) * 0.8 * cut_out * (self._each(count) < 0.8)
        way = self.maker.even(count) * 2 * math.pi
        foot = self._each(count) * 0.5 + 0.6  # how broad the foot is beside the face
        side = torch.zeros_like(linear[:, :1, :CROP, :CROP])
        for part in (0.25, 0.5, 0.75, 1.0):
            moved = place / (1 + (foot[:, :, 0, 0, None] - 1) * part)
            moved[:, :, 2] = place[:, :, 2]
            moved[:, 0, 2] += height[:, 0, 0, 0] * part * torch.cos(way)
            moved[:, 1, 2] += height[:, 0, 0, 0] * part * torch.sin(way)
            side = torch.maximum(side, self._seen_at(linear[:, 3:], moved, narrowing))
        return side, height

    # -- light --------------------------------------------------------------------------------

    def _lit(self, light: Tensor) -> Tensor:
        count, trouble = len(light), self.trouble
        calm = torch.where(self._each(count) < trouble.calm, 0.25, 1.0)
        light = light * torch.exp(self._bell(count) * trouble.gain * calm)
        light = light * torch.exp(self._bell(count, 3) * trouble.cast * calm)
        light = light * torch.exp(self._bell(count) * trouble.slope * self.y)
        light = light * torch.exp(self._bell(count) * trouble.slope * self.x)
        turn, off = self._each(count) * 2 * math.pi, self._bell(count) * 0.6
        across = self.y * torch.sin(turn) + self.x * torch.cos(turn) - off
        shade = torch.sigmoid(across * (3 + self._each(count) * 20))
        depth = (self._each(count) < trouble.shaded) * self._each(count) * 0.65
        light = light * (1 - depth * shade)
        white = (self._each(count) < trouble.veiled) * self._each(count) ** 1.5 * trouble.veil
        lean = 1 + 0.3 * self._bell(count) * self.x + 0.3 * self._bell(count) * self.y
        light = light + white * lean.clamp_min(0)
        right, down = self.x - self._bell(count) * 0.6, self.y - self._bell(count) * 0.6
        spot = torch.exp(-(right**2 + down**2) / (0.02 + self._each(count) * 0.4))
        return light + (self._each(count) < 0.2) * self._each(count) * 1.2 * spot

    def _cover(self, count: int) -> Tensor:
        """Something over a part: an edge, or something round."""
        turn, off = self._each(count) * 2 * math.pi, 0.3 + self._each(count) * 0.8
        edge = (self.y * torch.sin(turn) + self.x * torch.cos(turn)) > off
        right, down = self.x - torch.cos(turn) * 1.1, self.y - torch.sin(turn) * 1.1
        blob = right**2 + down**2 < (0.3 + 0.6 * self._each(count)) ** 2
        cover = torch.where(self._each(count) < 0.35, blob, edge)
        return (cover & (self._each(count) < self.trouble.covered)).float()

    # -- the camera ---------------------------------------------------------------------------

    def _developed(self, light: Tensor) -> Tensor:
        """Blur, few pixels, grain and JPEG: a few settings a batch."""
        parts = max(1, min(24, len(light) // SETTINGS))
        return torch.cat([self._shot(part) for part in light.chunk(parts)]).clamp(0, 1)

    def _shot(self, light: Tensor) -> Tensor:
        light = _blurred(light, self.dice.random() * 1.6)
        span = math.log(MOST_PIXELS / FEWEST_PIXELS)
        pixels = round(FEWEST_PIXELS * math.exp(self.dice.random() * span))
        flat = max(10, int(pixels * (1 - 0.35 * self.dice.random() ** 2)))
        size = min(flat, CROP), min(pixels, CROP)
        size = size if self.dice.random() < 0.7 else (size[1], size[0])
        if min(size) < CROP:
            light = functional.interpolate(light, size=size, mode="area")
        image = light.clamp(0, 1) ** (1 / GAMMA)
        grain = self._each(len(image)) ** 2 * 0.05
        image = (image + self.maker.bell(*image.shape) * grain).clamp(0, 1)
        if self.dice.random() < 0.6:
            image = jpeg(image, 60 + 35 * self.dice.random())
        return functional.interpolate(
            image, size=(CROP, CROP), mode="bilinear", align_corners=False
        )


def _blurred(light: Tensor, width: float, reach: int = 4) -> Tensor:
    if width < 0.3:
        return light
    steps = torch.arange(-reach, reach + 1, device=light.device).float()
    kernel = torch.exp(-steps * steps / (2 * width * width))
    kernel = (kernel / kernel.sum())[None, None, None, :]
    flat = functional.pad(light.reshape(-1, 1, CROP, CROP), (reach,) * 4, mode="replicate")
    return functional.conv2d(functional.conv2d(flat, kernel), kernel.swapaxes(2, 3)).reshape(
        light.shape
    )


def jpeg(image: Tensor, quality: float) -> Tensor:
    """What JPEG of this quality leaves of a picture; all channels at full size."""
    count, _, height, width = image.shape
    pad = -width % 8, -height % 8
    padded = functional.pad(image, (0, pad[0], 0, pad[1]), mode="replicate") * 255
    rows, columns = padded.shape[2] // 8, padded.shape[3] // 8
    colours = torch.tensor(
        [[0.299, 0.587, 0.114], [-0.1687, -0.3313, 0.5], [0.5, -0.4187, -0.0813]],
        device=image.device,
    )
    luma = torch.einsum("ij,njhw->nihw", colours, padded)
    step = torch.arange(8, device=image.device).float()
    cosine = torch.cos((2 * step[None] + 1) * step[:, None] * math.pi / 16) * 0.5
    cosine[0] *= math.sqrt(0.5)
    coarse = (200 - 2 * quality) / 100 if quality >= 50 else 50 / quality
    table = 10 + 4 * (step[:, None] + step[None]) + 1.2 * (step[:, None] * step[None])
    tables = torch.stack([table, table * 1.6, table * 1.6]) * coarse
    tables = tables[None, :, None, None].clamp_min(1)
    blocks = luma.reshape(count, 3, rows, 8, columns, 8).permute(0, 1, 2, 4, 3, 5)
    waves = torch.einsum("ij,nchwjk,lk->nchwil", cosine, blocks, cosine)
    waves = torch.round(waves / tables) * tables
    blocks = torch.einsum("ji,nchwjk,kl->nchwil", cosine, waves, cosine)
    luma = blocks.permute(0, 1, 2, 4, 3, 5).reshape(padded.shape)
    back = torch.einsum("ij,njhw->nihw", torch.linalg.inv(colours), luma) / 255
    return back.clamp(0, 1)[:, :, :height, :width]
