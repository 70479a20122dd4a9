package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Names;
import dev.lbp.internal.ScoredWhole;
import dev.lbp.internal.models.tracker.PermutationTracker;
import dev.lbp.target.CategoricalModels;
import dev.lbp.target.ScoredMoves;

/** A distribution over permutations whose log-probability is a function in plain Java. */
public final class Permutations extends PermutationModel {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final CategoricalModels.LogProb logProb;

    private Permutations(String name, int n, CategoricalModels.LogProb logProb) {
        super(n);
        this.name = name;
        this.logProb = logProb;
    }

    /**
     * A target from its log-probability. Log-ratios are exact: a step of an informed sampler scores all
     * {@code n (n - 1) / 2} exchanges of two values, a step of a random walk one.
     *
     * @param n the number of positions, at least 2
     * @param logProb of the values at the positions, each of 0 to n - 1 once; called from several threads at once, with
     *     an array that is valid during the call and must not be changed; it must depend on the permutation alone
     */
    public static Permutations of(int n, CategoricalModels.LogProb logProb) {
        checkSize("n", n);
        return new Permutations(Names.OF_FUNCTION, n, Check.notNull("logProb", logProb));
    }

    /**
     * This target with a name for summaries and messages, in the place of "plain Java target".
     *
     * @param other not blank
     */
    public Permutations named(String other) {
        return new Permutations(Check.notBlank("name", other), dimension(), logProb);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Tracker newTracker() {
        return new PlainTracker(dimension(), logProb);
    }

    private static final class PlainTracker extends ScoredMoves implements ScoredWhole {

        private static final long serialVersionUID = 1L;

        PlainTracker(int n, CategoricalModels.LogProb logProb) {
            super(n, logProb::of);
        }

        @Override
        protected void check(int[] to) {
            PermutationTracker.checkPermutation(to);
        }

        @Override
        public int inverse(int move) {
            return move;
        }

        @Override
        public int changes(int move, int[] sites, int[] values) {
            return PermutationTracker.exchange(move, state, sites, values);
        }
    }
}
