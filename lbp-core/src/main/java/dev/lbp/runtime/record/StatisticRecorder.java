package dev.lbp.runtime.record;

import dev.lbp.internal.Failures;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.space.Space;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;

/**
 * The traces of the user's statistics along one chain. The changes between two draws update each statistic.
 *
 * @param <S> the array of a state
 */
final class StatisticRecorder<S> {

    /** Relative slack for the rounding of sums; a larger difference is an error of the statistic. */
    private static final double ROUNDING = 1e-9;

    private final Space<S> space;
    private final String[] names;
    private final List<TracedStatistic<S>> statistics;
    private final double[][] traces;

    /** Values at the last draw; before the first draw, values at the start until they are {@link #compared}. */
    private final double[] last;

    /** A copy of the flips, to check that no statistic writes to its argument. */
    private final int[] flips;

    private boolean begun;

    /**
     * Whether {@link TracedStatistic#after} has been compared with {@link TracedStatistic#of}, at the chain's first
     * flips.
     */
    private boolean compared;

    /**
     * Evaluates each statistic at the starting state, so that a broken one fails before hours of warm-up.
     *
     * @throws ModelException if one fails
     */
    StatisticRecorder(ChainState<S> chain, Space<S> space, Map<String, ? extends TracedStatistic<S>> tracked) {
        this.space = space;
        names = tracked.keySet().toArray(new String[0]);
        statistics = List.copyOf(tracked.values());
        traces = new double[names.length][0];
        last = new double[names.length];
        flips = new int[isEmpty() ? 0 : chain.flipped.length];
        for (int k = 0; k < names.length; k++) {
            last[k] = evaluate(k, chain, "its start", fromState(k, chain.logProb));
        }
    }

    /** Checks the statistics at the first flips of warm-up, so that one that contradicts itself fails there. */
    void warmUp(ChainState<S> chain) {
        if (!compared && chain.flips > 0) {
            update(chain, chain.flipped, chain.flips);
        }
    }

    /** Makes room for {@code draws} draws, including those already recorded. */
    void makeRoom(int draws) {
        Arrays.setAll(traces, k -> Arrays.copyOf(traces[k], draws));
    }

    /**
     * Records a draw.
     *
     * @param flipped its first {@code count} elements are the sites that differ from the previous draw, each once
     * @param place where it is recorded in the traces
     * @throws ModelException if a statistic fails
     */
    void record(ChainState<S> chain, int[] flipped, int count, int place) {
        if (begun && count > 0) {
            update(chain, flipped, count);
        }
        for (int k = 0; k < names.length; k++) {
            if (!begun) { // the first draw has no draw before it, from which flips could update the value
                last[k] = evaluate(k, chain, stepName(chain), fromState(k, chain.logProb));
            }
            traces[k][place] = last[k];
        }
        begun = true;
    }

    /**
     * Updates the values after flips. At the first flips each statistic is also evaluated from the state alone, and
     * must give the same value. A copy of the flips shows whether a statistic wrote to its argument.
     */
    private void update(ChainState<S> chain, int[] flipped, int count) {
        if (!isEmpty()) {
            System.arraycopy(flipped, 0, flips, 0, count);
        }
        for (int k = 0; k < names.length; k++) {
            TracedStatistic<S> statistic = statistics.get(k);
            double before = last[k];
            last[k] = evaluate(k, chain, stepName(chain), state -> {
                double after = compared
                        ? statistic.after(before, state, chain.logProb, flipped, count)
                        : afterAndOf(statistic, before, state, chain.logProb, flipped, count);
                checkFlips(flipped, count);
                return after;
            });
        }
        compared = true;
    }

    /** Throws if a statistic has written to its argument, the list of flipped sites. */
    private void checkFlips(int[] flipped, int count) {
        int at = Arrays.mismatch(flipped, 0, count, flips, 0, count);
        if (at >= 0) {
            throw new IllegalStateException("must not be written to: flipped[" + at + "]=" + flipped[at]);
        }
    }

    /** Evaluates {@code after} and {@code of} at one state. Throws if they differ, or write to the state. */
    private double afterAndOf(
            TracedStatistic<S> statistic, double before, S state, double logProb, int[] flipped, int count) {
        S copy = space.copy(state);
        double after = statistic.after(before, copy, logProb, flipped, count);
        space.checkUnchanged(state, copy);
        double of = statistic.of(copy, logProb);
        if (Math.abs(after - of) > ROUNDING * (1.0 + Math.abs(of))) {
            throw new IllegalStateException(
                    "must depend on the state alone, and be equal: after=" + after + ", of=" + of);
        }
        return after;
    }

    /** Evaluates a statistic from the state alone, on a copy that it must not change. */
    private ToDoubleFunction<S> fromState(int k, double logProb) {
        return state -> {
            S copy = space.copy(state);
            double value = statistics.get(k).of(copy, logProb);
            space.checkUnchanged(state, copy);
            return value;
        };
    }

    /** The name of the last step in messages. */
    private static String stepName(ChainState<?> chain) {
        return "step " + (chain.steps() - 1);
    }

    private double evaluate(int k, ChainState<S> chain, String when, ToDoubleFunction<S> evaluation) {
        try {
            double value = evaluation.applyAsDouble(chain.state);
            if (!Double.isFinite(value)) {
                throw new IllegalStateException("must be finite: " + names[k] + "=" + value);
            }
            return value;
        } catch (Throwable e) { // checked exceptions too, which code in another language may throw
            throw new ModelException(
                    "statistic " + names[k] + " failed in " + chain.name() + " at " + when + ": " + Failures.words(e),
                    e);
        }
    }

    /** Writes or reads the values; {@code traced} does it for a trace, given its name and its values in memory. */
    void transcribe(Transcript transcript, BiConsumer<String, double[]> traced) {
        begun = transcript.of(begun);
        compared = transcript.of(compared);
        transcript.of(last, last.length);
        for (int k = 0; k < names.length; k++) {
            traced.accept(names[k], traces[k]);
        }
    }

    /** Whether there are no statistics. */
    boolean isEmpty() {
        return names.length == 0;
    }

    /** Adds the traces to {@code named}, by name. */
    void addTo(Map<String, double[]> named) {
        for (int k = 0; k < names.length; k++) {
            named.put(names[k], traces[k]);
        }
    }
}
