"""Who speaks to the table, and for whom."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Speaker:
    """One phone, or the buttons at the table, as every door of the table sees it.

    `present` are the seats whose own phone is there: nobody else speaks for them.
    """

    seat: int | None = None
    host: bool = False
    present: frozenset[int] = frozenset()

    def speaks_for(self, owner: int | None) -> bool:
        """Whether this speaker may tell what is that seat's business (None: anybody's)."""
        if owner is None or owner == self.seat:
            return True
        return self.host and owner not in self.present


TABLE = Speaker(host=True)  # the wired buttons: they belong to all who sit at the table
