package dev.lbp.internal.solve.walk;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.solve.Problem;
import dev.lbp.internal.solve.Search;
import dev.lbp.internal.solve.StateKind;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.Target;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The search for the best state of a model with a tracker, by annealing with single moves. */
public abstract class WalkProblem<S> implements Problem<S> {

    private final Target model;

    private WalkProblem(Target model) {
        this.model = model;
    }

    /** A walk for one thread. */
    abstract Walk<S> newWalk();

    /** The log-probability of a state, computed by a new tracker. */
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
    public String name() {
        return ModelAnswers.title(model);
    }

    @Override
    public Map<String, String> identity() {
        return ModelAnswers.identity(model);
    }

    /**
     * A constraint on states of bits.
     *
     * @param slots makes the slots for a number of sites; throws if the constraint does not fit it
     * @param words the constraint in words
     * @param identity a text that differs between constraints
     */
    public record Allowed(IntFunction<Slots> slots, String words, String identity) {}

    /** States of bits, which change by flips and by swaps within a constraint. */
    public static final class OfBits extends WalkProblem<byte[]> {

        private final LocalEnergyModel model;
        private final @Nullable Allowed allowed;
        private final int sites;

        public OfBits(LocalEnergyModel model, @Nullable Allowed allowed) {
            super(model);
            this.model = model;
            this.allowed = allowed;
            this.sites = Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
            newSlots(); // throws if the constraint does not fit the sites
        }

        private Slots newSlots() {
            return allowed == null ? new Slots(sites) : allowed.slots().apply(sites);
        }

        @Override
        Walk<byte[]> newWalk() {
            return new BitWalk(model, newSlots());
        }

        /**
         * The heap bytes per site of two states of bytes and two arrays of ints; with a constraint also of {@link
         * Slots}.
         */
        @Override
        public double searchBytes() {
            return (allowed == null ? 10.0 : 15.0) * sites;
        }

        /** Refreshes the tracker, as {@link BitWalk} does before it reads a log-probability: then both round alike. */
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
            return allowed == null ? super.name() : super.name() + ", " + allowed.words();
        }

        @Override
        public Map<String, String> identity() {
            Map<String, String> entries = new HashMap<>(super.identity());
            if (allowed != null) {
                entries.put("constraint", allowed.identity());
            }
            return entries;
        }
    }

    /** States of whole numbers, which change by the moves of their model. */
    public static final class OfMoves extends WalkProblem<int[]> {

        private final MoveModel model;
        private final double bytes;

        public OfMoves(MoveModel model) {
            super(model);
            this.model = model;
            int sites = Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
            int moves = Check.sites("model.moves()", ModelAnswers.call(model, "moves()", model::moves));
            this.bytes = 16.0 * sites + 4.0 * moves; // four ints per site and one per move
        }

        /** The heap bytes of four ints per site and one per move. */
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
