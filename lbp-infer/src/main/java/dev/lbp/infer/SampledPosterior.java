package dev.lbp.infer;

import dev.lbp.internal.Check;
import dev.lbp.internal.infer.sample.BatchMeans;
import dev.lbp.internal.infer.sample.GraphDraws;
import dev.lbp.internal.infer.sample.TemperedRun;
import dev.lbp.models.factor.FactorGraph;
import dev.lbp.result.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * An estimate by sampling the core: the graph that remains when sites that are cheap to eliminate are eliminated.
 * Marginals are means of conditional probabilities given states of the core. Not thread-safe.
 */
public final class SampledPosterior implements Posterior {

    /**
     * The largest number of entries of a table that an elimination may make. With ten times as many, sweeps of the core
     * are slower.
     */
    private static final int ENTRIES = 10_000;

    private static final Duration USUAL_TIME = Duration.ofSeconds(20);

    /** The share of the time for draws. The rest is for conditional probabilities. */
    private static final double SHARE_OF_DRAWS = 0.6;

    /** The verdict does not trust marginals from fewer states. */
    private static final int LEAST_STATES = 400;

    private final SumCore core;
    private final RunResult result;
    private final GraphDraws draws;
    private final BatchMeans means;
    private int @Nullable [] best;

    private SampledPosterior(SumCore core, RunResult result, GraphDraws draws, BatchMeans means) {
        this.core = core;
        this.result = result;
        this.draws = draws;
        this.means = means;
    }

    /** Samples the core of a graph. The answer is exact if the core has a single site. */
    static Posterior of(Inference question) {
        long begin = System.nanoTime();
        SumCore core = question.core(ENTRIES);
        if (core.graph().sites() == 1) {
            return question.exact();
        }
        TemperedRun run = question.temperedRun();
        // null if only the number of draws ends the run
        Duration time = question.time == null && run.draws() == 0 ? USUAL_TIME : question.time;
        question.progress.accept(String.format(
                Locale.ROOT,
                "sampling a core of %d of %d variables for %s",
                core.graph().sites(),
                question.graph.sites(),
                time == null ? run.draws() + " draws" : time.toSeconds() + " s"));
        Duration left = time == null ? null : time.minusNanos(System.nanoTime() - begin);
        RunResult result = run.sample(
                core.graph(), left == null ? null : Duration.ofNanos((long) (SHARE_OF_DRAWS * left.toNanos())));
        long endOfDraws = System.nanoTime();
        Duration rest = left == null ? null : left.minus(result.warmUpTime()).minus(result.drawTime());
        // means end after a fixed number of states if a number of draws was asked for, and when the time is over
        return of(
                core,
                result,
                count -> run.draws() > 0 && count >= SumCore.STATES
                        || rest != null && System.nanoTime() - endOfDraws > rest.toNanos());
    }

    /**
     * Computes answers from a run on the core.
     *
     * @param enough given a number of states, whether means over them are enough
     */
    static SampledPosterior of(SumCore core, RunResult result, IntPredicate enough) {
        GraphDraws draws = GraphDraws.of(core.graph(), result);
        return new SampledPosterior(core, result, draws, BatchMeans.of(draws.draws(), core::conditionals, enough));
    }

    @Override
    public FactorGraph graph() {
        return core.whole();
    }

    @Override
    public boolean isExact() {
        return false;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the run was not tempered
     */
    @Override
    public double logZ() {
        return draws.logZ() + core.logConstant();
    }

    @Override
    public double logZError() {
        return draws.logZError();
    }

    @Override
    public double[] marginal(int site) {
        return means.mean(checkedSite(site));
    }

    /** {@inheritDoc} It is also 0 if evidence and zeros leave the site one value. */
    @Override
    public double[] marginalErrors(int site) {
        return core.isFixed(checkedSite(site)) ? new double[graph().values(site)] : means.error(site);
    }

    private int checkedSite(int site) {
        return Check.index(graph().sites(), "site", site);
    }

    /** {@inheritDoc} It is the completion of the best draw. */
    @Override
    public int[] best() {
        int[] known = best;
        if (known == null) {
            BestCore maxima = core.bestCore();
            int[] mostProbable = Arrays.stream(draws.draws())
                    .flatMap(Arrays::stream)
                    .max((a, b) -> Double.compare(
                            maxima.graph().logProb(a), maxima.graph().logProb(b)))
                    .orElseThrow();
            known = maxima.complete(mostProbable);
            best = known;
        }
        return known.clone();
    }

    @Override
    public int[] draw(UniformRandomProvider rng) {
        return core.complete(draws.draw(Check.notNull("rng", rng).nextInt(draws.count())), rng);
    }

    @Override
    public String method() {
        return String.format(
                        Locale.ROOT,
                        "Estimated: %d of %d variables, those that are not cheap to sum out, were sampled%s; marginals are"
                                + " means of conditional probabilities given %d states.",
                        core.graph().sites(),
                        graph().sites(),
                        result.tempering()
                                .map(ladder -> " by parallel tempering with " + ladder.replicas() + " replicas")
                                .orElse(""),
                        means.states())
                + (draws.possible() == 1.0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " Zeros were raised for the chains, and the %.1f %% of draws that are impossible left out.",
                                100.0 * (1.0 - draws.possible())));
    }

    @Override
    public List<String> verdict() {
        List<String> ofDraws = result.verdict(core.graph()::name);
        if (means.states() >= LEAST_STATES) {
            return ofDraws;
        }
        List<String> lines = new ArrayList<>(ofDraws);
        lines.set(0, "not shown to have mixed."); // the first line is the verdict on the draws
        lines.add(
                "Marginals are means over " + means.states() + " states, below " + LEAST_STATES + ": give more time.");
        return lines;
    }

    /** The number of sites, and log Z with its error if the run was tempered. */
    @Override
    public String toString() {
        String sites = "sampled posterior, N = " + graph().sites();
        return result.tempering().isEmpty()
                ? sites
                : String.format(Locale.ROOT, "%s, log Z = %.6g +- %.2g", sites, logZ(), logZError());
    }
}
