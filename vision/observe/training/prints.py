"""Made-up prints: what a tile, counter or card may show. No game's artwork is among them.

Prints come in families of four. What a family differs in is drawn by lot: the drawing, the tint,
the lightness, a quarter turn, a small numeral, or everything. Some are cut out, as pieces are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

FAMILY = 4  # prints
SIZE = 64  # pixels a side of a print, as the sheets' shapes are
GAMMA = 2.2  # of sRGB, nearly
CUT_OUT = 0.25  # share of families that are pieces with an outline
ALIKE = 0.018  # root mean square of two prints below which nobody tells them apart
NOISES = 384  # grounds of noise that are drawn from
NUMERALS = 17  # numbers in a row of the sheet that come from one font

Make = Callable[[int], Tensor]


class Kind(IntEnum):
    """What the prints of a family differ in."""

    DRAWING = 0
    TINT = 1
    LIGHTNESS = 2
    TURN = 3
    NUMERAL = 4
    ALL = 5


SHARES = (0.33, 0.22, 0.10, 0.10, 0.15, 0.10)  # of the kinds, in their order


@dataclass(frozen=True)
class Batch:
    """Prints as RGBA; which two nobody can tell apart; which are cut out."""

    prints: Tensor  # n, 4, SIZE, SIZE
    alike: Tensor  # n, n
    cut_out: Tensor  # n


@dataclass(frozen=True)
class Lot:
    """How many, what each family differs in, and which of its four a print is."""

    kind: Tensor
    member: Tensor

    def __len__(self) -> int:
        return len(self.kind)

    def shared(self, make: Make) -> Tensor:
        """One value for a family."""
        return make(len(self) // FAMILY).repeat_interleave(FAMILY, 0)

    def but_in(self, make: Make, *kinds: Kind) -> Tensor:
        """One value for a family, but one a print in families of these kinds."""
        common, own = self.shared(make), make(len(self))
        differs = self.has(*kinds).view(-1, *[1] * (own.dim() - 1))
        return torch.where(differs, own, common)

    def has(self, *kinds: Kind) -> Tensor:
        """Which prints belong to families of these kinds."""
        return torch.stack([self.kind == kind for kind in kinds]).any(0)


def wide(flags: Tensor) -> Tensor:
    """A value a print, as a picture."""
    return flags[:, None, None, None]


class Prints:
    """Draws prints with the shapes of a file that `sheets` packed."""

    def __init__(
        self, sheets: Path, device: str, shares: tuple[float, ...] = SHARES, held: bool = False
    ) -> None:
        self.device, self.shares = device, torch.tensor(shares, device=device)
        packed = np.load(sheets)
        of = {name: packed[name][packed[f"{name}_held"] == held] for name in ("text", "signs")}
        numbers = packed["number"][packed["text_held"] == held]
        faces = packed["faces"][packed["faces_held"] == held].transpose(0, 3, 1, 2).copy()
        self.shapes = torch.tensor(np.concatenate([of["text"], of["signs"]]), device=device)
        self.letters = len(of["text"])
        self.faces = torch.tensor(faces, device=device)
        self.numerals = torch.tensor(np.flatnonzero(numbers >= 0), device=device)
        line = torch.linspace(-1, 1, SIZE, device=device)
        self.y, self.x = line[None, None, :, None], line[None, None, None, :]
        self.radius = torch.sqrt(self.x**2 + self.y**2)
        self.noises = self._noises(NOISES)

    def draw(self, count: int) -> Batch:
        """So many prints, a multiple of four."""
        lot, cut_out = self._lot(count)
        stepped = lot.shared(self.even) < 0.5  # the drawing steps too, not its ground alone
        step = self._step(lot)
        middle = wide(lot.has(Kind.LIGHTNESS))  # so that there is room to be lighter and darker
        image = lot.but_in(self.grounds, Kind.ALL)
        image = torch.where(middle, 0.25 + 0.5 * image, image)
        image = torch.where(wide(stepped), image, image * step).clamp(0, 1)
        image = self._main_drawing(image, lot)
        image = self._second_drawing(image, lot)
        image = self._small_things(image, lot)
        image = torch.where(wide(stepped), image * step, image).clamp(0, 1)
        image = self._turned(image, lot)
        outline = torch.where(wide(cut_out), self._outlines(lot), torch.ones_like(image[:, :1]))
        return Batch(torch.cat([image, outline], 1), self._alike(image * outline), cut_out)

    # -- lots ---------------------------------------------------------------------------------

    def even(self, *shape: int) -> Tensor:
        """Evenly from 0 to 1."""
        return torch.rand(*shape, device=self.device)

    def bell(self, *shape: int) -> Tensor:
        """From a bell curve of width one."""
        return torch.randn(*shape, device=self.device)

    def one_of(self, count: int, *shape: int) -> Tensor:
        """A number below `count`."""
        return torch.randint(count, shape, device=self.device)

    def _any(self, count: int) -> Tensor:
        return self.one_of(1 << 20, count)

    def _each(self, count: int) -> Tensor:
        return self.even(count, 1, 1, 1)

    def _lot(self, count: int) -> tuple[Lot, Tensor]:
        families = count // FAMILY
        kind = torch.multinomial(self.shares, families, replacement=True)
        cut_out = self.even(families) < CUT_OUT
        turns = (kind == Kind.TURN) | (kind == Kind.NUMERAL)  # of a disc: a piece lies in any turn
        kind = torch.where(cut_out & turns, torch.full_like(kind, Kind.TINT), kind)
        member = torch.arange(count, device=self.device) % FAMILY
        repeated = kind.repeat_interleave(FAMILY), cut_out.repeat_interleave(FAMILY)
        return Lot(repeated[0], member), repeated[1]

    # -- grounds ------------------------------------------------------------------------------

    def _noises(self, count: int) -> Tensor:
        """Noise of several grains laid over each other."""
        total, weight = torch.zeros(count, 1, SIZE, SIZE, device=self.device), torch.ones(1)
        weight = weight.to(self.device)
        for grain in (3, 7, 15, 31):
            coarse = self.bell(count, 1, grain, grain)
            fine = functional.interpolate(coarse, size=SIZE, mode="bicubic", align_corners=False)
            total = total + weight * fine
            weight = weight * (0.3 + 0.5 * self._each(count))
        return total / total.std((2, 3), keepdim=True).clamp_min(1e-3)

    def colours(self, count: int) -> Tensor:
        """Inks: a quarter of them nearly grey."""
        grey = self._each(count) < 0.25
        middle = self._each(count) * 0.85 + 0.08 + self.bell(count, 3, 1, 1) * 0.02
        return torch.where(grey, middle.clamp(0.03, 0.97), self.even(count, 3, 1, 1) * 0.9 + 0.05)

    def grounds(self, count: int) -> Tensor:
        """Plain, rough, striped, tiled; some with a frame, a disc or a ring."""
        plain = self._each(count) < 0.3
        rough = self.noises[self.one_of(NOISES, count)] * self._each(count) * 0.13
        stained = self.noises[self.one_of(NOISES, count)] * self.bell(count, 3, 1, 1) * 0.03
        stained = stained * (self._each(count) < 0.5)
        pattern = rough + stained + self._stripes_and_tiles(count)
        image = self.colours(count) * (1 + pattern * ~plain)
        which, edge = self._each(count), 0.82 + self._each(count) * 0.14
        frame = (torch.maximum(self.x.abs(), self.y.abs()) > edge) & (which < 0.25)
        disc = (self.radius < 0.5 + self._each(count) * 0.4) & (which > 0.75)
        middle, broad = 0.55 + self._each(count) * 0.3, 0.02 + 0.08 * self._each(count)
        ring = ((self.radius - middle).abs() < broad) & (which > 0.5) & (which < 0.65)
        return torch.where(frame | disc | ring, self.colours(count), image).clamp(0, 1)

    def _stripes_and_tiles(self, count: int) -> Tensor:
        turn, grain = self._each(count) * math.pi, self._each(count) * 25 + 4
        along = self.x * torch.cos(turn) + self.y * torch.sin(turn)
        across = self.y * torch.cos(turn) - self.x * torch.sin(turn)
        wave = torch.sign(torch.sin(along * grain + self._each(count) * 6))
        stripes = wave * self._each(count) * 0.2 * (self._each(count) < 0.25)
        row = torch.floor(across * grain / math.pi)
        joint = torch.sin(across * grain).abs() < 0.25
        gap = torch.sin(along * grain * 0.6 + row * math.pi / 2).abs() < 0.2
        tiles = (joint | gap) * -self._each(count) * 0.4 * (self._each(count) < 0.25)
        return stripes + tiles

    # -- drawings -----------------------------------------------------------------------------

    def _put(
        self, image: Tensor, emoji: Tensor, index: Tensor, at: tuple[Tensor, ...], ink: Tensor,
        painted: Tensor, shown: Tensor,
    ) -> Tensor:  # fmt: skip
        """Draw one shape on each print; `at`: how large, how turned, and where."""
        scale, turn, right, down = at
        shape = self.shapes[index % len(self.shapes)][:, None].float() / 255
        face = self.faces[index % len(self.faces)].float() / 255
        is_face = wide(emoji)
        opaque = torch.where(is_face, face[:, 3:], shape)
        colour = torch.where(is_face, face[:, :3], torch.ones_like(face[:, :3]))
        cos, sin = torch.cos(turn) / scale, torch.sin(turn) / scale
        rows = [cos, -sin, -right / scale], [sin, cos, -down / scale]
        place = torch.stack([torch.stack(list(row), -1) for row in rows], 1)
        grid = functional.affine_grid(place, (len(image), 4, SIZE, SIZE), align_corners=False)
        both = torch.cat([colour * opaque, opaque], 1)
        both = functional.grid_sample(both, grid, align_corners=False)
        colour = both[:, :3] / both[:, 3:].clamp_min(1e-3)
        shade = ink * (colour.mean(1, keepdim=True) * 0.8 + 0.2)
        colour = torch.where(painted < 0.4, shade, colour)
        colour = torch.where(~is_face | (painted < 0.2), ink.expand_as(colour), colour)
        opaque = both[:, 3:] * shown
        return image * (1 - opaque) + colour * opaque

    def _main_drawing(self, image: Tensor, lot: Lot) -> Tensor:
        scale = lot.but_in(lambda n: self.even(n) * 0.55 + 0.35, Kind.ALL)
        quarter = lot.but_in(self._quarter_turns, Kind.DRAWING, Kind.ALL)
        spot = [lot.but_in(self._off_middle, Kind.ALL) * (1 - scale) for _ in range(2)]
        often = torch.full_like(scale, 0.97)
        often[lot.has(Kind.TINT, Kind.LIGHTNESS)] = 0.55
        often[lot.has(Kind.NUMERAL)] = 0.6
        return self._put(
            image,
            lot.but_in(lambda n: self.even(n) < 0.4, Kind.ALL),
            lot.but_in(self._any, Kind.DRAWING, Kind.ALL),
            (scale, quarter, *spot),
            lot.but_in(self.colours, Kind.ALL),
            lot.but_in(self._each, Kind.ALL),
            (lot.but_in(self._each, Kind.ALL) < wide(often)).float(),
        )

    def _quarter_turns(self, count: int) -> Tensor:
        return self.one_of(4, count) * (math.pi / 2) * (self.even(count) < 0.25)

    def _off_middle(self, count: int) -> Tensor:
        return (self.even(count) - 0.5) * 1.4

    def _second_drawing(self, image: Tensor, lot: Lot) -> Tensor:
        """A smaller one that the whole family has."""
        scale = lot.shared(lambda n: self.even(n) * 0.3 + 0.15)
        spot = [lot.shared(self._off_middle) * (1 - scale) for _ in range(2)]
        return self._put(
            image,
            lot.shared(lambda n: self.even(n) < 0.3),
            lot.shared(self._any),
            (scale, lot.shared(self._quarter_turns), *spot),
            lot.shared(self.colours),
            lot.shared(self._each),
            (lot.shared(self._each) < 0.3).float(),
        )

    def _small_things(self, image: Tensor, lot: Lot) -> Tensor:
        """Of some families each print has another small numeral, or none to three like marks."""
        numeral = lot.has(Kind.NUMERAL)
        marked = numeral & lot.shared(lambda n: self.even(n) < 0.35)
        scale = lot.shared(lambda n: self.even(n) * 0.25 + 0.2)
        cornered = lot.shared(lambda n: self.even(n) < 0.7)
        spot = [self._corner_or_off(lot, scale, cornered) for _ in range(2)]
        ink, spin = lot.shared(self.colours), lot.shared(self.even) * 2 * math.pi
        index = torch.where(marked, lot.shared(self._any), self._numbers(lot))
        never = torch.zeros(len(lot), dtype=torch.bool, device=self.device)
        for place in range(FAMILY - 1):
            turn = spin + place * 2 * math.pi / 3
            right = torch.where(marked, 0.5 * torch.cos(turn), spot[0])
            down = torch.where(marked, 0.5 * torch.sin(turn), spot[1])
            here = numeral & torch.where(marked, place < lot.member, never | (place == 0))
            at = (scale, torch.where(marked, turn, torch.zeros_like(turn)), right, down)
            painted = torch.zeros_like(wide(scale))
            image = self._put(image, never, index, at, ink, painted, wide(here).float())
        return image

    def _corner_or_off(self, lot: Lot, scale: Tensor, cornered: Tensor) -> Tensor:
        corner = (lot.shared(lambda n: self.one_of(2, n)) * 2 - 1) * 0.9
        return torch.where(cornered, corner, lot.shared(self._off_middle)) * (1 - scale)

    def _numbers(self, lot: Lot) -> Tensor:
        """Another number for each of a family, all of about one font."""
        first = lot.shared(lambda n: self.one_of(len(self.numerals) - 2 * NUMERALS, n))
        spread = lot.member * FAMILY + self.one_of(FAMILY, len(lot))
        return self.numerals[first + spread % NUMERALS]

    # -- steps, turns, outlines ---------------------------------------------------------------

    def _step(self, lot: Lot) -> Tensor:
        """By what the four of a family differ in tint, or in lightness."""
        turn, size = lot.shared(self.even) * 2 * math.pi, lot.shared(self.even) * 0.56 + 0.19
        u, v = (lot.member % 2) - 0.5, (lot.member // 2) - 0.5
        across = (u * torch.cos(turn) - v * torch.sin(turn)) * size
        along = (u * torch.sin(turn) + v * torch.cos(turn)) * size
        axes = torch.tensor([[0.707, -0.707, 0.0], [0.408, 0.408, -0.816]], device=self.device)
        tint = across[:, None] * axes[0] + along[:, None] * axes[1]
        lighter = lot.shared(lambda n: self.even(n) * 0.35 + 0.22) * (lot.member - 1.5)
        log = torch.where(lot.has(Kind.TINT)[:, None], tint, torch.zeros_like(tint))
        log = torch.where(lot.has(Kind.LIGHTNESS)[:, None], lighter[:, None].expand(-1, 3), log)
        return torch.exp(log / GAMMA)[:, :, None, None]

    def _turned(self, image: Tensor, lot: Lot) -> Tensor:
        turned = torch.stack([torch.rot90(image, quarter, (2, 3)) for quarter in range(4)])
        own = turned[lot.member, torch.arange(len(lot), device=self.device)]
        return torch.where(wide(lot.has(Kind.TURN)), own, image)

    def _outlines(self, lot: Lot) -> Tensor:
        """Discs, and the silhouettes of signs."""
        disc = (self.radius < lot.shared(lambda n: 0.6 + self._each(n) * 0.4)).float()
        signs = len(self.shapes) - self.letters
        index = lot.shared(lambda n: self.letters + self.one_of(signs, n))
        sign = self.shapes[index][:, None].float() / 255
        sign = (functional.avg_pool2d(sign, 9, 1, 4) > 0.12).float()
        return torch.where(wide(lot.shared(self.even) < 0.7), disc, sign)

    def _alike(self, shown: Tensor) -> Tensor:
        """Which two of a family look the same."""
        count = len(shown)
        small = functional.avg_pool2d(shown, 2).reshape(count // FAMILY, FAMILY, -1)
        near = torch.cdist(small, small) / math.sqrt(small.shape[-1]) < ALIKE
        near = near & ~torch.eye(FAMILY, dtype=torch.bool, device=self.device)
        alike = torch.zeros(count, count, dtype=torch.bool, device=self.device)
        blocks = alike.view(count // FAMILY, FAMILY, count // FAMILY, FAMILY)
        family = torch.arange(count // FAMILY, device=self.device)
        blocks[family, :, family, :] = near
        return alike
