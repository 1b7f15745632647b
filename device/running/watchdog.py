"""Telling systemd that all is well, and only while it is: every loop must keep ticking."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable

from device.loops.pulses import Clock, Pulse, Pulses
from device.loops.supervisor import Ticks

log = logging.getLogger(__name__)
PROBE_EVERY = 5.0
ROUND_SECONDS = 1.0
STEADY_AFTER = 120.0


class Notifier:
    """Says things to the service manager over its socket; without one it says nothing."""

    def __init__(self, address: str | None = None) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET") if address is None else address
        self._heard = True  # the last time

    @property
    def listening(self) -> bool:
        """Whether somebody started us who wants to hear."""
        return bool(self._address)

    def tell(self, **facts: str) -> bool:
        """Send variables such as READY=1; False when they did not get through."""
        if not self._address:
            return False
        lines = "\n".join(f"{name}={value}" for name, value in facts.items())
        # An address in the abstract name space is written with @ and begins with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.connect(address)
                line.sendall(lines.encode())
        except OSError as fault:
            if self._heard:
                log.warning("the service manager cannot be told: %s", fault)
            self._heard = False
        else:
            self._heard = True
        return self._heard


class Probe(Ticks):
    """Asks something again and again; every answer is a beat."""

    def __init__(self, pulse: Pulse, ask: Callable[[], object], every: float = PROBE_EVERY) -> None:
        super().__init__(f"probe {pulse.name}", every, self._ask)
        self._pulse, self._question = pulse, ask

    def body(self) -> None:
        """Ask at once, then again and again."""
        self._ask()
        super().body()

    def _ask(self) -> None:
        try:
            self._question()
        except Exception as fault:  # noqa: BLE001 (whatever it is, it is no answer)
            log.warning("%s does not answer: %s", self._pulse.name, fault)
        else:
            self._pulse.beat()


class Watchdog(Ticks):
    """Feeds systemd's watchdog as long as every loop ticks.

    Ready is told once all have ticked. `steady` is called after two good minutes, `hanging` with
    the names of loops that hang, once each time.
    """

    def __init__(
        self,
        pulses: Pulses,
        notifier: Notifier,
        steady: Callable[[], None] = lambda: None,
        hanging: Callable[[list[str]], None] = lambda _: None,
        clock: Clock = time.monotonic,
    ) -> None:
        super().__init__("watchdog", ROUND_SECONDS, self.look)
        self._pulses, self._notifier, self._clock = pulses, notifier, clock
        self._steady, self._hanging = steady, hanging
        self._since: float | None = None
        self._told_steady = False
        self._late: list[str] = []

    def ask(self) -> None:
        """To end, and tell that the service does."""
        super().ask()
        self._notifier.tell(STOPPING="1")

    def look(self) -> None:
        """One round: feed when all is well, else tell who hangs."""
        late = self._pulses.late()
        if late and late != self._late:
            log.error("hanging: %s; the watchdog is not fed", ", ".join(late))
            self._notifier.tell(STATUS=f"hanging: {', '.join(late)}")
            self._hanging(late)
        self._late = late
        if late or not self._pulses.alive():
            return
        if self._since is None:
            self._since = self._clock()
            self._notifier.tell(READY="1", STATUS="following the table")
        self._notifier.tell(WATCHDOG="1")
        if not self._told_steady and self._clock() - self._since >= STEADY_AFTER:
            self._told_steady = True
            self._steady()
