"""The files of the pages, put together once at the start: one script and one sheet a page.

Scripts are ES modules (`static/house/`, `static/games/<game>/`). A page's are joined with all they
import, so that a phone asks once and not ten times. A file's name carries a hash of what is in it,
so a phone may keep it for ever. Lines stay where they were: a fault is told by module and line.
"""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

STATIC = Path(__file__).parent / "static"
ALWAYS = ("house/style.css", "house/faults.js")
PAGES = {
    "doorstep": ("house/door.css", "house/door.js", "house/hostdoor.js"),
    "end": ("house/score.css", "house/end.css", "house/end.js"),
    "health": ("house/health.css", "house/health.js"),
    "hosts": ("house/door.css", "house/hosts.js"),
    "join": ("house/join.js",),
    "panel": ("house/panel.css", "house/panel.js"),
    "plain": (),
    "rules": ("house/rules.css",),
    "settings": ("house/settings.css", "house/settings.js"),
    "start": ("house/door.css", "house/start.js", "house/hostdoor.js"),
    "teach": ("house/teach.css", "house/teach.js"),
}
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
ICONS = ("icon.svg", "icon-180.png", "icon-512.png")  # the numbers are pixels
COLOURS = {"background_color": "#f5f0e6", "theme_color": "#6d1f2c"}
LETTERS = 10  # of the hash in a name

_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
_MODULE_WORD = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_SCRIPT_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*(?:.|\n)*?\*/[ \t]*)$", re.MULTILINE)
_SHEET_COMMENT = re.compile(r"/\*(?:.|\n)*?\*/")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_BLANK = re.compile(r"\n{2,}")


class BadModule(ValueError):
    """A script that cannot be joined with the others."""


@dataclass(frozen=True)
class File:
    """What is sent under one name, as it is and packed."""

    name: str
    kind: str
    plain: bytes
    packed: bytes

    @classmethod
    def of(cls, stem: str, suffix: str, data: bytes) -> File:
        """A file named after what is in it."""
        name = f"{stem}-{sha256(data).hexdigest()[:LETTERS]}{suffix}"
        return cls(name, KINDS[suffix], data, gzip.compress(data, 9, mtime=0))


@dataclass
class _Joined:
    """The modules of one script, each after those it imports."""

    root: Path
    numbers: dict[str, int] = field(default_factory=dict)
    text: str = '"use strict"; (() => {\n'
    begins: list[tuple[int, str]] = field(default_factory=list)  # first line and module

    def add(self, module: str, way: tuple[str, ...] = ()) -> None:
        """Join a module and, before it, whatever it imports."""
        if module in way:
            raise BadModule(f"{' -> '.join((*way, module))}: modules import each other in a circle")
        if module in self.numbers:
            return
        source = (self.root / module).read_text(encoding="utf-8")
        for _, address in _IMPORT.findall(source):
            self.add(_beside(module, address), (*way, module))
        self.numbers[module] = len(self.numbers)
        self.begins.append((self.text.count("\n") + 1, module))
        names = ", ".join(_EXPORT.findall(source))
        body = _IMPORT.sub(lambda found: self._taken(module, found), _EXPORT.sub("", source))
        strange = _MODULE_WORD.search(body)
        if strange:
            raise BadModule(f"{module}: {strange[0]!r} is a way to import or export we do not join")
        self.text += f"const m{self.numbers[module]} = (() => {{ {_slim(body)}"
        self.text += f"return {{ {names} }}; }})();\n"

    def _taken(self, module: str, found: re.Match[str]) -> str:
        names, address = found[1], found[2]
        lines = "\n" * found[0].count("\n")
        if names is None:
            return lines
        wanted = " ".join(names.split()).replace(" as ", ": ")
        return f"const {{ {wanted} }} = m{self.numbers[_beside(module, address)]};{lines}"


class Bundles:
    """Every file there is, by its name; and which of them a page wants."""

    def __init__(self, root: Path = STATIC) -> None:
        self._root = root
        self.files: dict[str, File] = {}  # by name
        self._wanted: dict[tuple[str, str], str] = {}
        self._begins: dict[str, list[tuple[int, str]]] = {}
        for page, parts in (PAGES | games(root)).items():
            self._make(page, (*ALWAYS, *parts))
        for icon in (root / "house" / name for name in ICONS):
            self._keep(icon.stem, File.of(icon.stem, icon.suffix, icon.read_bytes()))
        self._keep("castellan", File.of("castellan", ".webmanifest", self._manifest()))

    def find(self, name: str) -> File | None:
        """The file of this name."""
        return self.files.get(name)

    def name(self, page: str, suffix: str) -> str:
        """The name of a page's script or sheet."""
        return self._wanted[page, suffix]

    def source(self, place: str) -> str:
        """A place of a joined script, "kilt-12ab.js:88", as the module and line it came from."""
        name, _, line = place.partition(":")
        if name not in self._begins or not line.isdecimal():
            return place
        passed = [begin for begin in self._begins[name] if begin[0] <= int(line)]
        first, module = passed[-1] if passed else (1, name)
        return f"{module}:{int(line) - first + 1}"

    def _make(self, page: str, parts: tuple[str, ...]) -> None:
        joined = _Joined(self._root)
        for part in parts:
            if part.endswith(".js"):
                joined.add(part)
        script = File.of(page, ".js", (joined.text + "})();\n").encode())
        self._begins[script.name] = joined.begins
        sheets = [self._root / part for part in parts if part.endswith(".css")]
        sheet = "".join(_slim_sheet(path.read_text(encoding="utf-8")) for path in sheets)
        self._keep(page, script)
        self._keep(page, File.of(page, ".css", sheet.encode()))

    def _manifest(self) -> bytes:
        """What a phone wants to know to put the table on its home screen."""
        icons = [
            {
                "src": self.name(icon.partition(".")[0], Path(icon).suffix),
                "type": KINDS[Path(icon).suffix],
                "sizes": "any" if icon.endswith(".svg") else "{0}x{0}".format(Path(icon).stem[5:]),
            }
            for icon in ICONS
        ]
        told = {"name": "Castellan", "short_name": "Castellan", "start_url": "/table"}
        return json.dumps({**told, "display": "standalone", **COLOURS, "icons": icons}).encode()

    def _keep(self, page: str, file: File) -> None:
        self.files[file.name] = file
        self._wanted[page, Path(file.name).suffix] = file.name


@cache
def bundled() -> Bundles:
    """The files of our own pages."""
    return Bundles()


def games(root: Path = STATIC) -> dict[str, tuple[str, ...]]:
    """The page of each game: its folder's script and sheet of the same name."""
    folders = sorted(path.name for path in (root / "games").iterdir() if path.is_dir())
    return {
        game: (
            *("house/table.css", "house/score.css", f"games/{game}/{game}.css"),
            *(f"games/{game}/{game}.js", "house/simulated.js"),
        )
        for game in folders
    }


def _beside(module: str, address: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), address))


def _slim(script: str) -> str:
    """Without comments that have lines of their own and without indents; lines stay in place."""
    bare = _SCRIPT_COMMENT.sub(lambda found: "\n" * found[0].count("\n"), script)
    return _INDENT.sub("", bare)


def _slim_sheet(sheet: str) -> str:
    return _BLANK.sub("\n", _INDENT.sub("", _SHEET_COMMENT.sub("", sheet)))
