package dev.lbp.check;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.States;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A test of a model: it compares the methods of the model with each other, at random states that are possible.
 * {@code ModelCheck.of(model).verify()} in a unit test finds a wrong sign in a gradient and names the site. States are
 * of {@link EnergyModel#dataType}, as in a run.
 *
 * <ul>
 *   <li>Log-probabilities are finite or -Infinity, and finite for at least one state.
 *   <li>A state has the same log-probability and log-ratios in a larger batch and in a batch of one.
 *   <li>The gradient agrees with central differences between 0 and 1, if the model is
 *     {@link EnergyModel#differentiable}.
 *   <li>{@link EnergyModel#evaluate} returns the same as the single methods.
 *   <li>Flip log-ratios agree with differences of the log-probability, if the model declares them exact. First-order
 *       ones are only estimates: their correlation with the exact ones is reported, and must be above 0. If the
 *       gradient cannot be compared with central differences, they must also have the sign of the exact ones at each
 *       site, more often than not.
 *   <li>A tracker agrees with the log-probability, and with a new tracker after flips. It reports every site whose
 *       log-ratio changed, restores bit for bit, is after a refresh the same as a new one, and shares no state with
 *       another. Sites of one colour do not affect each other.
 *   <li>Given its hidden variables, a layered model flips single sites in balance with its log-probability. The check
 *       uses 2,000 draws of them, so errors of a few percent of a flip pass.
 * </ul>
 *
 * <p>The scores of a {@link LocalEnergyModel} come from its trackers, without ND4J. If ND4J is on the class path and
 * the model overrides a method on arrays, the scores come from the methods on arrays, and trackers are compared with
 * them.
 *
 * <p>Cost: about 8 N log-probabilities per state. In a model of more than 2,000 sites, 2,000 random sites are checked.
 * For a local model also about 500 times all log-ratios per state. For a layered model also 2,000 evaluations of up to
 * 9 states per state.
 */
public final class ModelCheck {

    /** The largest number of sites that are checked singly. */
    private static final int MOST_SITES = 2_000;

    /** The largest difference of two answers in double precision, relative to 1 plus their size. */
    static final double TOLERANCE = 1e-6;

    private final EnergyModel model;
    final Faults faults;
    private final Scores scores;
    private byte[][] given = {};
    private int states = 4;
    private long seed = 1L;

    /** Asks trackers for scores if a local model has no methods on arrays of its own, or ND4J is missing. */
    private ModelCheck(EnergyModel model) {
        this.model = model;
        this.faults = new Faults(model);
        scores = model instanceof LocalEnergyModel local && !(Nd4jPresence.isPresent() && ArrayScores.overridden(local))
                ? new TrackerScores(this, local)
                : new ArrayScores(this, model);
    }

    /**
     * The result of the check.
     *
     * @param sites the number of sites checked singly
     * @param largestGradientError the largest difference between the gradient and central differences, relative to 1
     *     plus the size of the difference quotient; NaN if the model is not differentiable, or local and checked by
     *     its trackers alone
     * @param flipCorrelation the correlation of flip log-ratios with exact differences of the log-probability: 1 if
     *     they are exact; NaN if fewer than two flips lead from one possible state to another
     */
    public record Report(int sites, double largestGradientError, double flipCorrelation) {}

    /**
     * A check of the given model.
     *
     * @throws IllegalStateException if the model is not local and ND4J is not on the class path
     */
    public static ModelCheck of(EnergyModel model) {
        ModelCalls.dimensionOf(model); // throws if the number of sites is not valid
        return new ModelCheck(model);
    }

    /** A check of the given model with its own moves. */
    public static MoveCheck of(MoveModel model) {
        return new MoveCheck(Check.notNull("model", model));
    }

    /** A check of the given batched model of categories. */
    public static CategoricalCheck of(CategoricalEnergyModel model) {
        return new CategoricalCheck(Check.notNull("model", model));
    }

    /** A check of the given density. */
    public static DensityCheck of(DensityModel model) {
        return new DensityCheck(Check.notNull("model", model));
    }

    /**
     * The number of random states, at least 1; default 4. They must fit into the heap, as doubles. They are starts of
     * the model, see {@link EnergyModel#start}, and random flips away from them that lead to possible states.
     */
    public ModelCheck states(int count) {
        Check.atLeast(1, "states", count);
        Memory.check(
                Double.BYTES * (double) count * model.dimension(),
                "states=" + count + ", model.dimension()=" + model.dimension(),
                "check fewer states");
        states = count;
        given = new byte[0][];
        return this;
    }

    /**
     * The states to check, in place of random ones.
     *
     * @param rows [count][N] of zeros and ones, at least one row
     */
    public ModelCheck states(byte[][] rows) {
        byte[][] checked = States.checked("states", rows, model.dimension());
        states = Check.atLeast(1, "states.length", checked.length);
        given = checked;
        return this;
    }

    /** The seed of the random states; default 1. */
    public ModelCheck seed(long value) {
        seed = value;
        return this;
    }

    /**
     * Runs all checks.
     *
     * @throws ModelException if a check fails, with the site; and if the model throws, with the name of the call
     */
    public Report verify() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        CheckedStates source = new CheckedStates(scores, model, given, rng);
        byte[][] rows = source.first(states);
        int n = model.dimension();
        int[] sites = n <= MOST_SITES
                ? States.sites(n)
                : rng.ints(0, n).distinct().limit(MOST_SITES).sorted().toArray();
        double[] logProb = scores.logProb(rows);
        byte[][] possible = possible(rows, logProb);
        // at as many random points as states; each call draws one
        double gradientError = ask("differentiable()", model::differentiable)
                ? DoubleStream.generate(() -> scores.gradientError(sites, rng))
                        .limit(states)
                        .max()
                        .orElseThrow()
                : Double.NaN;
        new RowCheck(this, scores).verify(rows, logProb);
        double correlation = new FlipCheck(this, model, scores, source).verify(rows, logProb, sites);
        if (model instanceof LocalEnergyModel local) {
            faults.run(
                    ": its trackers failed",
                    () -> new TrackerCheck(local, rng).verify(rows, logProb, scores.tolerance()));
        }
        if (model instanceof LayeredModel layered) {
            faults.run(": evaluateGivenHidden failed", () -> new LayeredCheck(layered, rng).verify(possible));
        }
        return new Report(sites.length, gradientError, correlation);
    }

    /** The states that are possible. */
    private byte[][] possible(byte[][] rows, double[] logProb) {
        faults.checked(logProb);
        byte[][] possible = Arrays.stream(States.sites(rows.length))
                .filter(c -> logProb[c] != Double.NEGATIVE_INFINITY)
                .mapToObj(c -> rows[c])
                .toArray(byte[][]::new);
        faults.failIf(
                possible.length == 0,
                "all %d states are impossible, so that nothing can be compared: override start(), so that random states are"
                        + " possible, or give possible states by states(...)",
                rows.length);
        return possible;
    }

    /** The name of the method that computes log-ratios of flips, for messages. */
    String ratiosMethod() {
        return model instanceof LocalEnergyModel ? "logRatios" : "flipLogRatios";
    }

    /** Log-ratios of all sites, row after row; neither NaN nor +Infinity at a possible state. */
    double[] flipLogRatios(byte[][] rows, double[] logProb) {
        int n = model.dimension();
        double[] ratios = scores.flipLogRatios(rows);
        for (int k = 0; k < ratios.length; k++) {
            if (!(ratios[k] <= Double.MAX_VALUE) && logProb[k / n] != Double.NEGATIVE_INFINITY) {
                throw faults.failure(
                        "must not be NaN or +Infinity: %s of site %d=%s", ratiosMethod(), k % n, ratios[k]);
            }
        }
        return ratios;
    }

    /**
     * Calls a method of the model, or several.
     *
     * @param what the name of the call, for messages
     * @throws ModelException if the method throws; the message has the name of the call
     */
    <T> T ask(String what, Supplier<T> question) {
        return faults.call(": " + what + " failed", question);
    }

    /**
     * Compares two answers.
     *
     * @param scale the size of numbers whose rounding is in both
     */
    void compare(double expected, double actual, double scale, String what) {
        // not ">", so that a NaN fails too
        if (!(Math.abs(expected - actual) <= scores.tolerance() * (1.0 + Math.abs(expected) + Math.abs(scale)))) {
            throw faults.failure("%s is %s, but must be %s", what, actual, expected);
        }
    }
}
