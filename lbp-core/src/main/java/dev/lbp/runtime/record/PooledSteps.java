package dev.lbp.runtime.record;

import java.util.List;

/**
 * The averages over all steps after warm-up, of all chains together and of each chain.
 *
 * @param acceptanceRate the mean of min(1, alpha)
 * @param jumpDistance the mean Hamming distance of a step
 * @param acceptanceRates the same mean for each chain
 * @param jumpDistances the same mean for each chain
 */
public record PooledSteps(
        double acceptanceRate, double jumpDistance, double[] acceptanceRates, double[] jumpDistances) {

    public static PooledSteps of(List<? extends ChainRecorder<?>> recorders) {
        double acceptance =
                recorders.stream().mapToDouble(ChainRecorder::acceptanceSum).sum();
        long jumps = recorders.stream().mapToLong(ChainRecorder::jumpSum).sum();
        long steps = recorders.stream().mapToLong(ChainRecorder::steps).sum();
        return new PooledSteps(
                acceptance / steps,
                (double) jumps / steps,
                recorders.stream()
                        .mapToDouble(chain -> chain.acceptanceSum() / chain.steps())
                        .toArray(),
                recorders.stream()
                        .mapToDouble(chain -> (double) chain.jumpSum() / chain.steps())
                        .toArray());
    }
}
