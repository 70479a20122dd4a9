package dev.lbp.solve;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.Target;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The best state of a model with a tracker, by annealing with single moves. */
abstract class WalkProblem<S> implements Problem<S> {

    private final Target model;

    private WalkProblem(Target model) {
        this.model = model;
    }

    /** A walk for one thread. */
    abstract Walk<S> newWalk();

    /** The log-probability of a state by a new tracker. */
    abstract double logProb(S state);

    @Override
    public final Search<S> newSearch() {
        return new WalkSearch<>(model, this, ModelAnswers.call(model, "newTracker()", this::newWalk));
    }

    @Override
    public final double value(S state) {
        return ModelAnswers.call(model, "the score of a state", () -> ModelAnswers.logProb(logProb(state)));
    }

    @Override
    public final double rounding() {
        return 0.0; // a search takes the value from here
    }

    @Override
    public String name() {
        return ModelAnswers.title(model);
    }

    @Override
    public Map<String, String> identity() {
        return ModelAnswers.identity(model);
    }

    /** Bits, by flips and by swaps within a constraint. */
    static final class OfBits extends WalkProblem<byte[]> {

        private final LocalEnergyModel model;
        private final @Nullable Constraint constraint;
        private final int sites;

        OfBits(LocalEnergyModel model, @Nullable Constraint constraint) {
            super(model);
            this.model = model;
            this.constraint = constraint;
            this.sites = Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
            newSlots(); // checks the constraint
        }

        private Slots newSlots() {
            return constraint == null ? new Slots(sites) : constraint.slots(sites);
        }

        @Override
        Walk<byte[]> newWalk() {
            return new BitWalk(model, newSlots());
        }

        /** Two states, and two numbers for each site, or what swaps need. */
        @Override
        public double searchBytes() {
            return (constraint == null ? 10.0 : 15.0) * sites;
        }

        /** A tracker that drifts is refreshed, as that of the walk: then both round alike. */
        @Override
        double logProb(byte[] state) {
            LocalEnergyModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
            tracker.reset(state.clone());
            tracker.refresh();
            return tracker.logProb();
        }

        @Override
        public StateKind<byte[]> kind() {
            return StateKind.BITS;
        }

        @Override
        public String name() {
            return constraint == null ? super.name() : super.name() + ", " + constraint;
        }

        @Override
        public Map<String, String> identity() {
            Map<String, String> entries = new HashMap<>(super.identity());
            if (constraint != null) {
                entries.put("constraint", constraint.identity());
            }
            return entries;
        }
    }

    /** States of whole numbers, by the moves of their model. */
    static final class OfMoves extends WalkProblem<int[]> {

        private final MoveModel model;
        private final double bytes;

        OfMoves(MoveModel model) {
            super(model);
            this.model = model;
            int sites = Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
            int moves = Check.sites("model.moves()", ModelAnswers.call(model, "moves()", model::moves));
            this.bytes = 16.0 * sites + 4.0 * moves;
        }

        /** Two states, two numbers for each site and one for each move. */
        @Override
        public double searchBytes() {
            return bytes;
        }

        @Override
        Walk<int[]> newWalk() {
            return new MoveWalk(model);
        }

        @Override
        double logProb(int[] state) {
            MoveModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
            tracker.reset(state.clone());
            return tracker.logProb();
        }

        @Override
        public StateKind<int[]> kind() {
            return StateKind.VALUES;
        }
    }
}
