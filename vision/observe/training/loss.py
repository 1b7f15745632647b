"""What the network is to learn: pictures of one print are near each other, all others far."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.observe.training.prints import FAMILY

HEAT = 0.07  # of the contrast: cosine by which a likelihood changes by a factor of e


def contrast(vectors: Tensor, views: int, alike: Tensor) -> Tensor:
    """Supervised contrastive loss; prints that nobody can tell apart count neither way."""
    count = len(vectors)
    label = torch.arange(count // views, device=vectors.device).repeat_interleave(views)
    itself = torch.eye(count, dtype=torch.bool, device=vectors.device)
    same = (label[:, None] == label[None]) & ~itself
    near = (vectors @ vectors.T / HEAT).masked_fill(itself | alike[label][:, label], -1e4)
    likely = near - torch.logsumexp(near, 1, keepdim=True)
    return -(likely * same).sum(1).div(views - 1).mean()


class Known(nn.Module):
    """Is this any of the taught prints? Two numbers that turn a cosine into log odds."""

    def __init__(self) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(2.5))  # its logarithm
        self.shift = nn.Parameter(torch.tensor(0.6))

    def forward(self, vectors: Tensor, views: int, alike: Tensor) -> Tensor:
        """Half of each of some families is taught by one picture; its other half never was."""
        prints = len(vectors) // views
        shown = vectors.view(prints, views, -1)
        taught = torch.zeros(prints, dtype=torch.bool, device=vectors.device)
        member = torch.arange(prints, device=vectors.device) % FAMILY
        taught[member < FAMILY // 2] = True
        near = torch.einsum("qd,td->qt", shown[:, 1], shown[taught, 0])
        # Each is asked among the taught of its own family and forty of others.
        family = torch.arange(prints, device=vectors.device) // FAMILY
        own = family[:, None] == family[taught][None]
        others = torch.rand_like(near) < 40 / near.shape[1]
        best = near.masked_fill(~(own | others), -1).amax(1)
        unclear = (alike[:, taught] & own).any(1) & ~taught
        odds = self.scale.exp() * (best - self.shift)
        wrong = functional.binary_cross_entropy_with_logits(odds, taught.float(), reduction="none")
        return (wrong * ~unclear).sum() / (~unclear).sum()
