package dev.lbp.bench.jmh;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.models.IsingModel;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.result.SampleResult;

/**
 * Chains of LBP on an Ising lattice of the paper's configuration C2 that are near equilibrium, so that a run needs no
 * warm-up.
 *
 * @param sampler LBP with the scale that warm-up has found
 * @param states [chains][N]
 */
record StationaryChains(IsingModel model, Sampler sampler, byte[][] states) {

    /** Warms up chains on a lattice of the given side, and keeps their scale and their states after one draw. */
    static StationaryChains of(int side, int chains, int warmup) {
        IsingModel model = IsingModel.paper(side, PaperConfiguration.C2, 1L);
        SampleResult warm = Samplers.lbp()
                .build()
                .sample(model)
                .chains(chains)
                .warmup(warmup)
                .draws(1)
                .run();
        Sampler sampler = Samplers.lbp().scale((int) Math.round(warm.scale())).build();
        return new StationaryChains(model, sampler, warm.finalStates());
    }

    /** A run of all chains from their states. */
    SamplingRun run(int draws, int threads) {
        return sampler.sample(model)
                .chains(states.length)
                .initial(states)
                .warmup(0)
                .draws(draws)
                .threads(threads);
    }
}
