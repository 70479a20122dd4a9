"""Writes lags.csv: autocorrelations and rank histograms of the traces in traces.csv, from their definitions in plain NumPy.

each: the autocorrelations of every chain about its own mean, c_k / c_0 with the n - k products of lag k divided by n - k; the
mean over chains; NaN if any chain is constant. pooled: 1 - (W - gamma_k) / V of Vehtari et al. 2021, section 3.2, gamma_k with
the products divided by n; NaN if all values are equal. Both at the lags 0, 1, 2, 3, 7, n // 2 and n - 1, none beyond n - 1.
ranks: the draws of each chain in 7 bins of equal width over the ranks of all draws, a value that occurs m times standing at
each of its m ranks for an m-th; then, bin by bin, the sum over chains of counts times 1, 2, 3, ...

To rerun, in this folder, with Python 3 and NumPy: python3 lags.py
"""

import math

import numpy as np

from golden_traces import cases, number, trace, versions

BINS = 7


def products(chain, lag):
    centred = chain - math.fsum(chain) / len(chain)
    return math.fsum(centred[: len(chain) - lag] * centred[lag:])


def each(x, lag):
    n = x.shape[1]
    if np.any(np.ptp(x, axis=1) == 0):
        return math.nan
    return float(np.mean([products(c, lag) / (n - lag) / (products(c, 0) / n) for c in x]))


def pooled(x, lag):
    n = x.shape[1]
    if np.ptp(x) == 0:
        return math.nan
    if lag == 0:
        return 1.0
    within = np.mean([products(c, 0) / (n - 1) for c in x])
    between = np.var(x.mean(axis=1), ddof=1) if len(x) > 1 else 0.0
    gamma = np.mean([products(c, lag) / n for c in x])
    return float(1 - (within - gamma) / (within * (n - 1) / n + between))


def ranks(x):
    size = x.size
    edges = np.arange(BINS + 1) * size / BINS
    counts = np.zeros((len(x), BINS))
    for value in np.unique(x):
        below, ties = np.sum(x < value), np.sum(x == value)
        share = np.diff(np.clip(edges, below, below + ties)) / ties
        counts += np.outer(np.sum(x == value, axis=1), share)
    return np.arange(1, len(x) + 1) @ counts


with open("lags.csv", "w") as target:
    target.write(f"# Made by lags.py with {versions()}.\n")
    target.write("# Rerun in this folder: python3 lags.py. The traces are those of traces.csv; last is their last value.\n")
    target.write("name,last,lags,each,pooled,ranks\n")
    for case in cases():
        x = trace(case)
        n = x.shape[1]
        lags = sorted({lag for lag in (0, 1, 2, 3, 7, n // 2, n - 1) if lag < n})
        rows = [lags, [each(x, k) for k in lags], [pooled(x, k) for k in lags], ranks(x)]
        cells = [" ".join(map(number, row)) for row in rows]
        target.write(",".join([case["name"], number(x[-1, -1]), *cells]) + "\n")
