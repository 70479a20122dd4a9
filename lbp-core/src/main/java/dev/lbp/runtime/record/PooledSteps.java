package dev.lbp.runtime.record;

import java.util.List;
import java.util.Locale;

/**
 * The averages over all moves after warm-up, of all chains together and of each chain. Swaps and jumps have rates of their own.
 *
 * @param acceptanceRate the mean of min(1, alpha)
 * @param jumpDistance the mean Hamming distance of a step
 * @param swapRate the share of swaps that changed the state; NaN without swaps
 * @param jumpAcceptance the mean of min(1, alpha) of jumps; NaN without jumps
 * @param withoutReturn the number of draws of q proposed at states that q scores as impossible, all rejected
 * @param acceptanceRates the mean of min(1, alpha) for each chain
 * @param jumpDistances the mean Hamming distance of a step for each chain
 */
public record PooledSteps(
        double acceptanceRate,
        double jumpDistance,
        double swapRate,
        double jumpAcceptance,
        long withoutReturn,
        double[] acceptanceRates,
        double[] jumpDistances) {

    public static PooledSteps of(List<? extends ChainRecorder<?>> recorders) {
        double acceptance =
                recorders.stream().mapToDouble(ChainRecorder::acceptanceSum).sum();
        double jumps = recorders.stream().mapToDouble(ChainRecorder::jumpSum).sum();
        long steps = recorders.stream().mapToLong(ChainRecorder::moves).sum();
        long swaps = recorders.stream().mapToLong(ChainRecorder::swaps).sum();
        long movingSwaps =
                recorders.stream().mapToLong(ChainRecorder::movingSwaps).sum();
        return new PooledSteps(
                acceptance / steps,
                jumps / steps,
                (double) movingSwaps / swaps,
                recorders.stream()
                                .mapToDouble(ChainRecorder::independentAcceptance)
                                .sum()
                        / recorders.stream()
                                .mapToLong(ChainRecorder::independentJumps)
                                .sum(),
                recorders.stream().mapToLong(ChainRecorder::withoutReturn).sum(),
                recorders.stream()
                        .mapToDouble(chain -> chain.acceptanceSum() / chain.moves())
                        .toArray(),
                recorders.stream()
                        .mapToDouble(chain -> chain.jumpSum() / chain.moves())
                        .toArray());
    }

    /** The rates of swaps and jumps in words, to follow the acceptance rate; empty without them. */
    public String othersText() {
        String swaps = Double.isNaN(swapRate) ? "" : String.format(Locale.ROOT, ", swaps moved %.3f", swapRate);
        String jumps =
                Double.isNaN(jumpAcceptance) ? "" : String.format(Locale.ROOT, ", jumps accepted %.3f", jumpAcceptance);
        String without = withoutReturn == 0
                ? ""
                : String.format(
                        Locale.ROOT, ", %d jumps rejected at states that q scores as impossible", withoutReturn);
        return swaps + jumps + without;
    }
}
