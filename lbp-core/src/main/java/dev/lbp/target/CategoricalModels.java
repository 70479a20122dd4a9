package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import dev.lbp.internal.ScoredWhole;
import dev.lbp.internal.Values;
import java.io.Serializable;

/** Targets of categories written in plain Java, one state at a time. For bits see {@link EnergyModels}. */
public final class CategoricalModels {

    private CategoricalModels() {}

    /** The unnormalised log-probability of a state. */
    @FunctionalInterface
    public interface LogProb extends Serializable {

        /** Scores a state of N values; -Infinity if it is impossible. */
        double of(int[] state);
    }

    /** A target made from a log-probability function. */
    public interface Function extends CategoricalModel {

        /**
         * This target with a name for summaries and messages, in the place of "plain Java target".
         *
         * @param name not blank
         */
        Function named(String name);
    }

    /**
     * A target from its log-probability. Log-ratios are exact: a step of a sweep scores {@code N (C - 1)} states, a
     * step of a random walk one.
     *
     * @param dimension the number of sites N, at least 1
     * @param values the number of values C of each site, at least 2
     * @param logProb called from several threads at once, with an array that is valid during the call and must not be
     *     changed; it must depend on the state alone
     */
    public static Function of(int dimension, int values, LogProb logProb) {
        Check.sites("dimension", dimension);
        Check.atLeast(2, "values", values);
        Check.that((double) dimension * values <= Integer.MAX_VALUE, "fit an int", "dimension * values", values);
        return new Plain(Names.OF_FUNCTION, dimension, values, Check.notNull("logProb", logProb));
    }

    private record Plain(String name, int dimension, int values, LogProb logProb) implements Function {

        @Override
        public Function named(String other) {
            return new Plain(Check.notBlank("name", other), dimension, values, logProb);
        }

        /** Leaves out the class name of the lambda, which the JVM generates. */
        @Override
        public String toString() {
            return "a function of " + dimension + " sites of " + values + " values";
        }

        @Override
        public Tracker newTracker() {
            return new PlainTracker(this);
        }
    }

    private static final class PlainTracker extends ScoredMoves implements ScoredWhole {

        private static final long serialVersionUID = 1L;

        private final int count;

        PlainTracker(Plain model) {
            super(model.dimension, model.logProb::of);
            this.count = model.values;
        }

        @Override
        protected void check(int[] to) {
            Values.checked("state", to, to.length, count);
        }

        @Override
        public int inverse(int move) {
            int site = move / count;
            return site * count + state[site];
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            sites[0] = move / count;
            values[0] = move % count;
            return 1;
        }
    }
}
