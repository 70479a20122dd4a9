package dev.lbp.runtime.record;

import java.util.List;
import java.util.Locale;

/**
 * The averages over all steps after warm-up, of all chains together and of each chain. Swaps count for their own rate alone.
 *
 * @param acceptanceRate the mean of min(1, alpha)
 * @param jumpDistance the mean Hamming distance of a step
 * @param swapRate the share of swaps that changed the state; NaN without swaps
 * @param acceptanceRates the mean of min(1, alpha) for each chain
 * @param jumpDistances the mean Hamming distance of a step for each chain
 */
public record PooledSteps(
        double acceptanceRate, double jumpDistance, double swapRate, double[] acceptanceRates, double[] jumpDistances) {

    public static PooledSteps of(List<? extends ChainRecorder<?>> recorders) {
        double acceptance =
                recorders.stream().mapToDouble(ChainRecorder::acceptanceSum).sum();
        long jumps = recorders.stream().mapToLong(ChainRecorder::jumpSum).sum();
        long steps =
                recorders.stream().mapToLong(ChainRecorder::stepsWithoutSwaps).sum();
        long swaps = recorders.stream().mapToLong(ChainRecorder::swaps).sum();
        long movingSwaps =
                recorders.stream().mapToLong(ChainRecorder::movingSwaps).sum();
        return new PooledSteps(
                acceptance / steps,
                (double) jumps / steps,
                (double) movingSwaps / swaps,
                recorders.stream()
                        .mapToDouble(chain -> chain.acceptanceSum() / chain.stepsWithoutSwaps())
                        .toArray(),
                recorders.stream()
                        .mapToDouble(chain -> (double) chain.jumpSum() / chain.stepsWithoutSwaps())
                        .toArray());
    }

    /** The rate of swaps in words, to follow the acceptance rate; empty without swaps. */
    public String swapText() {
        return Double.isNaN(swapRate) ? "" : String.format(Locale.ROOT, ", swaps moved %.3f", swapRate);
    }
}
