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
 * @param agreement whether chains agree at every site
 * @param conditionals Rao-Blackwellised marginals; null if they were not recorded
 */
public record PooledMarginals(
        double[] marginals,
        double[] errors,
        ChainAgreement agreement,
        SampleResult.@Nullable Conditionals conditionals) {

    /**
     * @param cellsPerSite the cells of a site: 1 for bits, the number of values for whole numbers
     * @param frozen true for sites that keep their starting value; this value may differ between chains
     */
    public static PooledMarginals of(List<? extends ChainRecorder<?>> recorders, int cellsPerSite, boolean[] frozen) {
        if (!recorders.get(0).hasMarginals()) {
            return new PooledMarginals(new double[0], new double[0], ChainAgreement.none(frozen.length), null);
        }
        List<MarginalBatches> closed =
                recorders.stream().map(ChainRecorder::closedBatches).toList();
        long draws = recorders.stream().mapToLong(ChainRecorder::draws).sum();
        MarginalBatches.Analysis analysis = MarginalBatches.analysis(closed, cellsPerSite, null, draws);
        ChainAgreement agreement = ChainAgreement.of(
                closed.stream().mapToInt(MarginalBatches::count).toArray(),
                analysis.fRatios(),
                frozen,
                (site, fRatio) -> disagreement(recorders, cellsPerSite, site, fRatio));
        double[] means = means(recorders, frozen.length * cellsPerSite);
        return new PooledMarginals(means, analysis.errors(), agreement, conditionals(recorders));
    }

    /** A site where chains differ, with the value whose marginals are furthest apart. */
    private static SiteDisagreement disagreement(
            List<? extends ChainRecorder<?>> recorders, int cellsPerSite, int site, double fRatio) {
        if (cellsPerSite == 1) {
            return new SiteDisagreement(site, fRatio, ofChains(recorders, site));
        }
        SiteDisagreement furthest = null;
        double widest = -1.0;
        for (int value = 0; value < cellsPerSite; value++) {
            double[] marginals = ofChains(recorders, site * cellsPerSite + value);
            SiteDisagreement at = new SiteDisagreement(site, fRatio, marginals, value);
            double range = ChainAgreement.highest(at) - ChainAgreement.lowest(at);
            if (furthest == null || range > widest) {
                furthest = at;
                widest = range;
            }
        }
        return Objects.requireNonNull(furthest);
    }

    private static double[] ofChains(List<? extends ChainRecorder<?>> recorders, int cell) {
        return recorders.stream().mapToDouble(chain -> chain.marginal(cell)).toArray();
    }

    private static double[] means(List<? extends ChainRecorder<?>> recorders, int cells) {
        double[] marginals = new double[cells];
        Arrays.setAll(marginals, cell -> {
            long ones = 0;
            long draws = 0;
            for (ChainRecorder<?> recorder : recorders) {
                ones += recorder.ones(cell);
                draws += recorder.draws();
            }
            return (double) ones / draws;
        });
        return marginals;
    }

    /** Rao-Blackwellised marginals of all chains; null if they were not recorded. */
    public static SampleResult.@Nullable Conditionals conditionals(List<? extends ChainRecorder<?>> recorders) {
        List<ConditionalRecorder> chains = recorders.stream()
                .map(ChainRecorder::conditionals)
                .filter(Objects::nonNull)
                .toList();
        return chains.isEmpty()
                ? null
                : ConditionalRecorder.pooled(
                        chains,
                        recorders.stream().mapToInt(ChainRecorder::draws).toArray());
    }
}
