package dev.lbp.runtime.tempering;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Transcript;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Records the slots of one chain's ladder, for averages at every temperature. At each scan after warm-up, before the
 * exchanges, it gets the log-probability and the tracked statistics of the state in each slot. {@link SlotSums} sum
 * over all scans; {@link SlotSamples} keep a limited number of scans.
 *
 * @param <S> the array of a state
 */
public final class SlotRecords<S> {

    /**
     * A tracked statistic.
     *
     * @param <S> the array of a state
     */
    public interface Observable<S> {

        /**
         * The value at a state.
         *
         * @param logProb the target's log-probability of the state
         */
        double of(S state, double logProb);

        /** The inverse temperature of the target, if the observable is its energy; else NaN. */
        default double targetBeta() {
            return Double.NaN;
        }
    }

    /**
     * The index of V, the log-ratio of target and reference, among the values of a slot. It is no observable.
     */
    static final int RATIO = 0;

    private final List<String> names;
    private final List<Observable<S>> statistics;

    /** Values of a scan: for each slot V, the log-probability and the statistics. */
    private double[] values = {};

    private @Nullable SlotSums sums;
    private @Nullable SlotSamples samples;

    /** Empty records. Nothing is recorded before {@link #begin}. */
    public SlotRecords(Map<String, ? extends Observable<S>> tracked) {
        this.names = List.copyOf(tracked.keySet());
        this.statistics = List.copyOf(tracked.values());
    }

    /** Begins to record, for a number of slots; forgets what was recorded. */
    public void begin(int slots) {
        values = new double[slots * width()];
        sums = new SlotSums(values.length);
        samples = new SlotSamples(values.length);
    }

    /** The number of values of a slot in a scan. */
    private int width() {
        return 2 + names.size(); // V and the log-probability come first
    }

    /**
     * Records a scan, if {@link #begin} was called. Statistics are not evaluated at impossible states.
     *
     * @param ratios V of each slot
     * @param logProbs the target's log-probability at each slot
     * @param states the state of each slot
     * @throws IllegalStateException if a statistic is not finite
     */
    public void add(double[] ratios, double[] logProbs, IntFunction<S> states) {
        if (sums == null || samples == null) {
            return;
        }
        int at = 0;
        for (int k = 0; k < ratios.length; k++) {
            values[at++] = ratios[k];
            values[at++] = logProbs[k];
            for (int i = 0; i < names.size(); i++) {
                values[at++] = logProbs[k] == Double.NEGATIVE_INFINITY
                        ? Double.NaN
                        : value(i, states.apply(k), logProbs[k], k);
            }
        }
        sums.add(values);
        samples.add(values);
    }

    private double value(int statistic, S state, double logProb, int slot) {
        double value;
        try {
            value = statistics.get(statistic).of(state, logProb);
        } catch (RuntimeException e) {
            throw new IllegalStateException(
                    "statistic " + names.get(statistic) + " failed at replica " + slot + ": " + Failures.words(e), e);
        }
        if (!Double.isFinite(value)) {
            throw new IllegalStateException(
                    "statistic must be finite, at replica " + slot + ": " + names.get(statistic) + "=" + value);
        }
        return value;
    }

    /**
     * Puts the records of all chains together.
     *
     * @param chains the records of each chain, in the order of their indices; each has recorded a scan
     */
    public static LadderRecords pooled(List<? extends SlotRecords<?>> chains) {
        SlotRecords<?> first = chains.get(0);
        return new LadderRecords(
                first.names,
                chains.stream().map(SlotRecords::sums).toList(),
                chains.stream().map(SlotRecords::samples).toList(),
                /* between= */ false); // errors come from within the chains
    }

    private SlotSums sums() {
        return Objects.requireNonNull(sums, "must have begun");
    }

    private SlotSamples samples() {
        return Objects.requireNonNull(samples, "must have begun");
    }

    /** The inverse temperature of the target, 1 unless its energy was tracked. */
    public double targetBeta() {
        return statistics.stream()
                .mapToDouble(Observable::targetBeta)
                .filter(beta -> beta > 0.0)
                .findFirst()
                .orElse(1.0);
    }

    /** The memory of the records of a slot, in bytes, after {@code scans} scans with {@code statistics} statistics. */
    public static double bytes(double scans, int statistics) {
        return Double.BYTES * (2.0 + statistics) * (Math.min(scans, SlotSamples.MOST) + 2.0 * SlotSums.BATCHES);
    }

    /** Writes or reads the sums and samples of all slots. */
    public void transcribe(Transcript transcript) {
        int slots = transcript.of(values.length / width());
        if (slots == 0) { // not begun: there is nothing to record yet
            return;
        }
        if (transcript.isReading()) {
            begin(slots);
        }
        sums().transcribe(transcript);
        samples().transcribe(transcript);
    }
}
