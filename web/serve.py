"""Waitress set up for many open streams: a thread a phone, and dead phones found soon."""

from __future__ import annotations

import contextlib
import socket
import threading

from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.server import create_server
from waitress.task import ErrorTask

from web.gate import SECURITY_HEADERS
from web.hub import Hub

SPARE_THREADS = 32
SPARE_CONNECTIONS = 300
DEAD_PHONE_MILLISECONDS = 30_000
UNSENT_BYTES = 262_144


class _Dressed(ErrorTask):  # type: ignore[misc]
    """What waitress answers by itself, before the gate: a request that is none."""

    def execute(self) -> None:
        self.response_headers.extend([*SECURITY_HEADERS.items(), ("Cache-Control", "no-store")])
        super().execute()


class _Channel(HTTPChannel):  # type: ignore[misc]
    error_task_class = _Dressed


class Server:
    """Serves the app in a thread of its own; port 0 takes a free one, told by `port`."""

    def __init__(self, app: Flask, host: str = "0.0.0.0", port: int = 0) -> None:  # noqa: S104
        self._hub: Hub = app.extensions["castellan"].hub
        self._map: dict[int, object] = {}
        listener = _listen(host, port)
        self.port = int(listener.getsockname()[1])
        app.extensions["castellan"].gate.port = self.port
        self._server = create_server(
            app,
            map=self._map,
            sockets=[listener],
            threads=self._hub.cap + SPARE_THREADS,
            connection_limit=self._hub.cap + SPARE_CONNECTIONS,
            backlog=1024,
            channel_timeout=60,
            outbuf_high_watermark=UNSENT_BYTES,
            asyncore_use_poll=True,
            channel_request_lookahead=1,  # without it a phone that hung up goes unnoticed
            ident=None,
            clear_untrusted_proxy_headers=False,  # the gate refuses them; removed, it sees none
        )
        self._server.channel_class = _Channel
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)

    def start(self) -> None:
        """Begin to serve in the background."""
        self._thread.start()

    @property
    def waiting(self) -> int:
        """Requests that no thread has taken up yet."""
        return len(self._server.task_dispatcher.queue)

    def run(self) -> None:
        """Serve until closed or interrupted; who interrupts calls `close` next.

        The sockets have a thread of their own, so that `close` can still tell the phones.
        """
        self.start()
        with contextlib.suppress(KeyboardInterrupt):
            self._thread.join()

    def close(self) -> None:
        """End every stream, then the server; its own thread closes the sockets."""
        self._hub.close_all()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=2)
        # Another thread's pull may run our thunk, which closes the trigger, before our own pull.
        with contextlib.suppress(OSError):
            self._server.trigger.pull_trigger(self._close_sockets)
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        else:  # whoever called `run` is here now
            self._close_sockets()

    def _close_sockets(self) -> None:
        wasyncore.close_all(self._map, ignore_all=True)

    def __enter__(self) -> Server:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket whose connections give up on phones that left without a word."""
    listener = socket.create_server((host, port), backlog=1024)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_PHONE_MILLISECONDS)
    return listener
