package dev.lbp.runtime.run;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.diagnostics.RHat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What must hold of the traces for a run to end before its last draw: all of some conditions, none of which holds of no
 * draws. They are looked at when every chain has made a minimum of draws, and again whenever there are a fifth more. This
 * grid depends on the draws alone, so the run ends at the same draw whatever the threads, the machine and its load; and it is
 * geometric because a look costs O(n log n) for n draws: all looks together cost some six times the last one, however long
 * the run, and it makes at most a fifth more draws than it had to.
 *
 * @param leastDraws of each chain, at least 1; {@link #NOT_GIVEN} for {@link #LEAST_DRAWS}, or all that the run makes
 */
public record StoppingRule(int leastDraws, List<Condition> conditions) {

    /** Fewer draws than these say little of how chains mix, R-hat least of all. */
    private static final int LEAST_DRAWS = 100;

    private static final int NOT_GIVEN = 0;

    private static final int FRACTION = 5;

    /** Never holds. */
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

        /** False of a trace too short or constant, of which the measure is NaN. */
        abstract boolean holds(double[][] trace, double bound);
    }

    /**
     * That a measure of some traces keeps to a bound.
     *
     * @param traces by name; none if all are meant that are not constant
     */
    record Condition(Measure measure, double bound, List<String> traces) {

        boolean holds(Map<String, double[][]> all) {
            Collection<double[][]> judged = traces.isEmpty()
                    ? all.values().stream().filter(trace -> !constant(trace)).toList()
                    : traces.stream()
                            .map(name -> Objects.requireNonNull(all.get(name)))
                            .toList();
            return !judged.isEmpty() && judged.stream().allMatch(trace -> measure.holds(trace, bound));
        }

        private static boolean constant(double[][] trace) {
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
            return String.format(
                    Locale.ROOT,
                    "%s%s %s %s",
                    measure.title,
                    traces.isEmpty() ? "" : " of " + String.join(", ", traces),
                    measure.relation,
                    Double.toString(bound).replaceFirst("\\.0$", ""));
        }
    }

    /** The same and one condition more. */
    public StoppingRule and(Measure measure, double bound, List<String> traces) {
        List<Condition> more = new ArrayList<>(conditions);
        more.add(new Condition(measure, bound, traces));
        return new StoppingRule(leastDraws, List.copyOf(more));
    }

    public StoppingRule withLeastDraws(int draws) {
        return new StoppingRule(draws, conditions);
    }

    /** Throws {@link IllegalArgumentException} if a condition is about a trace that is not among the names. */
    void checkNames(Collection<String> names) {
        for (Condition condition : conditions) {
            for (String trace : condition.traces) {
                if (!names.contains(trace)) {
                    throw new IllegalArgumentException("must be one of " + names + ": trace=" + trace);
                }
            }
        }
    }

    /**
     * The number of draws at which to look next.
     *
     * @param made draws of each chain so far
     * @param last the draws at which a run ends anyway
     */
    int next(int made, int last) {
        if (conditions.isEmpty()) {
            return last;
        }
        return (int) Math.min(last, Math.max(least(), made + (made + FRACTION - 1L) / FRACTION));
    }

    private int least() {
        return leastDraws == NOT_GIVEN ? LEAST_DRAWS : leastDraws;
    }

    /** The last look of a run that has made {@code made} draws and is to make more: at most {@code made}, 0 if there was none. */
    int lastLook(int made) {
        int look = conditions.isEmpty() ? made : 0;
        while (look < made && next(look, Integer.MAX_VALUE) <= made) {
            look = next(look, Integer.MAX_VALUE);
        }
        return look;
    }

    /**
     * Whether there are at least as many draws as were judged for, and all conditions hold, and there is one.
     *
     * @param traces by name, [chains][draws]
     */
    boolean holds(Map<String, double[][]> traces) {
        return !conditions.isEmpty()
                && traces.values().stream().allMatch(trace -> trace[0].length >= leastDraws)
                && conditions.stream().allMatch(condition -> condition.holds(traces));
    }

    /** The conditions in words, after {@code made} draws at which they did not hold; empty if there is none. */
    String describeUnmet(int made) {
        return describe() + (made < leastDraws && !conditions.isEmpty() ? " from " + leastDraws + " draws on" : "");
    }

    /** The conditions in words; empty if there is none. */
    String describe() {
        return conditions.stream().map(Condition::toString).collect(Collectors.joining(", "));
    }

    /** As a checkpoint names it: where there is no condition, the least number of draws does not matter. */
    @Override
    public String toString() {
        return conditions.isEmpty() ? "none" : describe() + ", from " + least() + " draws on";
    }
}
