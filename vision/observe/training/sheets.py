"""Packs fonts, emoji and icons into one file: what made-up prints are drawn with.

    python -m vision.observe.training.sheets build/eye/sheets.npz
    python -m vision.observe.training.sheets --fonts    # names Debian's packages

Emoji and icons come from npm, as pinned below; fonts are those that Debian's packages put under
/usr/share/fonts. A fifth of fonts and emoji, and one whole set of icons, are kept apart: training
never sees them, and the figures of made-up prints are taken on them.
"""

from __future__ import annotations

import random
import string
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from fontTools.ttLib import TTFont
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Shapes = NDArray[np.uint8]

SIZE = 64  # pixels a side of every shape
PITCH = 66  # pixels from one emoji of a sheet to the next
HELD = 5  # every fifth font and emoji is kept apart
SEED = 1


@dataclass(frozen=True)
class Sheet:
    """A package of emoji or icons, and the file in it that is used."""

    package: str
    version: str
    file: str
    most: int  # so many shapes of it, drawn by lot
    licence: str  # of the drawings
    held: bool = False

    @property
    def archive(self) -> str:
        """What `npm pack` calls it."""
        return f"{self.package.removeprefix('@').replace('/', '-')}-{self.version}.tgz"


EMOJI = (
    Sheet("emoji-datasource-twitter", "16.0.0", "img/twitter/sheets/64.png", 1500, "CC-BY-4.0"),
    Sheet("emoji-datasource-google", "16.0.0", "img/google/sheets/64.png", 1000, "Apache-2.0"),
)
AWESOME = "@fortawesome/fontawesome-free"
ICONS = (
    Sheet(AWESOME, "6.7.2", "webfonts/fa-solid-900.ttf", 1500, "OFL-1.1"),
    Sheet(AWESOME, "6.7.2", "webfonts/fa-brands-400.ttf", 400, "OFL-1.1"),
    Sheet("@mdi/font", "7.4.47", "fonts/materialdesignicons-webfont.ttf", 1500, "Apache-2.0"),
    Sheet("rpg-awesome", "0.2.0", "fonts/rpgawesome-webfont.ttf", 500, "OFL-1.1", held=True),
)
FONTS = Path("/usr/share/fonts")
# Debian's packages of text fonts, all under free licences (OFL, GPL with the font exception,
# Apache, Bitstream Vera); what else lies in the folder is used too.
PACKAGES = (
    "fonts-liberation", "fonts-freefont-ttf", "fonts-lato", "fonts-urw-base35", "fonts-comic-neue",
    "fonts-linuxlibertine", "fonts-vollkorn", "fonts-quicksand", "fonts-lobster",
    "fonts-roboto-slab", "fonts-open-sans", "fonts-ebgaramond", "fonts-hack", "fonts-inconsolata",
    "fonts-croscore", "fonts-crosextra-carlito", "fonts-tomsontalks", "fonts-jura", "fonts-kanit",
    "fonts-play", "fonts-gfs-artemisia", "fonts-gfs-neohellenic", "fonts-sil-gentium",
    "fonts-sil-charis", "fonts-sil-andika", "fonts-breip", "fonts-bebas-neue", "fonts-cabin",
    "fonts-ecolier-court", "fonts-fanwood", "fonts-courier-prime", "fonts-rufscript",
    "fonts-cardo", "fonts-dejavu", "fonts-noto-core",
)  # fmt: skip
PICTORIAL = ("symbol", "dingbat", "d050000l", "emoji", "math", "initials")  # fonts without letters


def fetched(sheet: Sheet, folder: Path) -> Path:
    """The sheet's file, brought by npm unless it is there."""
    archive = folder / sheet.archive
    if not archive.is_file():
        wanted = f"{sheet.package}@{sheet.version}"
        subprocess.run(["npm", "pack", "--silent", wanted], cwd=folder, check=True)
    name = f"package/{sheet.file}"
    with tarfile.open(archive) as packed:
        packed.extract(name, folder / sheet.archive.removesuffix(".tgz"), filter="data")
    return folder / sheet.archive.removesuffix(".tgz") / name


def emoji(path: Path, most: int, dice: random.Random) -> Shapes:
    """Emoji as RGBA; skin tones and flags repeat, so only what differs is kept."""
    sheet = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    assert sheet is not None
    count = sheet.shape[0] // PITCH
    cells = sheet[: count * PITCH, : count * PITCH].reshape(count, PITCH, count, PITCH, 4)
    cells = cells.swapaxes(1, 2)[:, :, 1 : 1 + SIZE, 1 : 1 + SIZE].reshape(-1, SIZE, SIZE, 4)
    cells = cells[cells[..., 3].mean(axis=(1, 2)) > 20][..., [2, 1, 0, 3]]
    small = cells[:, ::8, ::8].reshape(len(cells), -1).astype(np.float32)
    kept: list[int] = []
    for index in dice.sample(range(len(cells)), len(cells)):
        if len(kept) == most:
            break
        if not kept or np.abs(small[kept] - small[index]).mean(axis=1).min() > 12:
            kept.append(index)
    return np.asarray(cells[kept], dtype=np.uint8)


def drawn(font: Path, text: str, height: int) -> Shapes | None:
    """A text in the middle of a square, as large as asked or as fits; None if it shows nothing."""
    face = ImageFont.truetype(str(font), height)
    left, top, right, bottom = face.getbbox(text)
    if min(right - left, bottom - top) < 2:
        return None
    longest = max(right - left, bottom - top)
    if longest > SIZE - 6:
        face = ImageFont.truetype(str(font), max(8, int(height * (SIZE - 6) / longest)))
        left, top, right, bottom = face.getbbox(text)
    shape = Image.new("L", (SIZE, SIZE), 0)
    at = (SIZE - right - left) / 2, (SIZE - bottom - top) / 2
    ImageDraw.Draw(shape).text(at, text, font=face, fill=255)
    pixels = np.asarray(shape)
    return pixels if pixels.mean() > 4 else None


def icons(path: Path, most: int, dice: random.Random) -> Shapes:
    """Signs of a font of icons."""
    codes = sorted(code for code in TTFont(path).getBestCmap() if code > 0x2000)
    signs = (drawn(path, chr(code), 56) for code in dice.sample(codes, min(len(codes), most)))
    return np.stack([sign for sign in signs if sign is not None])


def texts(fonts: Sequence[Path], dice: random.Random) -> tuple[list[Shapes], list[int], list[bool]]:
    """Numerals and letters of each font; their number (-1: a letter); whether kept apart."""
    shapes, numbers, held = [], [], []
    for place, font in enumerate(fonts):
        words = [str(n) for n in range(10)]
        words += dice.sample([str(n) for n in range(10, 100)], 8)
        words += dice.sample(string.ascii_uppercase, 6) + dice.sample(string.ascii_lowercase, 3)
        for word in words:
            try:
                shape = drawn(font, word, 52)
            except OSError:  # a font that FreeType cannot draw at this size
                continue
            if shape is not None:
                shapes.append(shape)
                numbers.append(int(word) if word.isdigit() else -1)
                held.append(place % HELD == 0)
    return shapes, numbers, held


def pack(target: Path) -> dict[str, int]:
    """Write the file; how many shapes of each sort there are."""
    dice = random.Random(SEED)
    folder = target.parent
    folder.mkdir(parents=True, exist_ok=True)
    found = sorted(
        path
        for path in FONTS.rglob("*.?tf")
        if not any(word in path.name.lower() for word in PICTORIAL)
    )
    dice.shuffle(found)
    shapes, numbers, held = texts(found, dice)
    faces = np.concatenate([emoji(fetched(sheet, folder), sheet.most, dice) for sheet in EMOJI])
    signs = [icons(fetched(sheet, folder), sheet.most, dice) for sheet in ICONS]
    apart = [np.full(len(part), sheet.held) for part, sheet in zip(signs, ICONS, strict=True)]
    parts: dict[str, NDArray[Any]] = {
        "text": np.stack(shapes),
        "number": np.array(numbers),
        "text_held": np.array(held),
        "faces": faces,
        "faces_held": np.arange(len(faces)) % HELD == 0,
        "signs": np.concatenate(signs),
        "signs_held": np.concatenate(apart),
    }
    np.savez_compressed(target, **parts)  # type: ignore[arg-type]  # its stub knows one array only
    return {"fonts": len(found)} | {name: len(part) for name, part in parts.items()}


if __name__ == "__main__":
    print(" ".join(PACKAGES) if sys.argv[1] == "--fonts" else pack(Path(sys.argv[1])))
