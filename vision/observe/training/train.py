"""Makes the eye's weights: `make eye`, or

    python -m vision.observe.training.train --sheets build/eye/sheets.npz --out build/eye/eye

Seeded; the sums of a GPU still differ in their last bits from run to run, so what must hold is
what `castellan bench eye` prints for the old weights and the new. Writes OUT.onnx and OUT.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.observe.training.loss import Known, contrast
from vision.observe.training.net import Eye, export, prepared
from vision.observe.training.pictures import Photographer, Trouble
from vision.observe.training.prints import SHARES, Prints

WARM_UP = 300  # steps until the full learning rate
STEADY = 0.999  # share that the mean of the weights keeps at each step
ASKED = 256  # prints that a validation tells apart
NO_FAMILIES = (0.5, 0.0, 0.0, 0.1, 0.0, 0.4)


def arguments() -> argparse.Namespace:
    """What may be asked for."""
    parser = argparse.ArgumentParser()
    add = parser.add_argument
    add("--sheets", type=Path, required=True, help="what `sheets` packed")
    add("--out", type=Path, required=True, help="without its ending")
    add("--device", default="cuda")
    add("--seed", type=int, default=1)
    add("--seconds", type=float, default=540.0, help="that the training takes")
    add("--prints", type=int, default=1024, help="in a batch, a multiple of four")
    add("--views", type=int, default=4, help="pictures of each print")
    add("--rate", type=float, default=3e-3, help="of learning, at its highest")
    add("--widths", default="24,48,96", help="channels after each halving")
    add("--gain", type=float, default=Trouble.gain)
    add("--cast", type=float, default=Trouble.cast)
    add("--calm", type=float, default=Trouble.calm)
    add("--known", type=float, default=0.2, help="weight of the loss of never taught prints")
    add("--families", action=argparse.BooleanOptionalAction, default=True)
    return parser.parse_args()


def main() -> None:
    """Train, validate, write."""
    args = arguments()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    shares = SHARES if args.families else NO_FAMILIES
    maker = Prints(args.sheets, args.device, shares)
    trouble = Trouble(gain=args.gain, cast=args.cast, calm=args.calm)
    trainer = Trainer(args, Photographer(maker, trouble))
    for line in trainer.run():
        print(*line, flush=True)
    net, known = trainer.finished()
    facts = {
        "seed": args.seed,
        "steps": trainer.step,
        "crops": trainer.step * args.prints * args.views,
        "scale": round(known.scale.exp().item(), 3),
        "shift": round(known.shift.item(), 3),
        "recipe": {name: str(value) for name, value in sorted(vars(args).items())},
        "sheets": hashlib.sha256(args.sheets.read_bytes()).hexdigest(),
        "held out prints": validated(net, Prints(args.sheets, args.device, held=True)),
    }
    write(net, facts, args.out)


def write(net: Eye, facts: dict[str, Any], out: Path) -> None:
    """The network and what is known of it."""
    export(net, out.with_suffix(".onnx"))
    facts["sha256"] = hashlib.sha256(out.with_suffix(".onnx").read_bytes()).hexdigest()
    text = json.dumps(facts, indent=1, ensure_ascii=False) + "\n"
    out.with_suffix(".json").write_text(text, encoding="utf-8")
    print(text)


class Trainer:
    """One training: the network, the mean of its weights, and how far it is."""

    def __init__(self, args: argparse.Namespace, photographer: Photographer) -> None:
        self.args, self.photographer = args, photographer
        widths = tuple(int(width) for width in args.widths.split(","))
        self.net = Eye(widths).to(args.device, memory_format=torch.channels_last)
        self.mean = Eye(widths).to(args.device)
        self.mean.load_state_dict(self.net.state_dict())
        self.known = Known().to(args.device)
        groups = [
            {"params": self.net.parameters()},
            {"params": self.known.parameters(), "weight_decay": 0.0},
        ]
        self.optimiser = torch.optim.AdamW(groups, args.rate, weight_decay=1e-2)
        self.step = 0

    def run(self) -> Iterator[tuple[object, ...]]:
        """Train until the time is over; a line now and then."""
        began = time.monotonic()
        while (gone := (time.monotonic() - began) / self.args.seconds) < 1:
            rate = min(1, (self.step + 1) / WARM_UP) * 0.5 * (1 + math.cos(math.pi * gone))
            for group in self.optimiser.param_groups:
                group["lr"] = self.args.rate * rate
            losses = self._once()
            if self.step % 250 == 0:
                yield (
                    self.step,
                    round(time.monotonic() - began),
                    *(round(x.item(), 3) for x in losses),
                )

    def _once(self) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            batch = self.photographer.maker.draw(self.args.prints)
            crops = self.photographer.take(batch, self.args.views)
            given = prepared(crops.pixels, crops.seen)
            given = given.contiguous(memory_format=torch.channels_last)
        on_gpu = self.args.device == "cuda"
        with torch.autocast("cuda", torch.bfloat16, enabled=on_gpu):
            vectors = self.net(given)
        vectors = functional.normalize(vectors.float(), dim=1)
        apart = contrast(vectors, self.args.views, batch.alike)
        never = self.known(vectors, self.args.views, batch.alike)
        self.optimiser.zero_grad(set_to_none=True)
        (apart + self.args.known * never).backward()
        self.optimiser.step()
        self.step += 1
        self._average()
        return apart, never

    @torch.no_grad()
    def _average(self) -> None:
        """The mean of the weights is steadier than the last ones."""
        keep = min(STEADY, self.step / (self.step + 10))
        now = self.net.state_dict()
        for name, value in self.mean.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(now[name], 1 - keep)
            else:
                value.copy_(now[name])

    def finished(self) -> tuple[Eye, Known]:
        """The mean of the weights."""
        return self.mean.eval(), self.known


@torch.no_grad()
def validated(net: nn.Module, maker: Prints, rounds: int = 8) -> dict[str, float]:
    """On fonts, emoji and icons kept apart: one picture taught of each of 256 prints.

    The share that is named right, and how well the taught are told from the never taught.
    """
    torch.manual_seed(99)
    photographer = Photographer(maker, Trouble())
    right, taught, never = 0.0, [], []
    for _ in range(rounds):
        batch = maker.draw(ASKED)
        crops = [photographer.take(batch, 1) for _ in range(2)]
        bank, asked = (functional.normalize(net(prepared(c.pixels, c.seen)), dim=1) for c in crops)
        near = asked @ bank.T
        itself = torch.eye(ASKED, dtype=torch.bool, device=near.device)
        excused = itself | batch.alike
        named = excused.gather(1, near.argmax(1, keepdim=True))[:, 0]
        right += named.float().mean().item() / rounds
        taught.append(near.amax(1)[named])
        never.append(near.masked_fill(excused, -1).amax(1))
    order = torch.cat(taught)[:, None] > torch.cat(never)[None]
    return {"named": round(right, 4), "never taught AUC": round(order.float().mean().item(), 4)}


if __name__ == "__main__":
    main()
