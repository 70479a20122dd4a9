package dev.lbp.internal.select.data;

import dev.lbp.internal.Check;
import dev.lbp.select.data.Table;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The response of a linear regression, or of one that stands for a logistic regression.
 *
 * @param values [n]
 * @param variance of the noise; null if it is unknown
 * @param kind where the values come from
 * @param count the number of observations, n but for summary statistics
 * @param weights [n], by which the variance of the noise is divided; null for 1
 * @param offset a known part of the values
 */
public record Response(
        String name,
        double[] values,
        @Nullable Double variance,
        Kind kind,
        int count,
        double @Nullable [] weights,
        Offset offset) {

    /** Where the values of a response come from. */
    public enum Kind {
        /** The data. */
        ROWS,
        /** A logistic regression, which the linear one stands for. */
        LOGISTIC,
        /** Summary statistics, see {@link ZScores}. */
        SUMMARY
    }

    /** Fewer observations leave nothing to estimate the noise with. */
    private static final int LEAST_ROWS = 3;

    /** Normal noise of unknown variance. */
    public static Response linear(double[] y) {
        return new Response("y", Check.finite("y", checked(y)).clone(), null, Kind.ROWS, y.length, null, Offset.NONE);
    }

    /** A column of a table, with normal noise of unknown variance. */
    public static Response linear(Table table, String name) {
        double[] y = column(table, name);
        return new Response(name, y, null, Kind.ROWS, y.length, null, Offset.NONE);
    }

    /**
     * The response of a regression from summary statistics.
     *
     * @param y the last column that {@link ZScores} made
     * @param count the number of observations that the statistics come from
     */
    public static Response summary(double[] y, int count) {
        return new Response("y", y, null, Kind.SUMMARY, count, null, Offset.NONE);
    }

    private static double[] column(Table table, String name) {
        return checked(Check.notNull("table", table).column(Check.notNull("response", name)));
    }

    private static double[] checked(double[] y) {
        Check.atLeast(LEAST_ROWS, "n, the number of observations", Check.notNull("y", y).length);
        return y;
    }

    /**
     * A logistic regression after one Newton step from the model without variables (approximate Laplace; Rossell, Abril
     * and Bhattacharya 2021, doi:10.1111/rssb.12466). The second-order expansion of the log-likelihood there is that of
     * a linear regression of {@code (y - mean) / w} with noise variance {@code 1/w}, where {@code w = mean (1 - mean)}.
     *
     * @param y [n], 0 or 1, both present
     */
    public static Response logistic(String name, double[] y) {
        double ones = Arrays.stream(y).sum();
        double mean = ones / y.length;
        double weight = mean * (1.0 - mean);
        double[] working = IntStream.range(0, y.length)
                .mapToDouble(t -> (y[t] - mean) / weight)
                .toArray();
        return new Response(name, working, 1.0 / weight, Kind.LOGISTIC, y.length, null, Offset.NONE);
    }

    /** The response of these rows alone. */
    public Response rows(int... rows) {
        return new Response(
                name,
                RowValues.only(values, rows),
                variance,
                kind,
                rows.length,
                weights == null ? null : RowValues.only(weights, rows),
                offset.rows(rows));
    }

    /** A copy whose rows have their weights multiplied by further ones. */
    public Response weighted(RowValues by) {
        return new Response(name, values, variance, kind, count, by.weights(rowWeights()), offset);
    }

    /** A copy with an offset, a known part of the values. */
    public Response with(Offset known) {
        return new Response(name, values, variance, kind, count, weights, known);
    }

    /** The weights of the rows; all 1 if none are given. */
    public double[] rowWeights() {
        return weights == null ? RowValues.ones(values.length) : weights;
    }

    /** A column times the roots of the weights: then the noise of all rows has the same variance. */
    public double[] scaled(double[] column) {
        double[] by = weights;
        return by == null
                ? column
                : IntStream.range(0, by.length)
                        .mapToDouble(t -> Math.sqrt(by[t]) * column[t])
                        .toArray();
    }

    /** The values less the offset, which is known: what the regression has to explain. */
    public double[] unknown() {
        double[] known = offset.all();
        return known == null
                ? values
                : IntStream.range(0, known.length)
                        .mapToDouble(t -> values[t] - known[t])
                        .toArray();
    }

    /** Whether the linear regression stands for a logistic one. */
    public boolean isLogistic() {
        return kind == Kind.LOGISTIC;
    }

    /** Whether there are no rows, only summary statistics. */
    public boolean isSummary() {
        return kind == Kind.SUMMARY;
    }

    /** A copy with a known variance of the noise. */
    public Response with(double known) {
        if (isLogistic()) {
            throw new IllegalArgumentException(
                    "must not be set for a logistic regression, which has no noise: sigma2=" + known);
        }
        return new Response(name, values, known, kind, count, weights, offset);
    }

    /**
     * The unit of prior variances of coefficients, divided by the noise variance. In a linear regression the unit is
     * the noise variance, in one that stands for a logistic regression it is 1.
     */
    public double priorUnit() {
        return isLogistic() && variance != null ? 1.0 / variance : 1.0;
    }
}
