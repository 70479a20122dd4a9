package dev.lbp.runtime.record;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * A histogram of the log-weights {@code log pi(y) - log q(y)} of the draws y that one chain of an independence sampler
 * proposes. If q is narrower than the target, a few draws have large weights, and more draws would have larger ones.
 * The index of the tail is the mean excess of the largest log-weights over the smallest of these (Hill, 1975). If it is
 * 1/2 or more, the variance of the weights is infinite, and so are the errors of averages.
 */
public final class WeightTail implements RecordPart<double[]> {

    /** The width of a bin, in nats. */
    private static final double WIDTH = 1.0 / 16.0;

    /**
     * The number of bins: they reach down to 64 nats below the largest log-weight, and the last has all smaller ones.
     */
    private static final int BINS = 1024;

    private final DoubleSupplier logWeight;
    private final long[] counts = new long[BINS];

    /** The bin of the largest log-weight, a whole number. */
    private double top = Double.NEGATIVE_INFINITY;

    WeightTail(DoubleSupplier logWeight) {
        this.logWeight = logWeight;
    }

    @Override
    public void step() {
        add(Math.floor(logWeight.getAsDouble() / WIDTH), 1L);
    }

    /** Adds to the count of a bin, a multiple of {@link #WIDTH}. A new largest bin moves the other counts down. */
    private void add(double bin, long count) {
        if (bin > top) {
            // the last bin keeps what would move beyond it
            int down = (int) Math.min(bin - top, BINS);
            long last = Arrays.stream(counts, BINS - 1 - Math.min(down, BINS - 1), BINS)
                    .sum();
            System.arraycopy(counts, 0, counts, down, BINS - down);
            Arrays.fill(counts, 0, down, 0L);
            counts[BINS - 1] = last;
            top = bin;
        }
        counts[(int) Math.min(top - bin, BINS - 1.0)] += count; // (int) NaN, before the first possible draw, is 0
    }

    @Override
    public void draw(ChainState<double[]> chain, int[] changed, int count, int draw) {
        // nothing to add: every step is counted, not only draws
    }

    @Override
    public void transcribe(Transcript transcript, double[] lastDraw) {
        top = transcript.of(top);
        transcript.of(counts, counts.length);
    }

    /**
     * The index of the tail of S steps of all chains: the mean excess of the largest {@code min(3 sqrt(S), S/5)}
     * log-weights over the least of them, Hill's estimate. NaN without steps of an independence sampler.
     */
    public static double index(List<? extends ChainRecorder<?>> recorders) {
        WeightTail all = new WeightTail(() -> Double.NaN);
        for (WeightTail chain : ChainRecorder.parts(recorders, WeightTail.class)) {
            for (int k = 0; k < BINS; k++) {
                all.add(chain.top - k, chain.counts[k]);
            }
        }
        double steps = Arrays.stream(all.counts).sum();
        double most = Math.ceil(Math.min(3.0 * Math.sqrt(steps), steps / 5.0));
        double taken = 0.0;
        double excess = 0.0;
        for (int k = 0; taken < most; k++) {
            excess += WIDTH * taken; // each weight taken so far exceeds this bin by one more width
            taken += Math.min(all.counts[k], most - taken);
        }
        return excess / most;
    }
}
