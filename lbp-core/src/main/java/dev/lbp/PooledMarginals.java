package dev.lbp;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Marginals over the draws of all chains, of which some may have made fewer than others. */
final class PooledMarginals {

    private PooledMarginals() {}

    static double[] of(List<ChainRecorder> recorders, int dimension) {
        long[] ones = new long[dimension];
        long draws = 0;
        for (ChainRecorder recorder : recorders) {
            recorder.addOnes(ones);
            draws += recorder.draws();
        }
        double[] marginals = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            marginals[i] = (double) ones[i] / draws;
        }
        return marginals;
    }

    static MarginalBatches.Analysis analysis(List<ChainRecorder> recorders, int dimension) {
        List<MarginalBatches> batches =
                recorders.stream().map(ChainRecorder::closedBatches).toList();
        long draws = recorders.stream().mapToLong(ChainRecorder::draws).sum();
        return MarginalBatches.analysis(batches, new double[recorders.size()][dimension], draws);
    }

    static SampleResult.@Nullable Conditionals conditionals(List<ChainRecorder> recorders) {
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
