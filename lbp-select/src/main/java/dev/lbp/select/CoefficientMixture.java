package dev.lbp.select;

import java.util.Arrays;
import java.util.function.DoubleFunction;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * The posterior distribution of one coefficient, averaged over models: it is 0 with the probability of the models
 * without it, and else has a mixture of t or normal distributions, one for each model that has it.
 */
final class CoefficientMixture {

    /** Relative to the largest scale, an end of an interval is exact to this. */
    private static final double ACCURACY = 1e-10;

    private static final int MOST_EVALUATIONS = 500;

    /** Doublings of the distance in which an end is looked for; a heavy tail may need many. */
    private static final int MOST_DOUBLINGS = 1_000;

    private double[] weights = new double[8];
    private double[] places = new double[8];
    private double[] scales = new double[8];
    private StudentTable[] laws = new StudentTable[8];
    private int size;

    /** The sum of the weights. */
    private double total;

    /** The probability of a coefficient that is not 0. */
    private double inclusion;

    /** Adds one model's coefficient, unless its weight is 0. */
    void add(double weight, double place, double scale, StudentTable law) {
        if (weight == 0.0) {
            return;
        }
        if (size == weights.length) {
            weights = Arrays.copyOf(weights, 2 * size);
            places = Arrays.copyOf(places, 2 * size);
            scales = Arrays.copyOf(scales, 2 * size);
            laws = Arrays.copyOf(laws, 2 * size);
        }
        weights[size] = weight;
        places[size] = place;
        scales[size] = scale;
        laws[size++] = law;
        total += weight;
    }

    /** Adds a model's coefficient in units in which it is {@code unit} times as large. */
    void add(double weight, PosteriorPart[] parts, Combination of, double unit, DoubleFunction<StudentTable> tables) {
        for (PosteriorPart part : parts) {
            add(weight * part.weight(), unit * part.place(of), unit * part.scale(of), tables.apply(part.freedom()));
        }
    }

    /**
     * Ends the additions.
     *
     * @param probability of a coefficient that is not 0, which the weights are scaled to
     */
    CoefficientMixture scaledTo(double probability) {
        inclusion = total > 0.0 || probability == 0.0 ? probability : Double.NaN;
        for (int i = 0; i < size; i++) {
            weights[i] *= probability / total;
        }
        return this;
    }

    /** P(b < 0). */
    double negative() {
        return cumulative(0.0);
    }

    /** P(b > 0). */
    double positive() {
        return Math.max(inclusion - negative(), 0.0);
    }

    /** The probability of values up to x that are not 0. */
    private double cumulative(double x) {
        if (Double.isNaN(inclusion)) {
            return Double.NaN;
        }
        double sum = 0.0;
        for (int i = 0; i < size; i++) {
            double distance = x - places[i];
            sum += weights[i]
                    * laws[i].cumulative(scales[i] == 0.0 ? distance / Double.MIN_NORMAL : distance / scales[i]);
        }
        return sum;
    }

    /**
     * The least value with {@code P(b <= value) >= probability}.
     *
     * @param probability in (0, 1)
     * @return NaN if the scales are unknown
     */
    double quantile(double probability) {
        double below = negative();
        if (Double.isNaN(below)) {
            return Double.NaN;
        }
        double zero = Math.max(1.0 - inclusion, 0.0);
        if (probability > below && probability <= below + zero) {
            return 0.0;
        }
        double level = probability <= below ? probability : probability - zero;
        double width = Arrays.stream(scales, 0, size).max().orElse(0.0);
        for (int i = 0; i < size; i++) {
            width = Math.max(width, Math.abs(places[i]));
        }
        if (!(width > 0.0 && width < Double.POSITIVE_INFINITY)) {
            return width == 0.0 ? 0.0 : probability <= below ? -width : width;
        }
        double reach = probability <= below ? -width : width;
        for (int k = 0; k < MOST_DOUBLINGS; k++) {
            double excess = cumulative(reach) - level;
            if (reach < 0.0 ? excess <= 0.0 : excess >= 0.0) {
                break;
            }
            reach *= 2.0;
        }
        return new BrentSolver(ACCURACY, ACCURACY * width, 1e-15)
                .solve(MOST_EVALUATIONS, x -> cumulative(x) - level, Math.min(reach, 0.0), Math.max(reach, 0.0));
    }
}
