package dev.lbp.experiments.report;

import java.util.List;

/** Effective samples of one sampler relative to another sampler on the same target. */
public final class RelativeRate {

    private RelativeRate() {}

    /** For each run, the number in a column per second. */
    public static double[] perSecond(Rows rows, String column) {
        return rows.numbers(row -> row.number(column) / row.number("seconds"));
    }

    /**
     * The smallest effective sample size per unit of {@code cost}, relative to {@code others} in the same repetition.
     * Runs of one repetition are close in time, so other programs slow them alike.
     *
     * @param columns columns of effective sample sizes
     * @param cost a column, "steps" or "seconds"
     */
    public static double[] of(Rows rows, Rows others, List<String> columns, String cost) {
        return rows.stream()
                .flatMapToDouble(row -> others.stream()
                        .filter(base -> base.text("repetition").equals(row.text("repetition")))
                        .mapToDouble(base -> smallest(row, columns, cost) / smallest(base, columns, cost)))
                .filter(Double::isFinite)
                .toArray();
    }

    private static double smallest(Row row, List<String> columns, String cost) {
        double least = Double.POSITIVE_INFINITY;
        for (String column : columns) {
            least = Math.min(least, row.number(column)); // NaN if any is NaN
        }
        return least / row.number(cost);
    }

    /** The median and the range; "-" without ratios. */
    public static String text(double[] ratios) {
        return ratios.length == 0 ? "-" : Spread.of(ratios).toString();
    }
}
