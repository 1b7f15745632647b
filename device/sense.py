"""The thread of a sense: keeps one device open and finds it again when it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0)

Device = TypeVar("Device")


class Sense(Generic[Device]):
    """Opens a device, uses it until it is lost, and tries again, ever more patiently."""

    def __init__(
        self,
        thread: str,
        open_device: Callable[[], Device],
        missing: tuple[type[Exception], ...],
    ) -> None:
        self._open_device, self._missing = open_device, missing
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self.run, name=thread, daemon=True)

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """End, and give the device back."""
        self._stop.set()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=10)

    def run(self, wait: Callable[[float], bool] | None = None) -> None:
        """Use the device until stopped or all is taken in; a lost one is tried again and again."""
        wait = wait or self._stop.wait
        failures = 0
        while not self._stop.is_set():
            try:
                device = self._open()
            except self._missing as fault:
                self._change("missing", str(fault))
            else:
                if self._use(device):
                    return
                failures = 0
            if wait(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]):
                return
            failures += 1

    def _open(self) -> Device:
        return self._open_device()

    def _use(self, device: Device) -> bool:
        """Take in until the device is lost (False) or gives nothing more (True)."""
        raise NotImplementedError

    def _change(self, state: str, detail: str = "") -> None:
        """Tell how the device does, if that is news."""
        raise NotImplementedError
