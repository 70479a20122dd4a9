"""The traces of traces.csv, for the scripts that make tables of them."""

import csv
import math
import platform

import numpy as np


def cases():
    with open("traces.csv") as source:
        yield from csv.DictReader(line for line in source if not line.startswith("#"))


def trace(case):
    chains, draws, state = int(case["chains"]), int(case["draws"]), int(case["seed"])
    phi, offset, shift, growth = (float(case[key]) for key in ("phi", "offset", "shift", "growth"))
    form = case["form"]
    out = np.empty((chains, draws))
    for j in range(chains):
        level = offset + shift * j
        still = form == "level" or (form == "first" and j == 0)
        x = 0.0
        for t in range(draws):
            value = level
            if not still:
                noise = 0.0
                for _ in range(12):
                    state = 16807 * state % 2147483647
                    noise += state / 2147483647
                x = phi * x + (noise - 6)
                value = level + (1 + growth * j) * x
            if form == "floor":
                value = math.floor(value)
            elif form == "above":
                value = 1.0 if value > 0 else 0.0
            out[j, t] = value
    return out


def number(x):
    return "NaN" if math.isnan(x) else format(x, ".17g")


def versions():
    return f"NumPy {np.__version__}, Python {platform.python_version()}"
