package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.result.SamplingListener;
import java.nio.file.Path;
import java.time.Duration;

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

    /** Chains of the sampler, at least 1; default 4. Enumeration has none. */
    public final T chains(int count) {
        sampling.chains = Check.atLeast(1, "chains", count);
        return self();
    }

    /** Steps of each chain before its draws, at least 0; default 2,000. */
    public final T warmup(int steps) {
        sampling.warmup = Check.atLeast(0, "warmup", steps);
        return self();
    }

    /** Draws of each chain, at least 1; default 10,000. With {@link #untilPipError} the least number, default 1,000. */
    public final T draws(int count) {
        sampling.draws = Check.atLeast(1, "draws", count);
        return self();
    }

    /** Steps from one draw to the next, at least 1; default 1. */
    public final T thin(int steps) {
        sampling.thin = Check.atLeast(1, "thin", steps);
        return self();
    }

    /**
     * Draws until the standard error of every inclusion probability is at most a bound. The errors are checked after
     * 1,000 draws of each chain, or {@link #draws} if that was called, and again after each increase by a fifth. The
     * chains stop in any case after 1,000,000 draws, or when more do not fit into the heap.
     *
     * @param most in (0, 1)
     */
    public final T untilPipError(double most) {
        sampling.mostError = Check.inOpenUnit("most", most);
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

    /**
     * Saves the chains to a file every half minute and at their end, as {@link dev.lbp.Run#checkpoint(Path)} does, for
     * {@link VariableSelection#resume}. Enumeration saves nothing.
     *
     * @param file must not exist when {@link VariableSelection#run} is called; its directory must exist
     */
    public final T checkpoint(Path file) {
        Check.notNull("file", file);
        sampling.saving = run -> run.checkpoint(file);
        return self();
    }

    /**
     * Saves the chains as {@link #checkpoint(Path)} does, but every {@code every}, at any cost.
     *
     * @param every time from one checkpoint to the next, >= 0
     */
    public final T checkpoint(Path file, Duration every) {
        Check.notNull("file", file);
        Check.that(!Check.notNull("every", every).isNegative(), "be >= 0", "every", every);
        sampling.saving = run -> run.checkpoint(file, every);
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
