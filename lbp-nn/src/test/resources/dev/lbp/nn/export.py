"""Makes the networks of the tests, and PyTorch's scores and gradients of them, in the present directory:

    apt-get install -y python3-torch    # Debian 12: PyTorch 1.13
    cd lbp-nn/src/test/resources/dev/lbp/nn; /usr/bin/python3 export.py
"""

import numpy as np
import torch
from torch import nn


class Images(nn.Module):
    """Images of 6 x 6 pixels: two convolutions, the mean over the pixels, a linear layer."""

    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1, stride=2), nn.SiLU(), nn.Conv2d(4, 4, 3, padding=1), nn.SiLU())
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        return self.score(self.features(x.view(-1, 1, 6, 6)).mean(dim=(2, 3))).squeeze(1)


class WithGradient(nn.Module):
    """Gives its own gradient."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(7, 4)
        self.last = nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.tanh(self.layer(x))
        return self.last(hidden), ((1 - hidden * hidden) * self.last.weight) @ self.layer.weight


def export(name, net, sites, outputs=("score",)):
    for p in net.parameters():  # larger than PyTorch's own, so that a flip changes the score
        p.data.mul_(4)
    x = torch.bernoulli(torch.full((5, sites), 0.4))
    torch.onnx.export(
        net, x, name + ".onnx", opset_version=13, input_names=["x"], output_names=list(outputs), dynamic_axes={"x": {0: "batch"}})

    def scores():
        out = net(x)
        return (out[0] if isinstance(out, tuple) else out).flatten()

    x.requires_grad_()
    by_states, = torch.autograd.grad(scores().sum(), x)
    cotangents = torch.linspace(-1, 1.5, len(x))
    by_parameters = torch.autograd.grad((scores() * cotangents).sum(), list(net.parameters()))
    np.savez(
        name + ".npz",
        states=x.detach().numpy(),
        scores=scores().detach().numpy(),
        gradients=by_states.numpy(),
        cotangents=cotangents.numpy(),
        parameter_gradient=torch.cat([g.flatten() for g in by_parameters]).numpy())


torch.manual_seed(1)
export("mlp", nn.Sequential(nn.Linear(12, 8), nn.Tanh(), nn.Linear(8, 8), nn.Softplus(), nn.Linear(8, 1)), 12)
export("images", Images(), 36)
export("with_gradient", WithGradient(), 7, ["score", "gradient"])
