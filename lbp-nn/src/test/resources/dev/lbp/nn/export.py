"""Makes the networks of the tests, and PyTorch's scores and gradients of them, in the present directory:

    apt-get install -y python3-torch    # Debian 12: PyTorch 1.13
    cd lbp-nn/src/test/resources/dev/lbp/nn; /usr/bin/python3 export.py
"""

import itertools
import zlib

import numpy as np
import torch
import torch.nn.functional as F
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


class Block(nn.Module):
    """A block of a residual network."""

    def __init__(self, channels, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1, stride=stride)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.shortcut = nn.Conv2d(channels, channels, 1, stride=stride) if stride > 1 else nn.Identity()
        self.swish = nn.SiLU()

    def forward(self, x):
        return self.swish(self.conv2(self.swish(self.conv1(x))) + self.shortcut(x))


class ResNet(nn.Module):
    """Networks.resNet(7, 6, 3, 2, ...)."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 3, 3, padding=1)
        self.blocks = nn.Sequential(*(Block(3, stride) for stride in (2, 2, 1, 1)))
        self.score = nn.Linear(3, 1)

    def forward(self, x):
        return self.score(self.blocks(self.first(x.view(-1, 1, 7, 6))).mean(dim=(2, 3)))


class WithGradient(nn.Module):
    """Gives its own gradient."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(7, 4)
        self.last = nn.Linear(4, 1)

    def forward(self, x):
        hidden = torch.tanh(self.layer(x))
        return self.last(hidden), ((1 - hidden * hidden) * self.last.weight) @ self.layer.weight


def export(name, net, x, outputs):
    """The network as a file."""
    torch.onnx.export(
        net, x, name + ".onnx", opset_version=13, input_names=["x"], output_names=outputs, dynamic_axes={"x": {0: "batch"}})


def reference(name, net, sites, *outputs):
    """PyTorch's numbers at some states, and the network as a file if its outputs are given names."""
    for p in net.parameters():  # larger than PyTorch's own, so that a flip changes the score
        p.data.mul_(4)
    x = torch.bernoulli(torch.full((5, sites), 0.4))
    if outputs:
        export(name, net, x, list(outputs))

    def scores():
        out = net(x)
        return (out[0] if isinstance(out, tuple) else out).flatten()

    x.requires_grad_()
    by_states, = torch.autograd.grad(scores().sum(), x)
    cotangents = torch.linspace(-1, 1.5, len(x))
    by_parameters = torch.autograd.grad((scores() * cotangents).sum(), list(net.parameters()))
    np.savez(
        name + ".npz",
        parameters=torch.cat([p.data.flatten() for p in net.parameters()]).numpy(),
        states=x.detach().numpy(),
        scores=scores().detach().numpy(),
        gradients=by_states.numpy(),
        cotangents=cotangents.numpy(),
        parameter_gradient=torch.cat([g.flatten() for g in by_parameters]).numpy())


torch.manual_seed(1)
reference("mlp", nn.Sequential(nn.Linear(12, 8), nn.Tanh(), nn.Linear(8, 8), nn.Softplus(), nn.Linear(8, 1)), 12, "score")
reference("images", Images(), 36, "score")
reference("with_gradient", WithGradient(), 7, "score", "gradient")
reference("resnet", ResNet(), 42)
reference("swish", nn.Sequential(nn.Linear(9, 6), nn.SiLU(), nn.Linear(6, 5), nn.SiLU(), nn.Linear(5, 1)), 9)


def pool(kind, axes, kernel, stride, padding, ceil, include, dilation):
    """A pool of PyTorch; the kind padded is a maximum over explicit zeros."""
    if kind == "average":
        of = (F.avg_pool1d, F.avg_pool2d, F.avg_pool3d)[axes - 1]
        return lambda x: of(x, kernel, stride, padding, bool(ceil), bool(include))
    of = (F.max_pool1d, F.max_pool2d, F.max_pool3d)[axes - 1]
    if kind == "padded":
        return lambda x: of(F.pad(x, (padding,) * (2 * axes)), kernel, stride, 0, dilation, bool(ceil))
    return lambda x: of(x, kernel, stride, padding, dilation, bool(ceil))


def pools():
    """Scores of pools of all geometries, and their derivatives in a direction; the test makes the same graphs."""
    geometries, numbers = [], []
    for number, kind in enumerate(("average", "max", "padded")):
        for axes, sizes in ((1, (4, 5, 6, 7, 8)), (2, (5, 6, 7)), (3, (4, 5))):
            for kernel, stride, padding, ceil, include, dilation, size in itertools.product(
                    (1, 2, 3, 4), (1, 2, 3), (0, 1, 2), (0, 1), (0, 1), (1, 2), sizes):
                covered = (kernel - 1) * dilation + 1
                if padding > kernel // 2 or covered > size or dilation > 1 and (kind == "average" or kernel == 1):
                    continue
                if include and kind != "average" or kind == "padded" and padding == 0:
                    continue
                last = -(-(size + 2 * padding - covered) // stride) * stride
                if ceil and last >= size + padding:
                    continue  # a window behind all inputs: PyTorch leaves it out, ONNX does not
                geometry = (number, axes, kernel, stride, padding, ceil, include, dilation, size)
                if zlib.crc32(bytes(geometry)) % (8, 12, 10)[axes - 1]:
                    continue  # enough of them
                n = size ** axes
                site = torch.arange(1, n + 1, dtype=torch.float64)
                x = torch.stack([torch.ones(n), site % 2, site % 3 / 2]).double().requires_grad_()
                pooled = pool(kind, axes, kernel, stride, padding, ceil, include, dilation)(
                    (x * torch.sin(site)).view(3, 1, *[size] * axes)).flatten(1)
                scores = pooled @ torch.cos(torch.arange(1, pooled.shape[1] + 1, dtype=torch.float64))
                slope, = torch.autograd.grad(scores.sum(), x)
                geometries.append(geometry)
                numbers.append(torch.cat([scores.detach(), slope @ torch.cos(2 * site)]).numpy())
    print(len(geometries), "pools")
    np.savez_compressed("pools.npz", geometries=np.array(geometries, np.float32), numbers=np.array(numbers, np.float32))


pools()
