package dev.lbp.check;

import dev.lbp.internal.Answers;
import dev.lbp.internal.States;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.runtime.model.BatchModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Scores of a model from its methods on arrays of ND4J. */
final class ArrayScores implements Scores {

    /** The tolerance of the gradient of models that return floats. */
    private static final double SINGLE_TOLERANCE = 2e-2;

    private final ModelCheck check;
    private final EnergyModel model;

    ArrayScores(ModelCheck check, EnergyModel model) {
        this.check = check;
        this.model = model;
        Nd4jPresence.check("ModelCheck of the batched model " + model.getClass().getName());
    }

    /** Whether a local model overrides methods on arrays, which {@link LocalEnergyModel} makes of trackers. */
    static boolean overridden(LocalEnergyModel model) {
        Class<?>[] batch = {INDArray.class};
        List<Class<?>> ours = List.of(EnergyModel.class, LocalEnergyModel.class);
        return Arrays.stream(model.getClass().getMethods())
                .anyMatch(method ->
                        Arrays.equals(method.getParameterTypes(), batch) && !ours.contains(method.getDeclaringClass()));
    }

    @Override
    public double[] logProb(byte[][] rows) {
        return logProb(States.array(rows, model.dataType()));
    }

    private double[] logProb(INDArray at) {
        return doubles(model, ask("logProb", at, () -> model.logProb(at)), "logProb", at.size(0));
    }

    @Override
    public double alone(byte[] row) {
        BatchModel alone = new BatchModel(model, row.length, 1);
        alone.writeRow(0, row);
        return check.ask("logProb of one state", () -> {
            alone.score();
            return alone.logProb[0];
        });
    }

    @Override
    public double[] flipLogRatios(byte[][] rows) {
        INDArray at = States.array(rows, model.dataType());
        INDArray answer = ask("flipLogRatios", at, () -> model.flipLogRatios(at));
        return doubles(model, answer, "flipLogRatios", rows.length, model.dimension());
    }

    @Override
    public double tolerance() {
        return model.dataType() == DataType.FLOAT ? 1e-4 : ModelCheck.TOLERANCE;
    }

    @Override
    public double gradientError(int[] sites, UniformRandomProvider rng) {
        int n = model.dimension();
        double[] point = rng.doubles(n).map(u -> 0.25 + 0.5 * u).toArray(); // no coordinate +- step leaves [0, 1]
        INDArray at = points(point);
        INDArray answer = ask("gradient", at, () -> model.gradient(at));
        boolean single = isSingle(answer) || isSingle(ask("logProb", at, () -> model.logProb(at)));
        double step = single ? 1e-1 : 1e-5; // a short step would leave too few digits of single precision
        double tolerance = single ? SINGLE_TOLERANCE : ModelCheck.TOLERANCE;
        double[] gradient = doubles(model, answer, "gradient", 1, n);
        double largest = 0.0;
        for (int site : sites) {
            double[][] pair = {point.clone(), point.clone()};
            pair[0][site] -= step;
            pair[1][site] += step;
            double[] ends = logProb(points(pair));
            double expected = (ends[1] - ends[0]) / (2.0 * step);
            // Rounding of a log-probability L contributes about 1e-16 |L| / (2 step); some times as much is allowed.
            double rounding = (single ? 1e-6 : 1e-15) * Math.abs(ends[0]) / step;
            double error = Math.max(0.0, Math.abs(gradient[site] - expected) - rounding) / (1.0 + Math.abs(expected));
            check.faults.failIf(
                    !(error <= tolerance),
                    "gradient of site %d is %s, but differences of logProb give %s",
                    site,
                    gradient[site],
                    expected);
            largest = Math.max(largest, error);
        }
        return largest;
    }

    /** Whether differences of this answer have the precision of floats only. */
    private boolean isSingle(INDArray answer) {
        return model.dataType() == DataType.FLOAT || answer != null && answer.dataType() == DataType.FLOAT;
    }

    private INDArray points(double[]... rows) {
        return Nd4j.createFromArray(rows).castTo(model.dataType());
    }

    /** {@inheritDoc} The joint answer is that of {@code evaluate}. */
    @Override
    public void verifyJoint(byte[][] rows, double[] logProb, double[] ratios) {
        INDArray at = States.array(rows, model.dataType());
        EnergyModel.Evaluation evaluation = ask("evaluate", at, () -> model.evaluate(at));
        if (evaluation == null) {
            throw check.faults.failure("must not be null: evaluate");
        }
        String what = "evaluate().logProb";
        compareAll(logProb, doubles(model, evaluation.logProb(), what, rows.length), what);
        what = "evaluate().flipLogRatios";
        compareAll(ratios, doubles(model, evaluation.flipLogRatios(), what, rows.length, model.dimension()), what);
    }

    /** Requires agreement within the tolerance. NaN agrees with NaN: ratios may be NaN at an impossible state. */
    private void compareAll(double[] expected, double[] actual, String what) {
        for (int k = 0; k < expected.length; k++) {
            if (Double.compare(expected[k], actual[k]) != 0) { // false for two NaN
                double scale = 0.0; // only the tolerance relative to 1 + |expected| counts
                check.compare(expected[k], actual[k], scale, what + "[" + k + "]");
            }
        }
    }

    private <T> T ask(String method, INDArray at, Supplier<T> question) {
        return check.ask(method + " of " + at.dataType() + " states " + Arrays.toString(at.shape()), question);
    }

    /** The values of an array that a model returned; it must have the given shape, or for shape [B] may have [B, 1]. */
    static double[] doubles(EnergyModel model, INDArray array, String what, long... shape) {
        if (array == null) {
            throw new Faults(model).failure("must not be null: %s", what);
        }
        boolean column = shape.length == 1 && Answers.isColumn(array) && array.size(0) == shape[0];
        if (!column && !Arrays.equals(array.shape(), shape)) {
            throw new Faults(model)
                    .failure("%s must have shape %s: %s", what, Arrays.toString(shape), Arrays.toString(array.shape()));
        }
        double[] values = new double[Math.toIntExact(array.length())];
        new NativeDoubles(array.castTo(DataType.DOUBLE).dup('c')).get(0, values);
        return values;
    }
}
