package dev.lbp.runtime.record;

import dev.lbp.result.SampleResult;
import dev.lbp.result.SiteDisagreement;
import dev.lbp.runtime.report.ChainAgreement;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Marginals over the draws of all chains. Chains may have different numbers of draws.
 *
 * @param marginals the probability that each cell is 1; empty if marginals were not recorded
 * @param errors the standard error of each
 * @param stillError the error of a cell that is the same in all draws, 1.5 / n for n batches: if batches are
 *     independent, the other value has, at 95 % confidence, a probability below 3 / n (the rule of three), and such a
 *     bound is about two errors. NaN if there are under two batches
 * @param agreement whether chains agree at every site
 * @param conditionals Rao-Blackwellised marginals; null if they were not recorded
 */
public record PooledMarginals(
        double[] marginals,
        double[] errors,
        double stillError,
        ChainAgreement agreement,
        SampleResult.@Nullable Conditionals conditionals) {

    /**
     * Pools the marginals of all chains.
     *
     * @param cellsPerSite the cells of a site: 1 for bits, the number of values for whole numbers
     * @param frozen true for sites that keep their starting value; this value may differ between chains
     */
    public static PooledMarginals of(List<? extends ChainRecorder<?>> recorders, int cellsPerSite, boolean[] frozen) {
        List<Frequencies> chains = recorders.stream()
                .map(recorder -> recorder.sites.counted())
                .filter(Objects::nonNull)
                .toList();
        if (chains.isEmpty()) {
            return new PooledMarginals(
                    new double[0], new double[0], Double.NaN, ChainAgreement.none(frozen.length), null);
        }
        int[] draws = ChainRecorder.draws(recorders);
        MarginalBatches[] closed = new MarginalBatches[draws.length];
        Arrays.setAll(closed, c -> chains.get(c).closedBatches(draws[c]));
        long all = Arrays.stream(draws).asLongStream().sum();
        // null, because no constant is added to the indicators
        MarginalBatches.Analysis analysis = MarginalBatches.analysis(List.of(closed), cellsPerSite, null, all);
        ChainAgreement agreement = ChainAgreement.of(
                Arrays.stream(closed).mapToInt(MarginalBatches::count).toArray(),
                analysis.fRatios(),
                frozen,
                (site, fRatio) -> disagreement(chains, draws, cellsPerSite, site, fRatio));
        double[] means = new double[frozen.length * cellsPerSite];
        Arrays.setAll(means, cell -> {
            long ones = 0;
            for (int c = 0; c < draws.length; c++) {
                ones += chains.get(c).ones(cell, draws[c]);
            }
            return (double) ones / all;
        });
        int batches = Arrays.stream(closed).mapToInt(MarginalBatches::count).sum();
        double stillError = batches < 2 ? Double.NaN : 1.5 / batches; // half of the bound 3 / n of the rule of three
        return new PooledMarginals(means, analysis.errors(), stillError, agreement, conditionals(recorders));
    }

    /** A site where chains differ, with the value whose marginals are furthest apart. */
    private static SiteDisagreement disagreement(
            List<Frequencies> chains, int[] draws, int cellsPerSite, int site, double fRatio) {
        if (cellsPerSite == 1) {
            return new SiteDisagreement(site, fRatio, shares(chains, draws, site));
        }
        SiteDisagreement furthest = null;
        double widest = -1.0;
        for (int value = 0; value < cellsPerSite; value++) {
            double[] marginals = shares(chains, draws, site * cellsPerSite + value);
            SiteDisagreement at = new SiteDisagreement(site, fRatio, marginals, value);
            double range = ChainAgreement.highest(at) - ChainAgreement.lowest(at);
            if (furthest == null || range > widest) {
                furthest = at;
                widest = range;
            }
        }
        return Objects.requireNonNull(furthest);
    }

    /** The share of each chain's draws where a cell was 1. */
    private static double[] shares(List<Frequencies> chains, int[] draws, int cell) {
        double[] all = new double[draws.length];
        Arrays.setAll(all, c -> (double) chains.get(c).ones(cell, draws[c]) / draws[c]);
        return all;
    }

    /** Rao-Blackwellised marginals of all chains; null if they were not recorded. */
    public static SampleResult.@Nullable Conditionals conditionals(List<? extends ChainRecorder<?>> recorders) {
        List<ConditionalRecorder> chains = ChainRecorder.parts(recorders, ConditionalRecorder.class);
        return chains.isEmpty() ? null : ConditionalRecorder.pooled(chains, ChainRecorder.draws(recorders));
    }
}
