"""Random requests of every shape against a real table of each game.

No answer may be a fault of ours (5xx), and what was refused may have changed nothing. Run alone:
`python -m tests.web.fuzz --posts 33500 --gets 10000 --seed 1`.
"""

from __future__ import annotations

import argparse
import itertools
import json
import logging
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from tests.web.hostile import GAMES, ROLES, TEXTS, House, house, recorded
from web.bundles import bundled
from web.commands import COMMANDS

STYLE = f"/static/{bundled().name('plain', '.css')}"
A_HOUSE = 1500  # requests before another table is opened, at another point of another game
BEGUN = (0, 3, 12, 40, 120)  # events told before
WORDS = [text for text, _ in TEXTS.values()]
NUMBERS = (0, 1, 2, 5, -1, 99, 2**31, 2**53, 2**53 + 1, 2**64, 10**30, 10**400, 0.5, -1e308, 1e-9)
ODD = (None, True, False, float("nan"), float("inf"), "", [], {}, [[]], {"": {}})
PATHS = (
    *("/", "/join", "/table", "/panel", "/health", "/health.json", "/metrics", "/qr.svg"),
    *("/teach", "/api/state", "/api/panel", "/api/teach", "/api/live", "/backup"),
    *("/picture/", "/picture/evidence-", "/picture/evidence-q", "/picture/teach"),
    *("/api/choices/", "/static/", STYLE, "/teach/box/", "/health/alive"),
)
PAGES = [path for path in PATHS if not path.endswith(("/", "-", "q"))] + ["/", "/api/choices/0"]
USUAL = ("/api/do", "/api/judge", "/api/join", "/api/panel", "/api/teach", "/api/language")
ASKING = ("/api/judge", "/api/language", "/api/fault")  # POSTs that change nothing at the table
QUERIES = ("for", "page", "last", "game", "t", "language", "x")
HEADERS = ("Accept", "Accept-Language", "Range", "If-None-Match", "Last-Event-ID", "Cookie")


@dataclass
class Tally:
    """What came of it."""

    posts: int = 0
    gets: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    slowest: tuple[float, str] = (0.0, "")

    def __str__(self) -> str:
        kinds = ", ".join(f"{status}: {many}" for status, many in sorted(self.answers.items()))
        seconds, which = self.slowest
        return (
            f"{self.posts} POSTs, {self.gets} GETs; 5xx: {len(self.faults)}; refused or only asked "
            f"but changed: {len(self.changed)}; slowest {seconds:.2f} s ({which}); {kinds}"
        )


class Fuzz:
    """Sends one random request after another to one house."""

    def __init__(self, dice: random.Random, opened: House, game: str, tally: Tally) -> None:
        self.dice, self.house, self.tally = dice, opened, tally
        self.told: list[dict[str, Any]] = recorded(game)["events"]
        self.kept = opened.kept()
        rules = [rule for rule in opened.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
        self.others = sorted({rule.rule for rule in rules} - set(USUAL))

    def post(self) -> None:
        """One POST, its body valid but for some places, or no JSON at all."""
        dice = self.dice
        path = dice.choices((*USUAL, dice.choice(self.others)), (60, 15, 8, 7, 7, 3, 5))[0]
        body = self._body(path)
        for _ in range(dice.choice((0, 0, 0, 1, 1, 2, 5))):
            body = self._spoiled(body)
        data = self._raw() if dice.random() < 0.04 else json.dumps(body).encode()
        kind = "text/plain" if dice.random() < 0.02 else "application/json"
        self.tally.posts += 1
        self._ask(path, data=data, content_type=kind, method="POST")

    def get(self) -> None:
        """One GET of a path that is none, or nearly one."""
        dice = self.dice
        path = dice.choice(PATHS)
        if path.endswith(("/", "-", "q")) or dice.random() < 0.3:
            path += "/".join(self._segment() for _ in range(dice.choice((1, 1, 1, 2, 9))))
        asked = [f"{dice.choice(QUERIES)}={self._segment()}" for _ in range(dice.choice((0, 1, 3)))]
        if asked:
            path += "?" + "&".join(asked)
        header = {dice.choice(HEADERS): self._header()} if dice.random() < 0.3 else {}
        self.tally.gets += 1
        self._ask(path, method="GET", headers=header)

    def _ask(self, path: str, role: str = "", **wishes: Any) -> None:
        role = role or self.dice.choices(ROLES, (1, 1, 4, 2, 4))[0]
        phone, before = self.house.phones[role], self.kept
        headers = {"Accept": self.dice.choice(("*/*", "text/html")), **wishes.pop("headers", {})}
        begun = time.perf_counter()
        with phone.client.open(
            path, headers=headers, environ_base=phone.environ, base_url=phone.base_url, **wishes
        ) as answer:
            status = answer.status_code
        took = time.perf_counter() - begun, f"{wishes['method']} {path[:60]}"
        self.tally.slowest = max(self.tally.slowest, took)
        self.tally.answers[status] += 1
        self.kept = self.house.kept()
        said = f"{status} {role} {wishes['method']} {path} {wishes.get('data', b'')[:600]!r}"
        if status >= 500:
            self.tally.faults.append(said)
        asks_only = wishes["method"] == "GET" or path in (
            "/api/judge",
            "/api/language",
            "/api/fault",
        )
        if (status >= 400 or asks_only) and self.kept != before:
            self.tally.changed.append(said)

    def look_around(self) -> None:
        """Every page as everybody, after all that was sent."""
        for role in ("watcher", "seat", "host"):
            for path in PAGES:
                self._ask(path, role, method="GET")

    # ---- what is sent --------------------------------------------------------------------------

    def _body(self, path: str) -> Any:
        dice = self.dice
        if path == "/api/do":
            return self._command()
        bodies: dict[str, Any] = {
            "/api/judge": {"event": self._event()},
            "/api/join": {"seat": dice.choice((None, 0, 1, 2, 9)), "name": dice.choice(WORDS)},
            "/api/panel": {"button": dice.choice(("next", "undo", "confirm")), "held": True},
            "/api/teach": {
                "do": dice.choice(("begin", "again", "tap", "answer", "next", "back", "stop")),
                "game": dice.choice(GAMES),
                "kind": "red 0",
                "value": dice.choice(WORDS),
                "corners": [[0, 0], [9, 0], [9, 9], [0, 9]],
                "step": 1,
            },
            "/api/language": {"language": dice.choice(("de", "en", "xx"))},
            "/api/fault": {"what": dice.choice(WORDS), "where": dice.choice(WORDS)},
        }
        said = {"code": dice.choice(WORDS), "id": dice.choice(WORDS), "yes": True, "do": "revoke"}
        return bodies.get(path, said)

    def _command(self) -> dict[str, Any]:
        dice, table = self.dice, self.house.table
        name = dice.choice((*COMMANDS, "claim", "claim", "amend", "insert"))
        question = table.doubts.question
        last = len(table.referee.records)
        values: dict[str, Any] = {
            "question": question.id if question else "q1000001",
            "choice": dice.choice(("none", "1", "2")),
            "number": dice.randint(0, last + 2),
            "before": dice.randint(0, last + 2),
            "event": self._event(),
            "stands": dice.random() < 0.5,
            "game": dice.choice(GAMES) if dice.random() < 0.05 else "chess",
            "players": dice.randint(0, 7),
            "options": {},
            "corners": [[0, 0], [9, 0], [9, 9], [0, 9]],
            "name": dice.choice(WORDS),
            "seat": dice.randint(0, 6),
            "level": dice.choice(("silent", "referee", "hints", "x")),
            "step": dice.choice(("start", "again", "more", "stop", "x")),
        }
        fields = {key: values.get(key, True) for key in COMMANDS[name]}
        command = f"fuzz-{dice.getrandbits(64):016x}"
        return {"id": command, "version": table.version, "do": name, **fields}

    def _event(self) -> dict[str, Any]:
        """An event that may be told now, or was told in the recorded game."""
        table = self.house.table
        if self.dice.random() < 0.5:
            actions = table.game.actions(table.referee.position)
            if actions:
                return table.game.event_to_json(self.dice.choice(actions))
        return self.dice.choice(self.told)

    def _spoiled(self, value: Any) -> Any:
        """The value with something at one place of it replaced, taken away or added."""
        dice = self.dice
        if isinstance(value, dict) and value and dice.random() < 0.85:
            keys = sorted(value, key=repr)
            key = "event" if "event" in keys and dice.random() < 0.6 else dice.choice(keys)
            rest = {name: inside for name, inside in value.items() if name != key}
            match dice.randrange(10):
                case 0:
                    return rest
                case 1:
                    return {**value, dice.choice(WORDS): self._any(2)}
                case _:
                    return {**value, key: self._spoiled(value[key])}
        if isinstance(value, list) and value and dice.random() < 0.7:
            at = dice.randrange(len(value))
            return [*value[:at], self._spoiled(value[at]), *value[at + 1 :]]
        return self._any(3)

    def _any(self, depth: int) -> Any:
        dice = self.dice
        match dice.randrange(9 if depth else 4):
            case 0 | 1:
                return dice.choice(WORDS)
            case 2 | 3:
                return dice.choice(NUMBERS)
            case 4:
                return [self._any(depth - 1) for _ in range(dice.randint(0, 4))]
            case 5:
                return {dice.choice(WORDS): self._any(depth - 1) for _ in range(dice.randint(0, 4))}
            case 6:
                return self._event()
            case _:
                return dice.choice(ODD)

    def _raw(self) -> bytes:
        dice = self.dice
        deep = dice.choice((5, 13, 200, 20_000))
        return dice.choice(
            (
                b"[" * deep,
                b'{"a":' * deep + b"1" + b"}" * deep,
                b'{"do":"undo","id":"fuzz-0000","version":' + b"9" * deep + b"}",
                dice.randbytes(dice.randint(0, 300)),
                b'{"a": "'
                + dice.choice((b"\xed\xa0\x80", b"\xff", b"\\ud800", b"\\u0000"))
                + b'"}',
                b"\xef\xbb\xbf{}",
                b"{" * 70_000,
            )
        )

    def _segment(self) -> str:
        """A part of a path or query, in percent and hex or as it is."""
        dice = self.dice
        match dice.randrange(6):
            case 0:
                return "".join(f"%{byte:02x}" for byte in dice.randbytes(dice.randint(1, 12)))
            case 1:
                return quote(dice.choice(WORDS).encode("utf-8", "surrogatepass"), safe="")
            case 2:
                return "9" * dice.choice((1, 3, 10, 30, 300, 5000))
            case 3:
                return dice.choice(("..", ".", "%2e%2e", "..%2f..%2fetc%2fpasswd", "%00", "~", "*"))
            case 4:
                return str(dice.randint(-3, 300))
            case _:
                return "".join(dice.choices("abcdefghij-_.0123456789", k=dice.randint(1, 40)))

    def _header(self) -> str:
        text = self.dice.choice(WORDS) if self.dice.random() < 0.5 else "bytes=9-1,x;q=9"
        return "".join(sign for sign in text if " " <= sign < "\x7f" or "\xa0" <= sign <= "\xff")


def shares(whole: int, parts: int) -> Iterator[int]:
    """A number in parts as equal as can be."""
    yield from (whole // parts + (at < whole % parts) for at in range(parts))


def run(folder: Path, posts: int, gets: int, seed: int, games: tuple[str, ...] = GAMES) -> Tally:
    """So many requests, spread over all games and moments of them."""
    tally, dice = Tally(), random.Random(seed)
    houses = max(len(games), -(-(posts + gets) // A_HOUSE))
    each = zip(itertools.cycle(games), shares(posts, houses), shares(gets, houses), strict=False)
    for number, (game, some_posts, some_gets) in enumerate(each):
        with house(folder / str(number), game, dice.choice(BEGUN)) as opened:
            fuzz = Fuzz(dice, opened, game, tally)
            asked = [fuzz.post] * some_posts + [fuzz.get] * some_gets
            dice.shuffle(asked)
            for ask in asked:
                ask()
            fuzz.look_around()
    return tally


def main() -> int:
    """Run as a program; the exit code says whether anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("posts", 33_500), ("gets", 10_000), ("seed", 1)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = run(Path(folder), given.posts, given.gets, given.seed)
    sys.stdout.write(f"{tally}; {time.monotonic() - begun:.0f} s\n")
    for found in (*tally.faults, *tally.changed):
        sys.stdout.write(f"{found}\n")
    return 1 if tally.faults or tally.changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
