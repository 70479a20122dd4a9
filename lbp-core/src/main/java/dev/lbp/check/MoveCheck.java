package dev.lbp.check;

import dev.lbp.internal.Check;
import dev.lbp.internal.Values;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A test of a model with its own moves: it compares the answers of its trackers with each other. {@code
 * ModelCheck.of(model).verify()} in a unit test finds a log-ratio that an update has missed, and names the label.
 *
 * <ul>
 *   <li>Values and labels are in range. A tracker refuses a state with a value that is out of range, or of another
 *     length.
 *   <li>The inverse of a legal label is legal in the next state, leads back, has the opposite log-ratio, and has the
 *       label as its own inverse.
 *   <li>What {@code changes} announces is what {@code apply} does; the log-ratio is the change of the log-probability.
 *   <li>After every move of a random walk, all log-ratios and the legality of all labels are those of a new tracker,
 *       and each label whose log-ratio changed was reported as touched. A subset of labels in another order has the
 *       same log-ratios.
 *   <li>{@code restore} leads back to the last {@code save} bit for bit, and trackers share no state.
 * </ul>
 *
 * <p>Cost: about 1,000 times all log-ratios per state. Whether moves lead from every state to every other is not
 * checked.
 */
public final class MoveCheck {

    private final MoveModel model;
    private int[][] initial = {};
    private int states = 4;
    private long seed = 1L;

    MoveCheck(MoveModel model) {
        this.model = model;
    }

    /**
     * The result of the check.
     *
     * @param states the number of possible states from which moves were checked
     * @param moves the number of moves that were applied
     * @param largestError the largest difference of two log-ratios that must be equal, relative to 1 plus the size of
     *     the log-probability
     */
    public record Report(int states, long moves, double largestError) {}

    /** The number of random states, at least 1; default 4. */
    public MoveCheck states(int count) {
        states = Check.atLeast(1, "states", count);
        return this;
    }

    /**
     * Additional states for the check.
     *
     * @param given [count][N] values, each state in the feasible set
     */
    public MoveCheck initial(int[][] given) {
        int[][] copies = new int[Check.notNull("initial", given).length][];
        int dimension = ModelCalls.dimensionOf(model);
        int values = ModelCalls.valuesOf(model);
        Arrays.setAll(copies, c -> Values.checked("initial[" + c + "]", given[c], dimension, values));
        initial = copies;
        return this;
    }

    /** The seed of the random states and walks; default 1. */
    public MoveCheck seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Runs all checks.
     *
     * @throws ModelException if a check fails, with the label or the site; and if the model throws
     */
    public Report verify() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        MoveTrackerCheck check = new MoveTrackerCheck(model, rng);
        Stream<int[]> random =
                Stream.generate(() -> ModelCalls.randomState(model, rng)).limit(states);
        Stream.concat(Arrays.stream(initial), random)
                .forEach(state -> new Faults(model).run(": its trackers failed", () -> check.verify(state)));
        return check.report();
    }
}
