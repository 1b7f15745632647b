"""The camera thread: reads frames, hands them on, and finds the camera again when it is lost."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from device.loops.pulses import Pulse, Pulses
from device.senses.device_thread import DeviceThread
from device.senses.frame import (
    Camera,
    CameraLost,
    CameraMissing,
    EndOfPictures,
    Frame,
    Seen,
    is_black,
)

log = logging.getLogger(__name__)

# Seconds of a sight in which nothing happens, before fewer pictures are taken.
REST_AFTER = {"settled": 10.0, "no-board": 2.0, "dark": 2.0}
BLACK_FRAMES = 3  # one black frame may be a hand close to the lens


@dataclass(frozen=True)
class CameraState:
    """How the camera does: a word for the phones and, in `detail`, what the log says."""

    name: str
    state: str
    detail: str = ""


class CameraThread(DeviceThread[Camera]):
    """Keeps one camera open and shows its frames to `see`; tells every change of its state."""

    def __init__(
        self,
        open_camera: Callable[[], Camera],
        see: Callable[[Frame], Seen | None],
        tell: Callable[[CameraState], None],
        name: str = "camera",
        pulse: Pulse | None = None,
    ) -> None:
        super().__init__("eyes", open_camera, (CameraMissing,))
        self._see = see
        self._tell = tell
        self._state = CameraState(name, "opening")
        self._sight, self._settled = "", 0.0  # since when it is the same
        self.given = ""  # what the camera says it gives
        self.pulse = pulse or Pulses().expect(name)
        self.on_frame: Callable[[Frame], None] = lambda _: None

    def run(self, wait: Callable[[float], bool] | None = None) -> None:
        """Look until stopped or the pictures end; every turn is a beat of the pulse."""
        super().run(wait)
        self.pulse.end()

    def _open(self) -> Camera:
        self.pulse.beat()
        return super()._open()

    def _rest(self) -> None:
        self.pulse.beat()
        super()._rest()

    def _use(self, camera: Camera) -> bool:
        """Show frames until the camera is lost (False) or all is seen (True)."""
        self._state = CameraState(camera.name, self._state.state)
        self.given = camera.gives()
        dark = 0
        try:
            while self.wanted():
                frame = camera.read()
                if not self.wanted():
                    break
                self.pulse.beat()
                self.on_frame(frame)
                dark = dark + 1 if is_black(frame.image) else 0
                self._change("black" if dark >= BLACK_FRAMES else "ok")
                sight = self._look(frame) if dark == 0 else "dark"
                self._slow_down(camera, frame.time, sight)
        except EndOfPictures as end:
            self._change("ended", str(end))
        except (CameraLost, CameraMissing) as fault:
            self._change("lost", str(fault))
            return False
        finally:
            camera.close()
        return not self._off.is_set()

    def _look(self, frame: Frame) -> str:
        """What one picture shows; one that cannot be read costs no other."""
        sight = self.guard.run(lambda: self._see(frame))
        return "" if sight is None else str(sight.state)

    def _slow_down(self, camera: Camera, now: float, sight: str) -> None:
        """Let a camera that can take fewer pictures once nothing has happened for long."""
        if sight != self._sight:
            self._sight, self._settled = sight, now
        enough = REST_AFTER.get(sight)
        camera.rest(enough is not None and now - self._settled >= enough)

    def _change(self, state: str, detail: str = "") -> None:
        new = CameraState(self._state.name, state, detail)
        if new == self._state:
            return
        self._state = new
        log.log(
            logging.INFO if state == "ok" else logging.WARNING, "%s: %s %s", new.name, state, detail
        )
        self._tell(new)
