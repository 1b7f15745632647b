"""The learned eye in NumPy alone: slow, to check by.

Three times a step by two and a residual block; then a narrow look at what lies where beside the
mean of everything. Batch norms are folded into the weights.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from vision.observe.cut import Patches
from vision.observe.eye import WEIGHTS, Array, prepared

STAGES = 3
GRAPH, INITIALIZER, DIMS, RAW = 7, 5, 1, 9  # numbers of fields in onnx.proto
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  # wire types of protocol buffers


class PlainEye:
    """The same as `Eye`."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        tensors = list(_tensors(weights.read_bytes()))
        pairs = list(zip(tensors[::2], tensors[1::2], strict=True))
        self._stages = [pairs[3 * n : 3 * n + 3] for n in range(STAGES)]
        self._where, self._last = pairs[3 * STAGES :]

    def embed(self, patches: Patches) -> Array:
        """Vectors (N, 128) of length 1."""
        x = prepared(patches.pixels, patches.masks)
        for down, first, second in self._stages:
            x = np.maximum(_convolved(x, *down, stride=2), 0)
            inner = np.maximum(_convolved(x, *first), 0)
            x = np.maximum(x + _convolved(inner, *second), 0)
        where = _convolved(x, *self._where).reshape(len(x), -1)
        both = np.concatenate([where, x.mean(axis=(2, 3))], axis=1)
        weights, bias = self._last
        vectors = both @ weights.T + bias
        return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _convolved(x: Array, weights: Array, bias: Array, stride: int = 1) -> Array:
    size = weights.shape[2]
    edge = size // 2
    wide = np.pad(x, ((0, 0), (0, 0), (edge, edge), (edge, edge)))
    windows = sliding_window_view(wide, (size, size), axis=(2, 3))[:, :, ::stride, ::stride]
    found = np.einsum("ncyxij,ocij->noyx", windows, weights, optimize=True)
    return np.asarray(found + bias[:, None, None], np.float32)


def _tensors(model: bytes) -> Iterator[Array]:
    """The weights of an ONNX file in their order."""
    for number, graph in _fields(model):
        if number == GRAPH:
            yield from (_tensor(t) for n, t in _fields(graph) if n == INITIALIZER)


def _tensor(message: bytes) -> Array:
    shape, values = list[int](), b""
    for number, value in _fields(message):
        if number == DIMS:
            shape += _numbers(value)
        elif number == RAW:
            values = value
    return np.frombuffer(values, np.dtype("<f4")).reshape(shape)


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """The fields of a protocol buffer: a number and what it holds, numbers as they are written."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        start = at
        if key & 7 == VARINT:
            _, at = _varint(message, at)
        elif key & 7 == BYTES:
            size, start = _varint(message, at)
            at = start + size
        else:
            at += 8 if key & 7 == FIXED64 else 4
        yield key >> 3, message[start:at]


def _numbers(packed: bytes) -> list[int]:
    found, at = list[int](), 0
    while at < len(packed):
        value, at = _varint(packed, at)
        found.append(value)
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    """A number written seven bits a byte, the lowest first, and where it ends."""
    value, shift = 0, 0
    while True:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
