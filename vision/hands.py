"""Hands over the board: pictures are read once they have left, and patience has an end."""

from __future__ import annotations

from dataclasses import replace

from vision.eyes import Eyes
from vision.geometry import View
from vision.rest import Reach, Rest, same_reach
from vision.still import Small, Still

# Still frames after which something that looks like a hand is looked at all the same: three
# seconds at ten frames a second.
PATIENCE = 30
# Still moments after which a hand that is always there is the light, or something left lying.
MOMENTS = 2


class Hands:
    """Tells hands from pieces that moved, by the table as it lay when it was last read."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self.rest: Rest | None = None
        self._hand: Reach | None = None  # in this still moment
        self._waited = 0  # frames of this still moment
        self._reach: Reach | None = None  # the hand in the latest moment that was not read
        self._unread = 0  # still moments in a row that were not read because of a hand

    def over(self, still: Still, view: View) -> bool:
        """Whether a hand is over the board that must leave first.

        What reaches in for too long, or time and again, is no hand.
        """
        hand = self._seen(still.small, view) if self._waited < PATIENCE else None
        if hand is None or (self._unread >= MOMENTS and self._comes_again(hand)):
            return False
        self._hand, self._waited = hand, self._waited + 1
        return True

    def leave(self, read: bool) -> None:
        """The still moment is over; `read`: a picture of it was."""
        if self._hand is not None and not read:
            self._unread = self._unread + 1 if self._comes_again(self._hand) else 1
            self._reach = self._hand
        self.begin_again()

    def begin_again(self) -> None:
        """Another still moment begins."""
        self._hand, self._waited = None, 0

    def note(self, time: float, small: Small, view: View | None) -> None:
        """Let the game's eyes know where a hand is, or that this cannot be seen."""
        if self.rest is not None and view is not None:
            self._eyes.hands.seen(time, small, self.rest, view)
        else:
            self._eyes.hands.lost_view(time)

    def keep(self, small: Small, view: View, again: bool) -> None:
        """The table was read as it lies now; `again`: not for the first time in this moment."""
        if self.rest is None:
            self.rest = Rest(small, view)
        elif again:
            self.rest = replace(self.rest, small=small, view=view)
        else:
            self.rest = self.rest.next(small, view)
        self._unread = 0

    def start_from(self, small: Small, view: View) -> None:
        """The table lies as in this picture, whatever lay there before."""
        self.rest = Rest(small, view)

    def _seen(self, small: Small, view: View) -> Reach | None:
        """Where a hand is over the board, as far as an earlier picture tells."""
        if self.rest is None:
            return None
        facts = self._eyes.facts
        wide = facts.hand_area or facts.size
        hand = self.rest.hand_over(small, view, wide / 2, self._eyes.covers(view))
        return self._eyes.hands.over_piece(small, self.rest, view) if hand is None else hand

    def _comes_again(self, hand: Reach) -> bool:
        """True if this is the same object as last time.

        Where hands may rest on the table it must also be at the same place, and at exactly the
        same while the rules ask for a hand.
        """
        watch = self._eyes.hands
        if not watch.may_rest:
            return True
        return self._reach is not None and same_reach(self._reach, hand, watch.expected())
