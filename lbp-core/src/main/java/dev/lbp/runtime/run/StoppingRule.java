package dev.lbp.runtime.run;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;
import dev.lbp.internal.Check;
import dev.lbp.internal.html.Numbers;
import dev.lbp.runtime.record.TraceNames;
import dev.lbp.runtime.report.ReportedRun;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rule that ends a run before its last draw, once all conditions hold. The run checks the rule when every chain
 * has made a minimum of draws, and again after each increase by a fifth. This grid depends only on the draws, so the
 * run ends at the same draw for any threads, machine and load. The grid is geometric because a check costs O(n log n)
 * for n draws: all checks together cost about six times the last one for any length of run, and the run makes at most a
 * fifth more draws than necessary.
 *
 * @param leastDraws the least number of draws of each chain, at least 1; {@link #NOT_GIVEN} for {@link #LEAST_DRAWS},
 *     or all draws of a shorter run
 */
public record StoppingRule(int leastDraws, List<Condition> conditions) implements Serializable {

    /** With fewer draws, diagnostics of mixing are unreliable, R-hat most of all. */
    private static final int LEAST_DRAWS = 100;

    private static final int NOT_GIVEN = 0;

    /** Each check comes after 1/5 more draws. */
    private static final int FRACTION = 5;

    /** The rule that never holds. */
    static final StoppingRule NONE = new StoppingRule(NOT_GIVEN, List.of());

    /** A diagnostic with a bound. */
    public enum Measure {
        ESS("ESS", "at least") {
            @Override
            boolean holds(double[][] trace, double bound) {
                return EffectiveSampleSize.bulk(trace) >= bound;
            }
        },
        R_HAT("R-hat", "at most") {
            @Override
            boolean holds(double[][] trace, double bound) {
                return RHat.of(trace) <= bound;
            }
        };

        private final String title;
        private final String relation;

        Measure(String title, String relation) {
            this.title = title;
            this.relation = relation;
        }

        /**
         * Whether the measure of a trace keeps to the bound. False if the trace is too short or constant: the measure
         * is then NaN.
         */
        abstract boolean holds(double[][] trace, double bound);

        /**
         * Whether the bound holds for {@link ReportedRun#SELF_DISTANCE}, a trace of some draws only, which cannot
         * compare chains. R-hat compares chains, so its bound holds in any case; the bound of ESS is at most a quarter
         * of these draws.
         */
        private boolean holdsWithin(double[][] trace, double bound) {
            double draws = (double) trace.length * trace[0].length;
            return this == R_HAT || EffectiveSampleSize.ofMean(trace) >= Math.min(bound, draws / 4.0);
        }
    }

    /** A condition on the draws so far. Summaries and checkpoints show its {@code toString()}. */
    sealed interface Condition extends Serializable {

        /**
         * Whether the condition holds.
         *
         * @param traces the traces by name, [chains][draws]
         * @param largestError the largest standard error of a conditional marginal; 0 if none ever changed
         */
        boolean holds(Map<String, double[][]> traces, DoubleSupplier largestError);
    }

    /** The condition that the standard error of every conditional marginal is at most a bound. */
    record OnErrors(double most) implements Condition {

        @Override
        public boolean holds(Map<String, double[][]> traces, DoubleSupplier largestError) {
            return largestError.getAsDouble() <= most;
        }

        @Override
        public String toString() {
            return "errors of conditional marginals at most " + most;
        }
    }

    /**
     * The condition that a measure of some traces keeps to a bound.
     *
     * @param traces the names of the traces; empty for all that are not constant
     */
    record OnTraces(Measure measure, double bound, List<String> traces) implements Condition {

        @Override
        public boolean holds(Map<String, double[][]> all, DoubleSupplier largestError) {
            boolean judged = false;
            for (String name : traces.isEmpty() ? all.keySet() : traces) { // one at a time: a trace may be long
                double[][] trace = Objects.requireNonNull(all.get(name));
                if (!traces.isEmpty() || !isConstant(trace)) {
                    judged = true;
                    // each chain's distance is to a state of its own, so these chains are not compared with each other
                    boolean isSelfDistance = name.equals(ReportedRun.SELF_DISTANCE);
                    if (!(isSelfDistance ? measure.holdsWithin(trace, bound) : measure.holds(trace, bound))) {
                        return false;
                    }
                }
            }
            return judged;
        }

        /** Whether all values of all chains are equal. */
        private static boolean isConstant(double[][] trace) {
            for (double[] chain : trace) {
                for (double value : chain) {
                    if (value != trace[0][0]) {
                        return false;
                    }
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return Numbers.format(
                    "%s%s %s %s",
                    measure.title,
                    traces.isEmpty() ? "" : " of " + String.join(", ", traces),
                    measure.relation,
                    Double.toString(bound).replaceFirst("\\.0$", ""));
        }
    }

    /** A copy with one more condition. */
    public StoppingRule and(Measure measure, double bound, String... traces) {
        return and(new OnTraces(measure, bound, TraceNames.listed(traces)));
    }

    /** A copy with a bound on the standard error of every conditional marginal. */
    public StoppingRule andErrors(double most) {
        return and(new OnErrors(most));
    }

    /** This rule with one more condition. */
    private StoppingRule and(Condition condition) {
        List<Condition> more = new ArrayList<>(conditions);
        more.add(condition);
        return new StoppingRule(leastDraws, List.copyOf(more));
    }

    public StoppingRule withLeastDraws(int draws) {
        return new StoppingRule(draws, conditions);
    }

    /** Throws {@link IllegalArgumentException} if a condition names a trace that is not among {@code names}. */
    void checkNames(Collection<String> names) {
        for (Condition condition : conditions) {
            if (condition instanceof OnTraces on) {
                for (String trace : on.traces) {
                    Check.that(names.contains(trace), "be one of " + names + ": trace=" + trace);
                }
            }
        }
    }

    /**
     * The number of draws at the next check: a fifth more than made, rounded up, or at first the minimum of draws.
     *
     * @param made the draws of each chain so far
     * @param last the draws of a run that does not end early
     */
    int next(int made, int last) {
        if (conditions.isEmpty()) {
            return last;
        }
        return (int) Math.min(last, Math.max(leastOrDefault(), made + (made + FRACTION - 1L) / FRACTION));
    }

    private int leastOrDefault() {
        return leastDraws == NOT_GIVEN ? LEAST_DRAWS : leastDraws;
    }

    /**
     * The draws at the last check of a run that has made {@code made} draws and will make more: at most {@code made},
     * 0 if none.
     */
    int lastCheck(int made) {
        int check = conditions.isEmpty() ? made : 0;
        // without a last draw, so that checks lie where they lie in a longer run
        while (check < made && next(check, Integer.MAX_VALUE) <= made) {
            check = next(check, Integer.MAX_VALUE);
        }
        return check;
    }

    /**
     * Whether there are at least {@code leastDraws} draws, there is a condition, and all conditions hold.
     *
     * @param made the draws of each chain so far
     * @param traces the traces by name, [chains][draws]; perhaps with only a part of the draws
     * @param largestError the largest standard error of a conditional marginal; called only if there is a bound on it
     */
    boolean holds(int made, Map<String, double[][]> traces, DoubleSupplier largestError) {
        return !conditions.isEmpty()
                && made >= leastDraws
                && conditions.stream().allMatch(condition -> condition.holds(traces, largestError));
    }

    /** The conditions in words, if they did not hold after {@code made} draws; empty if there is none. */
    String describeUnmet(int made) {
        return describe() + (made < leastDraws && !conditions.isEmpty() ? " from " + leastDraws + " draws on" : "");
    }

    /** The conditions in words; empty if there is none. */
    String describe() {
        return conditions.stream().map(Condition::toString).collect(Collectors.joining(", "));
    }

    /** The rule as an entry of a checkpoint. Without a condition, the least number of draws does not matter. */
    @Override
    public String toString() {
        return conditions.isEmpty() ? "none" : describe() + ", from " + leastOrDefault() + " draws on";
    }

    /**
     * Checks that a run with this rule can be carried out in parts.
     *
     * @throws IllegalArgumentException if a setting needs all chains together
     */
    void checkDivisible(@Nullable Duration budget, @Nullable CheckpointPlan checkpoints) {
        Check.that(
                describe().isEmpty(),
                "be left out of a run in parts, because it is about the draws of all chains together",
                "the stopping rule",
                describe());
        Check.that(
                budget == null,
                "be left out of a run in parts, which would then have different numbers of draws",
                "budget",
                "" + budget);
        Check.that(
                checkpoints == null,
                "be given to each part of a run in parts: run.part(first, count).checkpoint(file)",
                "checkpoint",
                checkpoints == null ? "" : checkpoints.file());
    }
}
