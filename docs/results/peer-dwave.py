# D-Wave's simulated annealing on a graph of the Gset: processor seconds until a cut, median over seeds.
#
#   pip install dwave-samplers
#   python peer-dwave.py G22.txt.gz 13358 20 60    # the file, the cut, the number of seeds, seconds for each
#
# A read is one anneal with the defaults: 1,000 sweeps, a geometric schedule. Reads are made one after the other until one
# has the cut. A seed that does not reach it in its seconds counts as longer than all others.
import gzip
import statistics
import sys
import time

import dimod
from dwave.samplers import SimulatedAnnealingSampler

file, cut, seeds, limit = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
with gzip.open(file, "rt") as lines:
    next(lines)
    edges = {(int(i), int(j)): float(w) for i, j, w in map(str.split, lines)}
model = dimod.BinaryQuadraticModel.from_ising({}, edges)
energy = sum(edges.values()) - 2 * cut
times = []
for seed in range(seeds):
    used, best, read = 0.0, float("inf"), 0
    while best > energy and used < limit:
        began = time.process_time()
        result = SimulatedAnnealingSampler().sample(model, num_reads=1, seed=1000 * seed + read)
        used += time.process_time() - began
        best = min(best, result.first.energy)
        read += 1
    times.append(used if best <= energy else float("inf"))
print(f"median {statistics.median(times):.3f} s, {sum(t < float('inf') for t in times)} of {seeds} within {limit:g} s")
