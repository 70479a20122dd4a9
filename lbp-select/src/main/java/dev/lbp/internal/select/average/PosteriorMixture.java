package dev.lbp.internal.select.average;

import dev.lbp.internal.select.prior.Combination;
import dev.lbp.internal.select.prior.PosteriorPart;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * The posterior distribution of one number, averaged over models: a mixture of t or normal distributions, and 0 with
 * the probability of the models that leave it out. A part of scale 0 is one value.
 */
public final class PosteriorMixture {

    /** The largest error of a quantile, as a part of the smallest scale. Errors of rounding may be larger. */
    private static final double ACCURACY = 1e-10;

    private static final double ROUNDING = 0x1p-51;

    private static final int MOST_EVALUATIONS = 10_000;

    /** Doublings of the distance in which a quantile is looked for; a heavy tail may need many. */
    private static final int MOST_DOUBLINGS = 1_000;

    /** Tables of the distribution functions of Student's t, by degrees of freedom; infinite for the normal one. */
    private final Map<Double, StudentTable> tables;

    private double[] weights = new double[8];
    private double[] places = new double[8];
    private double[] scales = new double[8];
    private StudentTable[] laws = new StudentTable[8];
    private int size;

    /** The sum of the weights. */
    private double total;

    /** The probability of all parts together, set by {@link #withProbability}; NaN if there are none to have it. */
    private double inclusion;

    /** @param tables that other mixtures may share; this one adds those that it needs */
    public PosteriorMixture(Map<Double, StudentTable> tables) {
        this.tables = tables;
    }

    /**
     * Adds a distribution, unless its weight is 0.
     *
     * @param place its centre
     * @param scale 0 for a single value
     * @param freedom degrees of freedom of t; infinite for a normal distribution
     */
    public void add(double weight, double place, double scale, double freedom) {
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
        laws[size++] = tables.computeIfAbsent(freedom, StudentTable::new);
        total += weight;
    }

    /**
     * Adds a combination of one model's coefficients.
     *
     * @param parts the distribution of the coefficients
     * @param unit multiplies the combination
     */
    public void add(double weight, PosteriorPart[] parts, Combination of, double unit) {
        for (PosteriorPart part : parts) {
            add(weight * part.weight(), unit * part.place(of), unit * part.scale(of), part.freedom());
        }
    }

    /**
     * Ends the additions.
     *
     * @param probability of all parts together, to which the weights are scaled; the value 0 has the rest
     */
    public PosteriorMixture withProbability(double probability) {
        inclusion = total > 0.0 || probability == 0.0 ? probability : Double.NaN; // no part is known to have it
        for (int i = 0; i < size; i++) {
            weights[i] *= probability / total;
        }
        return this;
    }

    public int size() {
        return size;
    }

    public double weight(int part) {
        return weights[part];
    }

    public double place(int part) {
        return places[part];
    }

    public double scale(int part) {
        return scales[part];
    }

    /** The probability of values below 0. */
    public double negative() {
        return Math.min(cumulative(-Double.MIN_VALUE), inclusion);
    }

    /** The probability of values above 0. */
    public double positive() {
        return Math.max(inclusion - cumulative(0.0), 0.0);
    }

    /** The probability that the parts give to values up to x; without the mass at 0. */
    private double cumulative(double x) {
        if (Double.isNaN(inclusion)) {
            return Double.NaN;
        }
        double sum = 0.0;
        for (int i = 0; i < size; i++) {
            double distance = x - places[i];
            if (scales[i] == 0.0) {
                sum += distance >= 0.0 ? weights[i] : 0.0;
            } else {
                sum += weights[i] * laws[i].cumulative(distance / scales[i]);
            }
        }
        return sum;
    }

    /**
     * The least x with {@code P(at most x) >= probability}.
     *
     * @param probability in (0, 1)
     * @return NaN if the scales are unknown
     */
    public double quantile(double probability) {
        double below = negative();
        if (Double.isNaN(below)) {
            return Double.NaN;
        }
        double zero = Math.max(1.0 - inclusion, 0.0); // the mass at 0
        if (probability > below && probability <= cumulative(0.0) + zero) {
            return 0.0;
        }
        boolean isNegative = probability <= below;
        double level = isNegative ? probability : probability - zero; // what the parts alone have at the quantile
        // The quantile lies between `near`, which is 0 or next to it, and `reach`, which doubles until it is beyond.
        double width = 0.0;
        double narrow = Double.POSITIVE_INFINITY;
        for (int i = 0; i < size; i++) {
            width = Math.max(width, Math.max(scales[i], Math.abs(places[i])));
            narrow = Math.min(narrow, scales[i] > 0.0 ? scales[i] : narrow);
        }
        if (!(width > 0.0 && width < Double.POSITIVE_INFINITY)) { // all parts are at 0, or one is infinitely wide
            return width == 0.0 ? 0.0 : isNegative ? -width : width;
        }
        double near = isNegative ? -Double.MIN_VALUE : 0.0;
        double reach = isNegative ? -width : width;
        for (int k = 0; k < MOST_DOUBLINGS; k++) {
            double excess = cumulative(reach) - level;
            if (reach < 0.0 ? excess <= 0.0 : excess >= 0.0) {
                break;
            }
            reach *= 2.0;
        }
        return new BrentSolver(ROUNDING, ACCURACY * Math.min(narrow, width), 1e-15)
                .solve(MOST_EVALUATIONS, x -> cumulative(x) - level, Math.min(reach, near), Math.max(reach, near));
    }
}
