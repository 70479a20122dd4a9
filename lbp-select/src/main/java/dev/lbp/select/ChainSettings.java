package dev.lbp.select;

import dev.lbp.SamplingRun;
import dev.lbp.internal.Check;
import dev.lbp.result.SamplingListener;
import java.util.function.Consumer;

/**
 * How the models of a selection are found.
 *
 * @param <T> the selection, which each setting returns
 */
public abstract class ChainSettings<T> {

    final ModelSampling sampling = new ModelSampling();

    ChainSettings() {}

    /** This object. */
    abstract T self();

    /**
     * Settings of the run of the chains: {@code sampling(run -> run.chains(8).draws(20_000))}. By default it has 4
     * chains, 2,000 steps of warm-up and 10,000 draws of each. Several calls add up. Enumeration has no run.
     *
     * @param settings sets what it wants when the run begins; a failure of it is that of {@link VariableSelection#run}
     */
    public final T sampling(Consumer<? super SamplingRun> settings) {
        sampling.settings = sampling.settings.andThen(Check.notNull("settings", settings));
        return self();
    }

    /** {@link #untilPipError(double, int)} after at least 1,000 draws. */
    public final T untilPipError(double most) {
        return untilPipError(most, 1_000);
    }

    /**
     * Draws until the standard error of every inclusion probability is at most a bound, whatever the number of draws
     * that {@link #sampling} sets. The chains stop in any case after 1,000,000 draws, or when more do not fit into the
     * heap.
     *
     * @param most in (0, 1)
     * @param leastDraws of each chain, after which errors are checked first, at least 1; they are checked again after
     *     each increase by a fifth
     */
    public final T untilPipError(double most, int leastDraws) {
        sampling.mostError = Check.inOpenUnit("most", most);
        sampling.leastDraws = Check.atLeast(1, "draws", leastDraws);
        return self();
    }

    /**
     * The number of threads that multiply columns and run chains, at least 1; default: the number of processors.
     * Enumeration needs one.
     */
    public final T threads(int count) {
        sampling.threads = Check.atLeast(1, "threads", count);
        return self();
    }

    /**
     * Sets the listener, which receives the progress of the chains. Of an enumeration it receives {@code drawsProgress}
     * alone, with the number of models for that of steps.
     */
    public final T listener(SamplingListener progressListener) {
        sampling.listener = Check.notNull("progressListener", progressListener);
        return self();
    }

    /** The seed of the chains, default 1. The same seed gives the same result, for any number of threads. */
    public final T seed(long value) {
        sampling.seed = value;
        return self();
    }

    /**
     * The largest number of candidates whose models are all enumerated, in [0, 30]; default 20 in a linear regression,
     * in about 2 seconds, and 15 in others. Each more doubles the time. 0 always samples.
     */
    public final T enumerateUpTo(int candidates) {
        Check.that(candidates >= 0 && candidates <= 30, "be in [0, 30]", "candidates", candidates);
        sampling.enumerateUpTo = candidates;
        return self();
    }

    /** {@link #exactEvidence(int)} of the 100 most probable models. */
    public final T exactEvidence() {
        return exactEvidence(100);
    }

    /**
     * Also computes the evidence of the most probable models without Laplace's method, in regressions that are not
     * linear: by importance sampling of their coefficients, 3,000 points of Student's t distribution of 8 degrees of
     * freedom about each mode. {@link SelectionResult#exactEvidence} has the inclusion probabilities that follow, and
     * the summary the largest change of one; all other results stay those of Laplace's method. For priors of
     * coefficients that have a density, {@link PriorSettings#gPrior} and {@link PriorSettings#ridge}, not for {@code
     * bic} and {@code localGPrior}.
     *
     * <p>An interrupt ends the computation; the result then has the models until then.
     *
     * @param models in [1, 1000]
     */
    public final T exactEvidence(int models) {
        Check.that(models >= 1 && models <= 1_000, "be in [1, 1000]", "exactEvidence", models);
        sampling.exactModels = models;
        return self();
    }
}
