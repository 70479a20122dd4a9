package dev.lbp.runtime.engine.tempered;

import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.FactorisedBase;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Annealed importance sampling: chains that start at draws x_0 of a base and take one step at each of the inverse
 * temperatures beta_t = t / T, t = 1 .. T - 1. A chain has the log-weight
 *
 * <pre>{@code
 * w = sum_{t=1}^{T} (log f_{beta_t}(x_{t-1}) - log f_{beta_{t-1}}(x_{t-1})),    E[exp(w)] = Z
 * }</pre>
 *
 * <p>with f_beta proportional to the density at beta, f_0 the base and f_1 the target. x_t is a step from x_{t-1} by a
 * kernel that leaves f_{beta_t} unchanged. The kernel must not depend on the chains, so a {@link Schedule} gives the
 * scales. Without one, the sampler's rule adapts them, and the path is a pilot run, which only finds a schedule.
 */
public final class AnnealedPath {

    /**
     * The scale of a sampler as a function of the inverse temperature: given at beta = t / T, t = 1 .. T. In
     * between its logarithm is interpolated linearly.
     *
     * @param scales [T], above 0; the scale at beta = t / T is at t - 1
     */
    public record Schedule(double[] scales) {

        /** The scale at an inverse temperature in (0, 1]; below 1/T it is the scale at 1/T. */
        double at(double beta) {
            double place = Math.max(beta * scales.length - 1.0, 0.0);
            int below = Math.min((int) place, scales.length - 1);
            int above = Math.min(below + 1, scales.length - 1);
            double share = place - below;
            return Math.exp((1.0 - share) * Math.log(scales[below]) + share * Math.log(scales[above]));
        }
    }

    private final int temperatures;
    private final AnnealedModel<byte[]> annealed;
    private final Ensemble<byte[]> ensemble;
    private final double[] logWeights;

    /**
     * Makes the chains at their first states, where it evaluates the model.
     *
     * @param draws x_0 of each chain, independent draws of the base
     * @param temperatures T
     */
    public AnnealedPath(
            Method method, EnergyModel model, FactorisedBase base, byte[][] draws, int temperatures, long seed) {
        int dimension = draws[0].length;
        this.temperatures = temperatures;
        this.annealed = new AnnealedModel<>(model, base, dimension, draws.length);
        annealed.beta(1.0 / temperatures); // beta_1, for the first step
        this.ensemble = method.ensemble(
                annealed, new BitStart(dimension, draws.length, seed, draws, null), WorkerPool.inline());
        // the part of w that is known: - log f_0(x_0), with f_0 the base
        this.logWeights =
                Arrays.stream(draws).mapToDouble(x -> -base.logProb(x)).toArray();
    }

    /** Whether the sampler has a rule that adapts its scale. */
    public boolean adapts() {
        return ensemble.chains.get(0).adapting();
    }

    /**
     * Runs the path, once.
     *
     * @param given the scale at each temperature; null to let them adapt
     * @param done called after each temperature with the number of temperatures done
     * @return the scales of the path
     * @throws CancellationException if the thread is interrupted; its interrupt flag stays set
     */
    public Schedule run(@Nullable Schedule given, IntConsumer done) {
        double[] scales = new double[temperatures];
        for (int t = 1; t <= temperatures; t++) {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("interrupted after " + (t - 1) + " of " + temperatures
                        + " temperatures: an estimate needs all of them");
            }
            double beta = (double) t / temperatures;
            if (t > 1) {
                annealed.beta(beta);
                ensemble.invalidate();
            }
            addToLogWeights(1.0); // log f_{beta_t}(x_{t-1})
            if (given != null) {
                ensemble.freezeAt(given.at(beta));
            }
            if (t < temperatures) {
                ensemble.run(1, chain -> {}, new StopSignal());
                addToLogWeights(-1.0); // log f_{beta_t}(x_t)
            }
            scales[t - 1] = ensemble.scale();
            done.accept(t);
        }
        return new Schedule(scales);
    }

    /** Adds {@code sign} times each chain's log f at the present beta to its log-weight. */
    private void addToLogWeights(double sign) {
        for (ChainState<byte[]> chain : ensemble.chains) {
            logWeights[chain.index] += sign * chain.logProb;
        }
    }

    /** The log-weight of each chain, [chains]. */
    public double[] logWeights() {
        return logWeights;
    }
}
