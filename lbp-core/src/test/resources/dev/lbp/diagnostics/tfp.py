"""Writes tfp.csv: two diagnostics of the traces in traces.csv, from their definitions in plain NumPy.

tfp: the rule of tfp.mcmc.effective_sample_size(filter_threshold=0., filter_beyond_lag=None), step by step as its
documentation gives it: autocorrelations from all n - k products of lag k, masked from the first negative one on, weighted by
(n - k) / n; per chain, then the mean. batch_means: standard error of the mean from 7 batches per chain. NaN for constants.

To rerun, in this folder, with Python 3 and NumPy: python3 tfp.py
"""

import math

import numpy as np

from golden_traces import cases, number, trace, versions

BATCHES = 7


def tfp(x):
    n = len(x)
    if np.ptp(x) == 0:
        return math.nan
    centred = x - x.mean()
    products = np.correlate(centred, centred, "full")[n - 1 :]
    lags = np.arange(n)
    covariance = products / (n - lags)
    correlation = covariance / covariance[0]
    mask = np.maximum(1 - np.cumsum(correlation < 0), 0)
    return n / (-1 + 2 * np.sum((n - lags) / n * correlation * mask))


def batch_means(x):
    chains, draws = x.shape
    if np.ptp(x) == 0 or draws < BATCHES:
        return math.nan
    length = draws // BATCHES
    means = [x[j, i * length : (i + 1) * length].mean() for j in range(chains) for i in range(BATCHES)]
    return math.sqrt(np.var(means, ddof=1) * length / (chains * draws))


with open("tfp.csv", "w") as target:
    target.write(f"# Made by tfp.py with {versions()}.\n")
    target.write("# Rerun in this folder: python3 tfp.py. The traces are those of traces.csv; last is their last value.\n")
    target.write("name,last,tfp,batch_means\n")
    for case in cases():
        x = trace(case)
        figures = x[-1, -1], float(np.mean([tfp(chain) for chain in x])), batch_means(x)
        target.write(",".join([case["name"], *map(number, figures)]) + "\n")
