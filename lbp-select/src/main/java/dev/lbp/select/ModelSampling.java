package dev.lbp.select;

import dev.lbp.RunSlice;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.FamilyJump;
import dev.lbp.internal.select.average.Regression;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.internal.select.average.VisitedModels;
import dev.lbp.internal.select.data.DataException;
import dev.lbp.result.RunException;
import dev.lbp.result.RunPart;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.Statistic;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the models of a selection, by enumeration or by chains. Chains have single informed flips with the weight
 * t/(t+1), exchanges of one variable for another, and averages of conditional probabilities as well as shares of draws.
 * The scale is fixed at 1: beside exchanges an adaptive one was better with independent columns only
 * (docs/results/selection.md).
 */
final class ModelSampling {

    /** The share of the chain's steps that exchange one variable for another. */
    private static final double SWAPS = 0.25;

    /** Under heredity, the share of steps that add or remove an interaction together with the variables it needs. */
    private static final double JUMPS = 0.2;

    /** The number of draws after which a run ends, although a bound on errors is not reached. */
    private static final int MOST_DRAWS = 1_000_000;

    /** The largest number of threads of a ForkJoinPool. */
    private static final int MOST_PARALLEL = 0x7fff;

    /** At most 2 to this power models are all enumerated, without chains; null for the regression's power. */
    @Nullable Integer enumerateUpTo;

    /** The caller's settings of a run. */
    Consumer<SamplingRun> settings = run -> {};

    long seed = 1L;
    int threads = Runtime.getRuntime().availableProcessors();

    @Nullable SamplingListener listener;

    /** The largest error of an inclusion probability; 1 for no bound. */
    double mostError = 1.0;

    /** The number of draws after which a bound on errors is checked for the first time. */
    int leastDraws;

    /** The models whose evidence is sampled at the end; 0 for none. */
    int exactModels;

    /** Does work in a pool of {@link #threads} threads, in which its {@link java.util.concurrent.ForkJoinTask}s run. */
    <T> T onThreads(Supplier<T> work) {
        ForkJoinPool pool = new ForkJoinPool(Math.min(threads, MOST_PARALLEL));
        try {
            return CompletableFuture.supplyAsync(work, pool).join();
        } catch (CompletionException e) {
            throw cause(e);
        } finally {
            pool.shutdown();
        }
    }

    /** The exception of the work itself, to be thrown; an Error is thrown here. */
    private static RuntimeException cause(CompletionException e) {
        if (e.getCause() instanceof Error error) {
            throw error;
        }
        return e.getCause() instanceof RuntimeException cause ? cause : e;
    }

    /** Does the work of each number from {@code from} to {@code to - 1}, in parallel. */
    private void each(int from, int to, IntConsumer work) {
        onThreads(() -> {
            IntStream.range(from, to).parallel().forEach(work);
            return to;
        });
    }

    /** Enumerates all models if they are few; else samples them. */
    <F> SelectionResult run(Regression<F> problem) {
        if (!isEnumerated(problem)) {
            return result(problem, SamplingRun::run);
        }
        checkExactEvidence(problem);
        // null: there are no chains
        return result(problem, problem.enumerate((done, total) -> tell(listener, done, total), this::each), null);
    }

    /**
     * Enumerates all models if they are few; else samples them.
     *
     * @param chains receives the run, unless the models are enumerated
     */
    <F> VisitedModels<F> models(Regression<F> problem, Consumer<? super SampleResult> chains) {
        if (isEnumerated(problem)) {
            return problem.enumerate((done, total) -> tell(listener, done, total), this::each);
        }
        SampleResult result = sample(problem.model(), SamplingRun::run);
        chains.accept(result);
        return new SampledModels<>(problem, result);
    }

    /** Tells a listener, if there is one, how many models are enumerated, or how many folds are done. */
    static void tell(@Nullable SamplingListener listening, long done, long total) {
        if (listening != null) {
            Failures.call(
                    "drawsProgress",
                    () -> listening.drawsProgress(done, total),
                    (message, e) -> new RunException(message, e, null)); // null: there is no result yet
        }
    }

    private void checkExactEvidence(Regression<?> problem) {
        if (exactModels > 0) {
            problem.checkExactEvidence(exactModels);
        }
    }

    private <F> SelectionResult result(Regression<F> problem, VisitedModels<F> models, @Nullable SampleResult run) {
        return new SelectionResult(problem, models, exactModels > 0 ? sampleEvidence(problem, models) : null, run);
    }

    /** Samples the evidence of the most probable models, until the calling thread is interrupted. */
    private List<Regression.EvidenceRatio> sampleEvidence(Regression<?> problem, VisitedModels<?> models) {
        List<int[]> sites = models.best().stream()
                .limit(exactModels)
                .map(VisitedModels.Known::sites)
                .toList();
        return problem.sampleEvidence(sites, seed, this::each, Thread.currentThread()::isInterrupted);
    }

    <F> SelectionResult resume(Regression<F> problem, Path checkpoint) {
        Check.that(
                !isEnumerated(problem),
                "be of chains, and all models of " + problem.facts().names().size() + " candidates are enumerated",
                "checkpoint",
                checkpoint);
        return result(problem, run -> run.resume(checkpoint));
    }

    RunSlice part(Regression<?> problem, int first, int count) {
        checkSampled(problem);
        return sample(problem.model(), run -> run.part(first, count));
    }

    <F> SelectionResult merge(Regression<F> problem, Collection<RunPart> parts) {
        checkSampled(problem);
        return result(problem, run -> run.merge(parts));
    }

    private void checkSampled(Regression<?> problem) {
        Check.that(
                !isEnumerated(problem),
                (problem.model().margins.isEmpty
                                ? "be below the number of candidates, "
                                        + problem.facts().names().size()
                                : "be below the logarithm to base 2 of the number of allowed models, "
                                        + Numbers.count((long) problem.model().allowedModels()))
                        + ", for a run in parts: else all models are enumerated, without chains",
                "enumerateUpTo",
                enumerateUpTo(problem.enumerateUpTo()));
    }

    /** @param most the power where the caller sets none */
    int enumerateUpTo(int most) {
        return enumerateUpTo == null ? most : enumerateUpTo;
    }

    private boolean isEnumerated(Regression<?> problem) {
        return problem.model().hasAtMost(enumerateUpTo(problem.enumerateUpTo()));
    }

    private <F> SelectionResult result(Regression<F> problem, Function<SamplingRun, SampleResult> work) {
        checkExactEvidence(problem);
        SampleResult result = sample(problem.model(), work);
        return result(problem, new SampledModels<>(problem, result), result);
    }

    /**
     * Samples models.
     *
     * @param work runs or resumes the run, or makes a part of it
     */
    private <T> T sample(SubsetModel model, Function<SamplingRun, T> work) {
        double[] ones =
                DoubleStream.generate(() -> 1.0).limit(model.dimension()).toArray();
        Samplers.Lbp sampler = Samplers.lbp().scale(1).swaps(SWAPS);
        FamilyJump jumps = model.jumps();
        SamplingRun run = (jumps == null ? sampler : sampler.jumps(jumps, JUMPS))
                .build()
                .sample(model)
                .warmup(2_000)
                .draws(10_000)
                .seed(seed)
                .track("size", Statistic.weightedSum(ones))
                .threads(threads)
                .keepDraws()
                .conditionals();
        settings.accept(run);
        if (mostError < 1.0) { // a bound was set
            run.leastDraws(leastDraws).draws(Math.max(leastDraws, MOST_DRAWS)).untilConditionalError(mostError);
        }
        if (listener != null) {
            run.listener(listener);
        }
        try {
            return work.apply(run);
        } catch (RunException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof DataException data) {
                    throw data; // the data are at fault, not the run
                }
            }
            throw e;
        }
    }
}
