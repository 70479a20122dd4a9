package dev.lbp.hashes;

import dev.lbp.Chain;
import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StepInfo;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;

/** Hashes of what runs draw, and of chains that a caller steps. */
final class HashedDraws {

    static final int CHAINS = 3;

    private static final int STEPS = 5;

    private HashedDraws() {}

    /** A run from random states. The number of threads is the seed, because no draw depends on it. */
    static SamplingRun run(Sampler sampler, EnergyModel model, int seed) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(12)
                .draws(12)
                .seed(seed)
                .threads(seed)
                .keepDraws();
    }

    /** The same from given states, with two frozen sites, thinning and statistics. */
    static SamplingRun held(Sampler sampler, EnergyModel model, int seed) {
        byte[][] initial = new byte[CHAINS][];
        for (int c = 0; c < CHAINS; c++) {
            initial[c] = state(model, c);
        }
        boolean[] frozen = new boolean[model.dimension()];
        frozen[2] = true;
        frozen[frozen.length - 1] = true;
        double[] weights = new double[frozen.length];
        weights[1] = 0.1;
        weights[5] = -2.0;
        SamplingRun run = run(sampler, model, seed)
                .initial(initial)
                .frozen(frozen)
                .thin(2)
                .track("sum", Statistic.weightedSum(weights))
                .track("third", x -> x[3]);
        return model.exactFlips() && model instanceof LocalEnergyModel ? run.conditionals() : run;
    }

    private static byte[] state(EnergyModel model, int c) {
        byte[] state = new byte[model.dimension()];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) ((i * (c + 2) + c) % 3 == 0 ? 1 : 0);
        }
        return state;
    }

    /** The states of all draws, their traces, and what the steps reported. */
    static String draws(SampleResult result) {
        return HashedResults.steps(HashedResults.states(HashedResults.traces(result), result), result)
                .text();
    }

    /** What is computed of the draws. */
    static String estimates(SampleResult result) {
        Hash hash =
                new Hash().of(result.marginals()).of(result.marginalErrors()).of(result.fRatios());
        HashedResults.disagreements(hash, result);
        result.conditionals()
                .ifPresent(conditionals -> hash.of(conditionals.marginals()).of(conditionals.errors()));
        return HashedResults.diagnostics(hash, result);
    }

    /** Steps of a batch before and after warm-up and after a reset, then steps of a single chain. */
    static String loop(Sampler sampler, EnergyModel model, int seed) {
        Hash hash = new Hash();
        ChainBatch batch = sampler.start(model, seed, CHAINS);
        steps(batch, hash);
        batch.warmUp(STEPS);
        steps(batch, hash);
        batch.reset(1, state(model, 1));
        batch.invalidate();
        steps(batch, hash);
        Chain chain = sampler.start(model, seed);
        for (int t = 0; t < STEPS; t++) {
            hash.of(chain.adapting());
            step(hash, chain.step(), chain.state(), chain.logProb());
        }
        return hash.of(chain.scale()).text();
    }

    private static void steps(ChainBatch batch, Hash hash) {
        for (int t = 0; t < STEPS; t++) {
            batch.step();
            hash.of(batch.adapting()).of(batch.scale());
            for (int c = 0; c < batch.chains(); c++) {
                step(hash, batch.lastStep(c), batch.state(c), batch.logProb(c));
            }
        }
    }

    private static void step(Hash hash, StepInfo step, byte[] state, double logProb) {
        hash.of(step.accepted())
                .of(step.acceptanceProbability())
                .of(step.flips())
                .of(step.scale())
                .of(state)
                .of(logProb);
    }
}
