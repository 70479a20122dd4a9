"""Draws of lbp for Python: one file that needs NumPy alone.

Copy it beside your script. It reads a directory that `run.sink(directory)`, `result.export(directory)` or
`lbp sample --sink DIR` wrote, also while the run goes on.

    import arviz, lbp
    data = arviz.from_dict(**lbp.groups("DIR"))     # ArviZ 0.x; arviz.from_dict(lbp.groups("DIR")) from 1.0 on
    arviz.summary(data, var_names=["logProb"])
"""

import json
import pathlib

import numpy as np


def manifest(directory):
    """The description of the run: a dictionary, as docs/reference/files.md lists it."""
    return json.loads((pathlib.Path(directory) / "manifest.json").read_text(encoding="utf-8"))


def load(directory):
    """The variables by name: arrays of shape [chain, draw], and "states" of shape [chain, draw, site] if they were kept.

    Arrays have the draws that all chains have. They are copies, so the run may go on.
    """
    directory = pathlib.Path(directory)
    variables = manifest(directory)["variables"]
    parts = {
        name: [np.load(directory / file, mmap_mode="r") for file in variable["files"]]
        for name, variable in variables.items()
    }
    draws = min(part.shape[1] for files in parts.values() for part in files)
    return {name: np.concatenate([part[:, :draws] for part in files]) for name, files in parts.items()}


def groups(directory):
    """The draws in the groups of ArviZ: states and statistics are the posterior, "lp" is the log-probability."""
    variables = load(directory)
    stats = {"lp": variables["logProb"]}
    if "hamming" in variables:
        stats["hamming"] = variables["hamming"]
    posterior = {name: values for name, values in variables.items() if name not in ("logProb", "hamming")}
    posterior["logProb"] = variables["logProb"]
    return {"posterior": posterior, "sample_stats": stats}


def marginals(directory):
    """P(x = 1) of each site over all draws, from states of bits."""
    return load(directory)["states"].mean(axis=(0, 1))
