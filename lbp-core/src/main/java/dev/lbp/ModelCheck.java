package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.kernel.nd4j.NativeDoubles;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * Compares the methods of a model with each other, at random states: {@code ModelCheck.of(model).verify()} in a unit test
 * finds the wrong sign in a gradient, and says at which site.
 *
 * <ul>
 *   <li>log-probabilities are the same for integer, float and double states, and finite or -Infinity;
 *   <li>the gradient agrees with central differences between 0 and 1, if the model is {@link EnergyModel#differentiable};
 *   <li>{@link EnergyModel#evaluate} says what the single methods say;
 *   <li>flip log-ratios agree with differences of the log-probability, if the model says that they are exact; first-order ones
 *       are only reported, by their correlation with the exact ones;
 *   <li>a tracker agrees with the log-probability, and with its own through flips, tells every site whose log-ratio changed, restores
 *       bit for bit, and shares no state with another; sites of one colour do not touch each other;
 *   <li>given its hidden variables, a layered model flips single sites in balance with its log-probability, as far as 2,000 draws of
 *       them can tell: errors of a few percent of a flip pass.
 * </ul>
 *
 * <p>Cost: about 8 N log-probabilities per state; of a model of more than 2,000 sites, as many sites drawn at random. Of a
 * layered model also 2,000 evaluations of up to 9 states for each state.
 */
public final class ModelCheck {

    /** As many sites as are looked at singly. */
    private static final int MOST_SITES = 2_000;

    private static final double TOLERANCE = 1e-6;

    /** For models that answer in single precision. */
    private static final double SINGLE_TOLERANCE = 2e-2;

    private final EnergyModel model;
    private int states = 4;
    private long seed = 1L;

    private ModelCheck(EnergyModel model) {
        this.model = model;
    }

    /**
     * What was found.
     *
     * @param sites the number of sites looked at singly
     * @param largestGradientError the largest difference between the gradient and central differences, relative to 1 plus
     *     the difference's size; NaN if the model is not differentiable
     * @param flipCorrelation the correlation of flip log-ratios with exact differences of the log-probability: 1 if they are
     *     exact
     */
    public record Report(int sites, double largestGradientError, double flipCorrelation) {}

    /** A check of the given model. */
    public static ModelCheck of(EnergyModel model) {
        Check.notNull("model", model);
        Check.atLeast(1, "model.dimension()", model.dimension());
        return new ModelCheck(model);
    }

    /** The number of random states, at least 1; default 4. */
    public ModelCheck states(int count) {
        states = Check.atLeast(1, "states", count);
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
     * @throws ModelException at the first that fails, with the site
     */
    public Report verify() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] rows = new byte[states][];
        for (int c = 0; c < states; c++) {
            rows[c] = Start.randomState(model.dimension(), rng);
        }
        int[] sites = States.sites(model.dimension());
        if (sites.length > MOST_SITES) {
            sites = rng.ints(0, sites.length)
                    .distinct()
                    .limit(MOST_SITES)
                    .sorted()
                    .toArray();
        }
        types(rows);
        double gradientError = Double.NaN;
        if (model.differentiable()) {
            gradientError = 0.0;
            for (int c = 0; c < states; c++) {
                gradientError = Math.max(gradientError, gradient(sites, rng));
            }
        }
        double correlation = flips(rows, sites);
        if (model instanceof LocalEnergyModel local) {
            new TrackerCheck(local, rng)
                    .verify(rows, logProb(States.array(rows, model.dataType())), tolerance(model.dataType()));
        }
        if (model instanceof LayeredModel layered) {
            new LayeredCheck(layered, rng).verify(rows);
        }
        return new Report(sites.length, gradientError, correlation);
    }

    /** Integer, float and double states. */
    private void types(byte[][] rows) {
        double[] reference = logProb(States.array(rows, DataType.DOUBLE));
        for (DataType type : new DataType[] {DataType.FLOAT, DataType.INT32}) {
            double[] other = logProb(States.array(rows, type));
            for (int c = 0; c < rows.length; c++) {
                if (Double.isNaN(reference[c]) || reference[c] == Double.POSITIVE_INFINITY) {
                    throw failure("must not be NaN or +Infinity: logProb=%s", reference[c]);
                }
                if (reference[c] != other[c]) {
                    compare(reference[c], other[c], tolerance(type), "logProb of " + type + " states, row " + c);
                }
            }
        }
    }

    /** The gradient at one random point between 0 and 1, by central differences. */
    private double gradient(int[] sites, UniformRandomProvider rng) {
        int n = model.dimension();
        double[] point = rng.doubles(n).map(u -> 0.25 + 0.5 * u).toArray();
        INDArray at = Nd4j.createFromArray(new double[][] {point});
        boolean single = model.dataType() == DataType.FLOAT || model.logProb(at).dataType() == DataType.FLOAT;
        double step = single ? 1e-1 : 1e-5;
        double tolerance = single ? SINGLE_TOLERANCE : TOLERANCE;
        double[] gradient = doubles(model.gradient(at), "gradient", 1, n);
        double largest = 0.0;
        for (int site : sites) {
            double[][] pair = {point.clone(), point.clone()};
            pair[0][site] -= step;
            pair[1][site] += step;
            double[] ends = logProb(Nd4j.createFromArray(pair));
            double expected = (ends[1] - ends[0]) / (2.0 * step);
            // Rounding of a log-probability of size L is worth about 1e-16 L, over 2 * step.
            double rounding = (single ? 1e-6 : 1e-15) * Math.abs(ends[0]) / step;
            double error = Math.max(0.0, Math.abs(gradient[site] - expected) - rounding) / (1.0 + Math.abs(expected));
            if (!(error <= tolerance)) {
                throw failure(
                        "gradient of site %d is %s, but differences of logProb give %s",
                        site, gradient[site], expected);
            }
            largest = Math.max(largest, error);
        }
        return largest;
    }

    /** Flip log-ratios against differences of log-probabilities; returns their correlation. */
    private double flips(byte[][] rows, int[] sites) {
        int n = model.dimension();
        INDArray batch = States.array(rows, model.dataType());
        double[] logProb = logProb(batch);
        double[] ratios = doubles(model.flipLogRatios(batch), "flipLogRatios", rows.length, n);
        EnergyModel.Evaluation evaluation = model.evaluate(batch);
        compareAll(logProb, doubles(evaluation.logProb(), "evaluate().logProb", rows.length), "evaluate().logProb");
        compareAll(
                ratios,
                doubles(evaluation.flipLogRatios(), "evaluate().flipLogRatios", rows.length, n),
                "evaluate().flipLogRatios");
        double[] given = new double[rows.length * sites.length];
        double[] exact = new double[given.length];
        int k = 0;
        for (int site : sites) {
            byte[][] flipped = Arrays.stream(rows).map(byte[]::clone).toArray(byte[][]::new);
            for (byte[] row : flipped) {
                row[site] ^= 1;
            }
            double[] there = logProb(States.array(flipped, model.dataType()));
            for (int c = 0; c < rows.length; c++) {
                if (logProb[c] == Double.NEGATIVE_INFINITY) {
                    continue;
                }
                double ratio = ratios[c * n + site];
                if (!(ratio <= Double.MAX_VALUE)) {
                    throw failure("must not be NaN or +Infinity: flipLogRatios of site %d=%s", site, ratio);
                }
                double difference = there[c] - logProb[c];
                if (!Double.isFinite(difference)) {
                    continue;
                }
                given[k] = ratio;
                exact[k] = difference;
                if (model.exactFlips()) {
                    double scale = 1.0 + Math.abs(logProb[c]);
                    compare(
                            difference / scale,
                            given[k] / scale,
                            tolerance(model.dataType()),
                            "flipLogRatios of site " + site);
                }
                k++;
            }
        }
        return k < 2 ? Double.NaN : correlation(Arrays.copyOf(given, k), Arrays.copyOf(exact, k));
    }

    /** 1 where both are equal, constants included. */
    private static double correlation(double[] given, double[] exact) {
        return Arrays.equals(given, exact) ? 1.0 : new PearsonsCorrelation().correlation(given, exact);
    }

    private double[] logProb(INDArray at) {
        return doubles(model.logProb(at), "logProb", at.size(0));
    }

    private double[] doubles(INDArray array, String what, long... shape) {
        return doubles(model, array, what, shape);
    }

    /** The values of what a model has returned, which must have the given shape. */
    static double[] doubles(EnergyModel model, INDArray array, String what, long... shape) {
        if (array == null) {
            throw failure(model, "must not be null: %s", what);
        }
        boolean column = shape.length == 1 && BatchModel.isColumn(array) && array.size(0) == shape[0];
        if (!column && !Arrays.equals(array.shape(), shape)) {
            throw failure(
                    model, "%s must have shape %s: %s", what, Arrays.toString(shape), Arrays.toString(array.shape()));
        }
        double[] values = new double[Math.toIntExact(array.length())];
        new NativeDoubles(array.castTo(DataType.DOUBLE).dup('c')).get(0, values);
        return values;
    }

    private void compareAll(double[] expected, double[] actual, String what) {
        for (int k = 0; k < expected.length; k++) {
            if (Double.compare(expected[k], actual[k]) != 0) { // at an impossible state, ratios may be NaN
                compare(expected[k], actual[k], tolerance(model.dataType()), what + "[" + k + "]");
            }
        }
    }

    private void compare(double expected, double actual, double tolerance, String what) {
        if (!(Math.abs(expected - actual) <= tolerance * (1.0 + Math.abs(expected)))) {
            throw failure("%s is %s, but must be %s", what, actual, expected);
        }
    }

    private static double tolerance(DataType type) {
        return type == DataType.FLOAT ? 1e-4 : TOLERANCE;
    }

    private ModelException failure(String format, Object... values) {
        return failure(model, format, values);
    }

    private static ModelException failure(EnergyModel model, String format, Object... values) {
        return new ModelException(model.name() + ": " + String.format(Locale.ROOT, format, values), null);
    }
}
