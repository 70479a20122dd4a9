package dev.lbp.spark;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.models.IsingModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;

/** Runs of each kind of model, small. */
final class Runs {

    private Runs() {}

    static SamplingRun of(EnergyModel model) {
        return of(Samplers.lbp().adaptive().build(), model);
    }

    static SamplingRun of(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(5)
                .warmup(200)
                .draws(300)
                .seed(42)
                .threads(1)
                .track("ones", x -> {
                    int ones = 0;
                    for (byte bit : x) {
                        ones += bit;
                    }
                    return ones;
                });
    }

    static IsingModel ising() {
        return IsingModel.lattice(8, 8).coupling(0.3).field(0.1).build();
    }

    /** A target of a user's own. */
    static EnergyModel lambda() {
        return EnergyModels.of(20, Runs::sevenOnes);
    }

    /** A log-probability that is highest where seven bits are ones. */
    static double sevenOnes(byte[] x) {
        int ones = 0;
        for (byte bit : x) {
            ones += bit;
        }
        return -0.5 * (ones - 7) * (ones - 7);
    }
}
