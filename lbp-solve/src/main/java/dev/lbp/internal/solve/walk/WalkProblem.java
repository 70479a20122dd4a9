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

/** The best state of a model with a tracker, by annealing with single moves. */
public abstract class WalkProblem<S> implements Problem<S> {

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
    public String name() {
        return ModelAnswers.title(model);
    }

    @Override
    public Map<String, String> identity() {
        return ModelAnswers.identity(model);
    }

    /**
     * The states of bits that a search may meet.
     *
     * @param slots their sites, of a model of this number of sites; throws if the model has not enough
     * @param words the constraint in words
     * @param identity a text that differs for other constraints
     */
    public record Allowed(IntFunction<Slots> slots, String words, String identity) {}

    /** Bits, by flips and by swaps within a constraint. */
    public static final class OfBits extends WalkProblem<byte[]> {

        private final LocalEnergyModel model;
        private final @Nullable Allowed allowed;
        private final int sites;

        public OfBits(LocalEnergyModel model, @Nullable Allowed allowed) {
            super(model);
            this.model = model;
            this.allowed = allowed;
            this.sites = Check.sites("model.dimension()", ModelAnswers.call(model, "dimension()", model::dimension));
            newSlots(); // checks the sites
        }

        private Slots newSlots() {
            return allowed == null ? new Slots(sites) : allowed.slots().apply(sites);
        }

        @Override
        Walk<byte[]> newWalk() {
            return new BitWalk(model, newSlots());
        }

        /** Two states, and two numbers for each site, or what swaps need. */
        @Override
        public double searchBytes() {
            return (allowed == null ? 10.0 : 15.0) * sites;
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

    /** States of whole numbers, by the moves of their model. */
    public static final class OfMoves extends WalkProblem<int[]> {

        private final MoveModel model;
        private final double bytes;

        public OfMoves(MoveModel model) {
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
