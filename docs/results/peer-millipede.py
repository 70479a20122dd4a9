# millipede on a logistic regression: root mean square errors of its inclusion probabilities by processor seconds.
#
#   pip install millipede
#   python peer-millipede.py weak.csv reference/inclusion.csv 1 20000 60   # seed, iterations, the most seconds
#
# The files are those of LogisticPeer.java. A tenth of the iterations comes before as burn-in.
import sys
import time

import numpy
import pandas
import torch
from millipede import BernoulliLikelihoodVariableSelector

torch.set_num_threads(1)
data = pandas.read_csv(sys.argv[1])
known = pandas.read_csv(sys.argv[2]).set_index("variable")["probability"]
seed, iterations, limit = int(sys.argv[3]), int(sys.argv[4]), float(sys.argv[5])
x = data.drop(columns="y")
names = list(x.columns)
scaled = ((x - x.mean()) / x.std()).assign(y=data["y"])
selector = BernoulliLikelihoodVariableSelector(scaled, "y", S=10.0, tau=1.0, precision="double", device="cpu")
known = known.reindex(names).values
uncertain = (known > 0.01) & (known < 0.9999)
total, weights, count = numpy.zeros(len(names)), 0.0, 0
marks = [int(part * iterations) for part in (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.75, 1.0)]
began = time.process_time()
for burned, sample in selector.sampler.mcmc_chain(T=iterations, T_burnin=iterations // 10, seed=seed):
    if burned:
        total += float(sample.weight) * sample.pip.numpy()[: len(names)]
        weights += float(sample.weight)
        count += 1
        if count in marks:
            error = numpy.sqrt(numpy.mean((total / weights - known)[uncertain] ** 2))
            print(f"{count}: {time.process_time() - began:.1f} s, error {error:.5f}", flush=True)
    if time.process_time() - began > limit:
        break
