"""What is wrong with a set-up that lies on the table, named so that people can put it right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.values import Json


@dataclass(frozen=True)
class SetUpFault:
    """One fault: the key of its words and the facts that fill them.

    A mere hint, of what will be hard to see, holds no game up.
    """

    key: str
    facts: Mapping[str, Json] = field(default_factory=dict, hash=False)
    hint: bool = False


def begun(**counts: int) -> SetUpFault:
    """The game went on before the device looked: so much of each kind is not as at the start."""
    told: dict[str, Json] = {kind: count for kind, count in counts.items() if count}
    return SetUpFault("setup.begun", {"what": told})
