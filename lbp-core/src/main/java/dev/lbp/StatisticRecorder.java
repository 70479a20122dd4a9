package dev.lbp;

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

    /** Where the chain is off its last draw; null where each step makes a draw, and its own flips say it. */
    private final @Nullable ChangedSites changed;

    /**
     * Asks each statistic for the starting state, so that what cannot work fails before hours of warm-up.
     *
     * @throws ModelException if one fails
     */
    StatisticRecorder(ChainState chain, Map<String, Statistic> tracked, int draws, int thin) {
        names = tracked.keySet().toArray(new String[0]);
        statistics = tracked.values().toArray(new Statistic[0]);
        traces = new double[names.length][draws];
        last = new double[names.length];
        changed = thin == 1 || names.length == 0 ? null : new ChangedSites(chain.state.length);
        for (int k = 0; k < names.length; k++) {
            evaluate(k, chain, chain.flipped, 0, "its start");
        }
    }

    /** Looks at a step after warm-up. */
    void follow(ChainState chain) {
        if (changed != null) {
            for (int k = 0; k < chain.flips; k++) {
                changed.flip(chain.flipped[k]);
            }
        }
    }

    /**
     * Records the state that the step just followed has led to.
     *
     * @throws ModelException if a statistic fails
     */
    void record(ChainState chain, int draw) {
        int[] flipped = changed == null ? chain.flipped : changed.sites();
        int count = changed == null ? chain.flips : changed.count();
        for (int k = 0; k < statistics.length; k++) {
            if (!begun || count > 0) {
                last[k] = evaluate(k, chain, flipped, count, null);
            }
            traces[k][draw] = last[k];
        }
        begun = true;
        if (changed != null) {
            changed.clear();
        }
    }

    private double evaluate(int k, ChainState chain, int[] flipped, int count, @Nullable String when) {
        try {
            Statistic statistic = statistics[k];
            double value = begun ? statistic.after(last[k], chain.state, flipped, count) : statistic.of(chain.state);
            if (!Double.isFinite(value)) {
                throw new IllegalStateException("must be finite: " + names[k] + "=" + value);
            }
            return value;
        } catch (Exception e) { // checked ones too, as of a model
            String at = when == null ? "step " + (chain.steps() - 1) : when; // the step that has just been counted
            throw new ModelException(
                    "statistic " + names[k] + " failed in chain " + chain.index + " at " + at + ": " + e, e);
        }
    }

    /** Adds the traces by their names. */
    void addTo(Map<String, double[]> named) {
        for (int k = 0; k < names.length; k++) {
            named.put(names[k], traces[k]);
        }
    }
}
