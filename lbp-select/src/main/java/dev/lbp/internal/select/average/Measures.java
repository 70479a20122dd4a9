package dev.lbp.internal.select.average;

import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.internal.select.data.RowValues;
import dev.lbp.select.data.Prediction;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Measures how good predictions of held-out rows are: by the name of a measure, its value and its standard error. */
public interface Measures {

    /** The level of the intervals whose coverage is counted. */
    double LEVEL = 0.9;

    /** The least distance of a level from 0 and from 1: nearer to 1, doubles do not tell the tails. */
    double LEAST_TAIL = 1e-8;

    /** Checks the probability of an interval. */
    static void checkLevel(String name, double level) {
        Check.that(level > 0.0 && level < 1.0, "be in (0, 1)", name, level);
        Check.that(
                level >= LEAST_TAIL && level <= 1.0 - LEAST_TAIL,
                "be at least " + LEAST_TAIL + " from 0 and from 1",
                name,
                level);
    }

    /** Below this value of {@code t = (a - b) / b}, {@code log(a / b)} keeps more digits than {@code log1p(t)}. */
    double FAR = -0.5;

    /**
     * Compares predictions with the responses of the rows.
     *
     * @param outcome the columns of the response, as {@code ResponseColumns} lists them
     * @param weights of the rows
     * @param predictions of the rows, with intervals of {@link #LEVEL}
     * @return by name, {value, standard error}
     */
    Map<String, double[]> of(List<RowValues> outcome, double[] weights, List<Prediction> predictions);

    /**
     * The measures of a response with normal noise: the root of the mean squared error, and coverage. Each row
     * counts once, since the intervals already depend on its weight.
     */
    static Map<String, double[]> linear(List<RowValues> outcome, double[] weights, List<Prediction> predictions) {
        double[] y = outcome.get(0).all();
        double[] once = RowValues.ones(y.length);
        Map<String, double[]> measures = new LinkedHashMap<>();
        measures.put("RMSE", rootOfSquares(y, once, predictions));
        measures.put("coverage of 90 % intervals", coverage(y, once, predictions));
        return measures;
    }

    /**
     * The measures of a response of 0 and 1, or of successes in trials: Brier score, log-loss and area under the ROC
     * curve.
     */
    static Map<String, double[]> binary(List<RowValues> outcome, double[] weights, List<Prediction> predictions) {
        int n = weights.length;
        boolean hasTrials = outcome.size() > 1;
        double[] ones = new double[n];
        double[] zeros = new double[n];
        double[] scores = new double[n];
        if (!hasTrials) {
            outcome.get(0).checkBits("0 or 1");
        }
        for (int t = 0; t < n; t++) {
            double trials = hasTrials ? outcome.get(1).at(t) : 1.0;
            ones[t] = weights[t] * outcome.get(0).at(t);
            zeros[t] = weights[t] * trials - ones[t];
            scores[t] = predictions.get(t).mean();
        }
        double[] counts = Arrays.copyOf(ones, 2 * n); // row t counts twice: as ones at t, as zeros at n + t
        System.arraycopy(zeros, 0, counts, n, n);
        Map<String, double[]> measures = new LinkedHashMap<>();
        measures.put(
                "Brier score",
                mean(losses(2 * n, i -> i < n ? square(1.0 - scores[i]) : square(scores[i - n])), counts));
        measures.put(
                "log-loss",
                mean(losses(2 * n, i -> i < n ? -Math.log(scores[i]) : -Math.log1p(-scores[i - n])), counts));
        measures.put("AUC", Rankings.area(scores, ones, zeros));
        return measures;
    }

    /**
     * The measures of counts: the root of the mean squared error, the mean deviance, and coverage.
     *
     * @param size of a negative binomial distribution; infinite for Poisson
     */
    static Measures counts(double size) {
        return (outcome, weights, predictions) -> {
            double[] y = outcome.get(0).checkCounts().all();
            Map<String, double[]> measures = new LinkedHashMap<>();
            measures.put("RMSE", rootOfSquares(y, weights, predictions));
            measures.put(
                    "mean deviance",
                    mean(losses(y.length, t -> deviance(y[t], predictions.get(t).mean(), size)), weights));
            measures.put("coverage of 90 % intervals", coverage(y, weights, predictions));
            return measures;
        };
    }

    /**
     * Twice the log-likelihood of a mean equal to the count, less twice that of the predicted mean. For a count above 0
     * each family has two formulas, for {@code mean < y / 2} and for other means: they differ in rounding errors alone.
     */
    static double deviance(double y, double mean, double size) {
        if (y == 0.0) {
            return 2.0 * (Double.isInfinite(size) ? mean : size * Math.log1p(mean / size));
        }
        double above = mean - y;
        double step = above / y;
        if (Double.isInfinite(size)) {
            return 2.0 * (above - y * (step < FAR ? Math.log(mean / y) : Math.log1p(step)));
        }
        if (step >= FAR) {
            return -2.0 * near(y, step, size);
        }
        double part = above / (size + y);
        double log = part < FAR ? Math.log((size + mean) / (size + y)) : Math.log1p(part);
        return 2.0 * (y * Math.log(y / mean) + (y + size) * log);
    }

    /**
     * The log-likelihood of a negative binomial count less the largest one, at a mean of {@code count (1 + step)}. Its
     * rounding error is about that of the distance of mean and count.
     */
    static double near(double count, double step, double size) {
        double part = 1.0 / (1.0 + size / count);
        double rest = 1.0 / (1.0 + count / size);
        return -(count * StrictMath.log1p(-rest * step / (1.0 + step)) + size * StrictMath.log1p(part * step));
    }

    /** The measure of survival times: the concordance. */
    static Map<String, double[]> survival(List<RowValues> outcome, double[] weights, List<Prediction> predictions) {
        double[] times = outcome.get(0).all();
        double[] events = outcome.get(1)
                .checkBits("1 for an event or 0 for a censored time")
                .all();
        double[] scores = losses(times.length, t -> predictions.get(t).mean());
        return Map.of("concordance", Rankings.concordance(scores, times, events, weights));
    }

    /** The root of the mean squared error of the predicted means. */
    private static double[] rootOfSquares(double[] y, double[] weights, List<Prediction> predictions) {
        return root(mean(losses(y.length, t -> square(y[t] - predictions.get(t).mean())), weights));
    }

    /** The share of rows whose response is within its predicted interval. */
    private static double[] coverage(double[] y, double[] weights, List<Prediction> predictions) {
        return mean(
                losses(
                        y.length,
                        t -> y[t] >= predictions.get(t).lower()
                                        && y[t] <= predictions.get(t).upper()
                                ? 1.0
                                : 0.0),
                weights);
    }

    /** The loss of each of n rows. */
    private static double[] losses(int n, IntToDoubleFunction loss) {
        double[] losses = new double[n];
        Arrays.setAll(losses, loss);
        return losses;
    }

    private static double square(double value) {
        return value * value;
    }

    /**
     * The mean of a loss over rows, and its standard error. A row of weight w counts as w equal rows.
     *
     * @param weights at least 0
     * @return {mean, standard error}
     */
    static double[] mean(double[] losses, double[] weights) {
        double total = Arrays.stream(weights).sum();
        // A row of weight 0 counts 0 even if its loss is not finite.
        double mean = Sum.of(losses.length, t -> weights[t] > 0.0 ? weights[t] * losses[t] : 0.0);
        mean /= total;
        double squares = 0.0;
        for (int t = 0; t < losses.length; t++) {
            squares += weights[t] > 0.0 ? weights[t] * (losses[t] - mean) * (losses[t] - mean) : 0.0;
        }
        return new double[] {mean, Math.sqrt(squares / (total * (total - 1.0)))};
    }

    /** The square root of a mean of squares, given as {mean, standard error}, with its error by the delta method. */
    private static double[] root(double[] meanOfSquares) {
        double root = Math.sqrt(meanOfSquares[0]);
        return new double[] {root, root > 0.0 ? meanOfSquares[1] / (2.0 * root) : 0.0};
    }
}
