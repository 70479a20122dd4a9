package dev.lbp;

import dev.lbp.internal.Transcript;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The traces of the user's statistics along one chain, each brought up to date by the flips from one draw to the next. */
final class StatisticRecorder {

    private final String[] names;
    private final Statistic[] statistics;
    private final double[][] traces;

    /** Of the last draw; of nothing before the first. */
    private final double[] last;

    private boolean begun;

    /**
     * Asks each statistic for the starting state, so that what cannot work fails before hours of warm-up.
     *
     * @throws ModelException if one fails
     */
    StatisticRecorder(ChainState chain, Map<String, Statistic> tracked) {
        names = tracked.keySet().toArray(new String[0]);
        statistics = tracked.values().toArray(new Statistic[0]);
        traces = new double[names.length][0];
        last = new double[names.length];
        for (int k = 0; k < names.length; k++) {
            evaluate(k, chain, chain.flipped, 0, "its start");
        }
    }

    /** Makes room for {@code draws} draws, those that there are included. */
    void makeRoom(int draws) {
        for (int k = 0; k < traces.length; k++) {
            traces[k] = Arrays.copyOf(traces[k], draws);
        }
    }

    /**
     * Records a draw.
     *
     * @param flipped the sites, each once, by which it differs from the draw before: the first {@code count} of these
     * @param draw its number, from 0
     * @throws ModelException if a statistic fails
     */
    void record(ChainState chain, int[] flipped, int count, int draw) {
        for (int k = 0; k < statistics.length; k++) {
            if (!begun || count > 0) {
                last[k] = evaluate(k, chain, flipped, count, null);
            }
            traces[k][draw] = last[k];
        }
        begun = true;
    }

    private double evaluate(int k, ChainState chain, int[] flipped, int count, @Nullable String when) {
        try {
            Statistic statistic = statistics[k];
            double value = begun ? statistic.after(last[k], chain.state, flipped, count) : statistic.of(chain.state);
            if (!Double.isFinite(value)) {
                throw new IllegalStateException("must be finite: " + names[k] + "=" + value);
            }
            return value;
        } catch (Throwable e) { // checked exceptions too, as of a model
            String at = when == null ? "step " + (chain.steps() - 1) : when; // the step that has just been counted
            throw new ModelException(
                    "statistic " + names[k] + " failed in chain " + chain.index + " at " + at + ": " + e, e);
        }
    }

    void transcribe(Transcript transcript, int draws) {
        begun = transcript.of(begun);
        transcript.of(last, last.length);
        for (double[] trace : traces) {
            transcript.of(trace, draws);
        }
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return statistics.length == 0;
    }

    /** Adds the traces by their names. */
    void addTo(Map<String, double[]> named) {
        for (int k = 0; k < names.length; k++) {
            named.put(names[k], traces[k]);
        }
    }
}
