"""The network: a crop of 48 by 48 pixels and its mask in, 128 numbers out, alike for one print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn
from torch.nn import functional

CROP = 48  # pixels a side
LENGTH = 128  # numbers that describe a crop
CHANNELS = 4  # red, green, blue, and what cannot be seen
SQUEEZED = 24  # channels of the part that keeps where something is
GRID = CROP // 8  # cells a side after three halvings
OPSET = 13


class Residual(nn.Module):
    """Two convolutions whose sum with their input goes on."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(width)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(width)

    def forward(self, x: Tensor) -> Tensor:
        """As wide and as large as it came."""
        inner = functional.relu(self.first_norm(self.first(x)))
        return functional.relu(x + self.second_norm(self.second(inner)))


class Halving(nn.Module):
    """A convolution that halves the picture."""

    def __init__(self, narrow: int, wide: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(narrow, wide, 3, stride=2, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(wide)

    def forward(self, x: Tensor) -> Tensor:
        """Half as large."""
        return functional.relu(self.norm(self.conv(x)))


class Eye(nn.Module):
    """Three halvings with a residual block each; what is where, and what is there at all."""

    def __init__(self, widths: Sequence[int] = (24, 48, 96)) -> None:
        super().__init__()
        steps = zip((CHANNELS, *widths[:-1]), widths, strict=True)
        self.halvings = nn.ModuleList(Halving(narrow, wide) for narrow, wide in steps)
        self.blocks = nn.ModuleList(Residual(width) for width in widths)
        self.squeeze = nn.Conv2d(widths[-1], SQUEEZED, 1)
        self.last = nn.Linear(SQUEEZED * GRID * GRID + widths[-1], LENGTH)

    def forward(self, x: Tensor) -> Tensor:
        """A vector for each crop; not yet of length one."""
        for halving, block in zip(self.halvings, self.blocks, strict=True):
            x = block(halving(x))
        where = self.squeeze(x).flatten(1)
        return self.last(torch.cat([where, x.mean((2, 3))], dim=1))


def prepared(crops: Tensor, seen: Tensor) -> Tensor:
    """The network's input: what is not seen is grey, and the fourth channel says so.

    Crops are RGB from 0 to 1; `seen` is 1 where they can be seen.
    """
    return torch.cat([(crops - 0.5) * 3 * seen, 1 - seen], dim=1)


class Graph:
    """An ONNX graph that grows node by node."""

    def __init__(self, weights: dict[str, NDArray[np.float64]]) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def node(self, kind: str, inputs: Sequence[str], name: str = "", **more: Any) -> str:
        """Add a node; the name of what comes out."""
        name = name or f"t{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **more))
        return name

    def constant(self, values: NDArray[np.float64]) -> str:
        """Add weights; their name."""
        name = f"w{len(self.constants)}"
        kept = np.ascontiguousarray(values.astype(np.float32))
        self.constants.append(numpy_helper.from_array(kept, name))
        return name

    def conv(self, x: str, weight: str, norm: str, stride: int = 1, relu: bool = True) -> str:
        """A convolution with its batch norm folded in."""
        of = self.weights
        scale = of[f"{norm}.weight"] / np.sqrt(of[f"{norm}.running_var"] + 1e-5)
        shift = of[f"{norm}.bias"] - of[f"{norm}.running_mean"] * scale
        kernel = self.constant(of[f"{weight}.weight"] * scale[:, None, None, None])
        given = [x, kernel, self.constant(shift)]
        x = self.node(
            "Conv", given, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[stride, stride]
        )
        return self.node("Relu", [x]) if relu else x

    def halved(self, x: str, step: int) -> str:
        """A halving and its residual block."""
        x = self.conv(x, f"halvings.{step}.conv", f"halvings.{step}.norm", stride=2)
        block = f"blocks.{step}"
        inner = self.conv(x, f"{block}.first", f"{block}.first_norm")
        inner = self.conv(inner, f"{block}.second", f"{block}.second_norm", relu=False)
        return self.node("Relu", [self.node("Add", [x, inner])])


def export(net: Eye, target: Path) -> None:
    """Write the network as ONNX, batch norms folded, any number of crops at once."""
    state = net.state_dict().items()
    graph = Graph({name: value.detach().cpu().double().numpy() for name, value in state})
    x = "in"
    for step in range(len(net.halvings)):
        x = graph.halved(x, step)
    squeeze = [graph.constant(graph.weights[f"squeeze.{part}"]) for part in ("weight", "bias")]
    where = graph.node("Conv", [x, *squeeze], kernel_shape=[1, 1])
    where = graph.node("Flatten", [where], axis=1)
    what = graph.node("Flatten", [graph.node("GlobalAveragePool", [x])], axis=1)
    both = graph.node("Concat", [where, what], axis=1)
    last = [graph.constant(graph.weights[f"last.{part}"]) for part in ("weight", "bias")]
    graph.node("Gemm", [both, *last], "out", transB=1)
    crops = helper.make_tensor_value_info("in", TensorProto.FLOAT, ["n", CHANNELS, CROP, CROP])
    vectors = helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", LENGTH])
    whole = helper.make_graph(graph.nodes, "eye", [crops], [vectors], graph.constants)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    onnx.save(model, str(target))
