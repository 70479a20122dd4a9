package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.internal.TouchedSites;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.PairBonds;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A model with its own moves on the path between a reference and a target, {@code log f_beta(x) = (1 - beta) log
 * base(x) + beta log p(x)}. Each chain has its own instance.
 */
public class AnnealedMoveModel implements MoveModel, Annealed {

    private static final long serialVersionUID = 1L;

    private final MoveModel model;
    private final transient Reference<int[]> base;
    private double beta;

    private AnnealedMoveModel(MoveModel model, Reference<int[]> base, double beta) {
        this.model = model;
        this.base = base;
        this.beta = beta;
    }

    /** An annealed model whose sites take C values in any combination. */
    private static final class OfCategories extends AnnealedMoveModel implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        private final CategoricalModel categories;

        OfCategories(CategoricalModel model, Reference<int[]> base, double beta) {
            super(model, base, beta);
            this.categories = model;
        }

        @Override
        public int values(int site) {
            return categories.values(site);
        }

        /** The tempered bonds of the model; a biased reference adds its logits to the fields. */
        @Override
        public Optional<PairBonds> bonds() {
            double share = 1.0 - beta();
            Reference<int[]> base = ((AnnealedMoveModel) this).base; // a private field is not inherited
            return categories
                    .bonds()
                    .map(bonds -> bonds.tempered(
                            beta(),
                            (site, value) ->
                                    base instanceof CategoricalBase biased ? share * biased.logit(site, value) : 0.0));
        }
    }

    /**
     * The path to a model.
     *
     * @param base uniform over the model's feasible set, or a {@link CategoricalBase}
     * @param beta in (0, 1]
     */
    public static AnnealedMoveModel of(MoveModel model, Reference<int[]> base, double beta) {
        return model instanceof CategoricalModel categories
                ? new OfCategories(categories, base, beta)
                : new AnnealedMoveModel(model, base, beta);
    }

    @Override
    public double beta() {
        return beta;
    }

    @Override
    public void beta(double value) {
        beta = value;
    }

    @Override
    public PathTracker newTracker() {
        MoveModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
        return base instanceof CategoricalBase biased && !biased.isFair()
                ? new BiasedTracker(this, tracker, biased)
                : new PathTracker(this, tracker);
    }

    /** The user's tracker inside a {@link PathTracker}; any other tracker itself. */
    public static MoveModel.Tracker targetOf(MoveModel.Tracker tracker) {
        return tracker instanceof PathTracker path ? path.target : tracker;
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public int values() {
        return model.values();
    }

    @Override
    public int moves() {
        return model.moves();
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Map<String, String> identity() {
        return model.identity();
    }

    @Override
    public int[] randomState(UniformRandomProvider rng) {
        return model.randomState(rng);
    }

    /** The tracker for a reference under which every move joins states of equal probability. */
    public static class PathTracker implements MoveModel.Tracker, AnnealedTracker<int[]> {

        private static final long serialVersionUID = 1L;

        final AnnealedMoveModel path;

        /** The target's tracker. {@link #exchange} swaps it with the one of another chain. */
        private MoveModel.Tracker target;

        /** log base(x) at the state of the last reset. */
        private double atReset;

        PathTracker(AnnealedMoveModel path, MoveModel.Tracker target) {
            this.path = path;
            this.target = target;
        }

        /** Exchanges the trackers of the target, and with them the states. */
        @Override
        public void exchange(AnnealedTracker<int[]> other) {
            PathTracker peer = (PathTracker) other;
            MoveModel.Tracker swapped = target;
            target = peer.target;
            peer.target = swapped;
        }

        @Override
        public final void assign(int[] sites, int n, int[] values, int[] touched) {
            for (int k = 0; k < n; k++) {
                // the label i C + c gives value c to site i
                apply(sites[k] * path.values() + values[sites[k]], touched);
            }
        }

        @Override
        public final void moveTo(int[] state) {
            ModelCalls.reset(this, state);
        }

        @Override
        public final MoveModel.Tracker target() {
            return target;
        }

        @Override
        public final double targetLogProb() {
            return target.logProb();
        }

        @Override
        public double baseLogProb() {
            return atReset;
        }

        @Override
        public void reset(int[] state) {
            target.reset(state);
            atReset = path.base.logProb(state);
        }

        /** log f_beta at the state; at beta = 1 exactly the target's log-probability. */
        @Override
        public final double logProb() {
            double beta = path.beta;
            double logProb = target.logProb();
            return beta == 1.0 ? logProb : beta * logProb + (1.0 - beta) * baseLogProb();
        }

        /** The target's log-ratios times beta: the reference adds nothing. */
        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            target.logRatios(moves, n, out);
            double beta = path.beta;
            for (int k = 0; k < n; k++) {
                out[k] *= beta;
            }
        }

        @Override
        public final int inverse(int move) {
            return target.inverse(move);
        }

        @Override
        public final int changes(int move, int[] sites, int[] values) {
            return target.changes(move, sites, values);
        }

        @Override
        public int apply(int move, int[] touched) {
            return target.apply(move, touched);
        }

        @Override
        public void save() {
            target.save();
        }

        @Override
        public void restore() {
            target.restore();
        }
    }

    /**
     * The tracker for a reference with logits. It also keeps the state and the sum of its logits, which is exact. A
     * move of a site changes all log-ratios of that site.
     */
    private static final class BiasedTracker extends PathTracker {

        private static final long serialVersionUID = 1L;

        private final transient CategoricalBase base;
        private final int values;
        private int[] state;
        private double sumOfLogits;
        private double savedSum;

        /** The sites that moves have changed since the last save, in their order, and their values before. */
        private int[] movedSites = new int[16];

        private int[] valuesBefore = new int[16];
        private int moved;

        /** Whether the chain saves before its moves; a Gibbs sweep does not. */
        private boolean saves;

        /** Scratch: for each value, whether the label of the moved site is among the touched ones. */
        private final boolean[] seen;

        BiasedTracker(AnnealedMoveModel path, MoveModel.Tracker target, CategoricalBase base) {
            super(path, target);
            this.base = base;
            this.values = base.values();
            this.state = new int[path.dimension()];
            this.seen = new boolean[values];
        }

        /** Also exchanges the copies of the states and their sums of logits. */
        @Override
        public void exchange(AnnealedTracker<int[]> other) {
            super.exchange(other);
            BiasedTracker biased = (BiasedTracker) other;
            int[] swapped = state;
            state = biased.state;
            biased.state = swapped;
            double sum = sumOfLogits;
            sumOfLogits = biased.sumOfLogits;
            biased.sumOfLogits = sum;
        }

        @Override
        public double baseLogProb() {
            return base.constant() + sumOfLogits;
        }

        /** Also copies the state and sums its logits. */
        @Override
        public void reset(int[] at) {
            super.reset(at);
            System.arraycopy(at, 0, state, 0, state.length);
            sumOfLogits = base.sumOfLogits(at);
            moved = 0;
        }

        /** Adds the log-ratios of the reference, times 1 - beta. */
        @Override
        public void logRatios(int[] moves, int n, double[] out) {
            super.logRatios(moves, n, out);
            double share = 1.0 - path.beta;
            if (share == 0.0) {
                return;
            }
            for (int k = 0; k < n; k++) {
                int site = moves[k] / values;
                out[k] += share * (base.logit(site, moves[k] % values) - base.logit(site, state[site]));
            }
        }

        /** Also makes the move in the copy of the state, and adds all labels of its site to the touched ones. */
        @Override
        public int apply(int move, int[] touched) {
            int count = super.apply(move, touched);
            int site = move / values;
            if (saves) {
                rememberValue(site);
            }
            sumOfLogits += base.logit(site, move % values) - base.logit(site, state[site]);
            state[site] = move % values;
            // by the reference, all log-ratios of the site have changed, whatever the model has touched
            return count == ALL_MOVES ? count : TouchedSites.withLabelsOf(site, touched, count, seen);
        }

        /** Records the value of a site before a move, for {@link #restore}. */
        private void rememberValue(int site) {
            if (moved == movedSites.length) {
                movedSites = Arrays.copyOf(movedSites, 2 * moved);
                valuesBefore = Arrays.copyOf(valuesBefore, 2 * moved);
            }
            movedSites[moved] = site;
            valuesBefore[moved++] = state[site];
        }

        /** Also begins a new list of moves, by which {@link #restore} undoes them in the copy of the state. */
        @Override
        public void save() {
            super.save();
            savedSum = sumOfLogits;
            moved = 0;
            saves = true;
        }

        /** Also returns the copy of the state and its sum of logits to the last save. */
        @Override
        public void restore() {
            super.restore();
            while (moved > 0) {
                moved--;
                state[movedSites[moved]] = valuesBefore[moved];
            }
            sumOfLogits = savedSum;
        }
    }
}
