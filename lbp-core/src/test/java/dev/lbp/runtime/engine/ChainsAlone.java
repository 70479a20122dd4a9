package dev.lbp.runtime.engine;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ChainSpan;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;

/** Some chains of a run, carried out in an ensemble of their own. */
public final class ChainsAlone {

    private ChainsAlone() {}

    /**
     * The log-probabilities of chains {@code first} and later after each step, [count][steps], with the random streams
     * that they have in a run without warm-up.
     */
    public static double[][] logProb(Sampler sampler, EnergyModel model, int first, int count, long seed, int steps) {
        return logProb(sampler, model, new StartPlan<>(new ChainSpan(first, count), seed, null, null, 0), steps);
    }

    /** The log-probabilities of the chains of a plan. */
    public static double[][] logProb(Sampler sampler, EnergyModel model, StartPlan<byte[]> plan, int steps) {
        BitStart start = new BitStart(model, plan, 0);
        int count = plan.span().count();
        double[][] logProb = new double[count][steps];
        int[] made = new int[count];
        Inside.method(sampler)
                .ensemble(model, start, WorkerPool.inline())
                .run(steps, chain -> logProb[chain.index][made[chain.index]++] = chain.logProb, new StopSignal());
        return logProb;
    }
}
