"""Who has played here: names and colours, offered again on the next evening."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rules.values import Json
from web.who.keep import Keep

MOST = 24  # names that are remembered; the one not seen for longest goes first


class Players:
    """The names of those who played at this table, the newest first."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        kept = keep.read().get("players")
        self._known = _clean(kept if isinstance(kept, list) else [])

    def saw(self, name: str, colours: Sequence[str]) -> None:
        """This player sits at the table now."""
        known = dict(self._known)
        played = tuple(colours) or known.pop(name, ())
        known.pop(name, None)
        self._change([(name, played), *known.items()])

    def forget(self, name: str) -> None:
        """This player is remembered no longer."""
        self._change([each for each in self._known if each[0] != name])

    def listed(self) -> list[dict[str, Json]]:
        """For the pages."""
        return [{"name": name, "colours": list(colours)} for name, colours in self._known]

    def _change(self, known: list[tuple[str, tuple[str, ...]]]) -> None:
        if known[:MOST] != self._known:
            self._known = known[:MOST]
            self._keep.write({"players": cast(list[Json], self.listed())})


def _clean(kept: list[Json]) -> list[tuple[str, tuple[str, ...]]]:
    """What a file says, as far as it makes sense."""
    found = [
        (name, tuple(str(each) for each in colours))
        for each in kept
        if isinstance(each, dict)
        and isinstance(name := each.get("name"), str)
        and isinstance(colours := each.get("colours"), list)
    ]
    return found[:MOST]
