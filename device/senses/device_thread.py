"""The thread of a sense: keeps one device open and finds it again when it is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from device.loops.supervisor import Loop

RETRY_SECONDS = (0.5, 1.0, 2.0, 5.0)
OFF_SECONDS = 0.5  # between two looks whether it is wanted again

Device = TypeVar("Device")


class DeviceThread(Loop, Generic[Device]):
    """Opens a device, uses it until it is lost, and tries again, ever more patiently."""

    def __init__(
        self,
        thread: str,
        open_device: Callable[[], Device],
        missing: tuple[type[Exception], ...],
    ) -> None:
        super().__init__(thread)
        self._open_device, self._missing = open_device, missing
        self._off = threading.Event()

    def body(self) -> None:
        """Use the device until it is asked to end."""
        self.run()

    def switch(self, on: bool) -> None:
        """Give the device back until it is wanted again, or open it again."""
        if on:
            self._off.clear()
        else:
            self._off.set()

    def wanted(self) -> bool:
        """Whether to go on using the device."""
        return not self._stop.is_set() and not self._off.is_set()

    def run(self, wait: Callable[[float], bool] | None = None) -> None:
        """Use the device until stopped or all is taken in; a lost one is tried again and again."""
        wait = wait or self._stop.wait
        failures = 0
        while not self._stop.is_set():
            if self._off.is_set():
                self._rest()
                if wait(OFF_SECONDS):
                    return
                continue
            try:
                device = self._open()
            except self._missing as fault:
                self._change("missing", str(fault))
            else:
                if self._use(device):
                    return
                failures = 0
            if self.wanted() and wait(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)]):
                return
            failures += 1

    def _rest(self) -> None:
        """The device is switched off."""
        self._change("off")

    def _open(self) -> Device:
        return self._open_device()

    def _use(self, device: Device) -> bool:
        """Take in until the device is lost (False) or gives nothing more (True)."""
        raise NotImplementedError

    def _change(self, state: str, detail: str = "") -> None:
        """Tell how the device does, if that is news."""
        raise NotImplementedError
