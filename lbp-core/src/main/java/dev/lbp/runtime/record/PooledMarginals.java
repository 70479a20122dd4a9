package dev.lbp.runtime.record;

import dev.lbp.result.SampleResult;
import dev.lbp.runtime.report.ChainAgreement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Marginals over the draws of all chains. Chains may have different numbers of draws.
 *
 * @param marginals P(x_i = 1) of every site
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
     * @param frozen true for sites that keep their starting value; this value may differ between chains
     */
    public static PooledMarginals of(List<? extends ChainRecorder<?>> recorders, boolean[] frozen) {
        MarginalBatches.Analysis analysis = analysis(recorders, frozen.length);
        int[] batches = recorders.stream()
                .mapToInt(chain -> chain.closedBatches().count())
                .toArray();
        ChainAgreement agreement = ChainAgreement.of(
                batches,
                analysis.fRatios(),
                frozen,
                site -> recorders.stream()
                        .mapToDouble(chain -> chain.marginal(site))
                        .toArray());
        return new PooledMarginals(
                means(recorders, frozen.length), analysis.errors(), agreement, conditionals(recorders));
    }

    private static double[] means(List<? extends ChainRecorder<?>> recorders, int cells) {
        double[] marginals = new double[cells];
        for (int i = 0; i < cells; i++) {
            long ones = 0;
            long draws = 0;
            for (ChainRecorder<?> recorder : recorders) {
                ones += recorder.ones(i);
                draws += recorder.draws();
            }
            marginals[i] = (double) ones / draws;
        }
        return marginals;
    }

    private static MarginalBatches.Analysis analysis(List<? extends ChainRecorder<?>> recorders, int dimension) {
        List<MarginalBatches> batches =
                recorders.stream().map(ChainRecorder::closedBatches).toList();
        long draws = recorders.stream().mapToLong(ChainRecorder::draws).sum();
        return MarginalBatches.analysis(batches, new double[recorders.size()][dimension], draws);
    }

    private static SampleResult.@Nullable Conditionals conditionals(List<? extends ChainRecorder<?>> recorders) {
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
