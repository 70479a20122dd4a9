package dev.lbp;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.reals.RealMethod;
import dev.lbp.runtime.engine.start.Start;
import dev.lbp.runtime.engine.start.StartPlan;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunMemory;
import dev.lbp.runtime.run.RunSettings;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A Metropolis-Hastings sampler of real coordinates with its settings. It is immutable and serves any number of runs on
 * any {@link DensityModel}. All chains of a run move in lock-step, with one evaluation of the model per step. Made by
 * {@link ContinuousBuilder} or {@link Samplers#independent(dev.lbp.proposal.RealDistribution)}.
 */
public final class ContinuousSampler implements Serializable {

    private static final long serialVersionUID = 1L;

    private final RealMethod method;

    ContinuousSampler(RealMethod method) {
        this.method = method;
    }

    /**
     * Describes a run; {@link ContinuousRun#run} starts it.
     *
     * @throws IllegalArgumentException if the model's dimension is out of range
     * @throws dev.lbp.target.ModelException if the model's {@code dimension()} fails
     */
    public ContinuousRun sample(DensityModel model) {
        return new ContinuousRun(RunKind.settings(method, model));
    }

    /**
     * Starts one chain from a point of {@link DensityModel#start}, for the caller's own loop; an independence sampler
     * starts from a draw of q.
     *
     * @throws dev.lbp.target.ModelException if the model fails, or the point is impossible
     */
    public ContinuousChain start(DensityModel model, long seed) {
        return chain(model, seed, null);
    }

    /**
     * Starts one chain from a given point, for the caller's own loop.
     *
     * @param initial d finite numbers, copied
     * @throws dev.lbp.target.ModelException if the model fails, or the point is impossible
     */
    public ContinuousChain start(DensityModel model, long seed, double[] initial) {
        return chain(model, seed, Check.notNull("initial", initial));
    }

    /** @param initial the first point; null for a start of the model */
    private ContinuousChain chain(DensityModel model, long seed, double @Nullable [] initial) {
        RunSettings<double[]> settings = RunKind.settings(method, model);
        RunMemory.checkChain(settings);
        double[][] points =
                initial == null ? null : new double[][] {settings.space().checked("initial", initial)};
        Start<double[]> start =
                Start.of(settings.space(), StartPlan.of(1, seed, points), rng -> method.start(model, rng));
        return new ContinuousChain(method.ensemble(model, start, WorkerPool.inline()));
    }

    @Override
    public String toString() {
        return method.describe();
    }
}
