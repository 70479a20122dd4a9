package dev.lbp.experiments.report;

import java.util.List;

/** Effective samples of one sampler's runs relative to those of another one on the same target. */
public final class RelativeRate {

    private RelativeRate() {}

    /** The number in a column per second, of each run. */
    public static double[] perSecond(Rows rows, String column) {
        return rows.numbers(row -> row.number(column) / row.number("seconds"));
    }

    /**
     * Effective samples of the slower of some statistics per unit of {@code cost}, relative to those of {@code others}
     * in the same repetition: other work of the machine slows both.
     *
     * @param columns effective sample sizes
     * @param cost a column, "steps" or "seconds"
     */
    public static double[] of(Rows rows, Rows others, List<String> columns, String cost) {
        return rows.stream()
                .flatMapToDouble(row -> others.stream()
                        .filter(base -> base.text("repetition").equals(row.text("repetition")))
                        .mapToDouble(base -> slower(row, columns, cost) / slower(base, columns, cost)))
                .filter(Double::isFinite)
                .toArray();
    }

    private static double slower(Row row, List<String> columns, String cost) {
        double least = Double.POSITIVE_INFINITY;
        for (String column : columns) {
            least = Math.min(least, row.number(column)); // NaN if either is
        }
        return least / row.number(cost);
    }

    /** The median and the range; "-" if there is none. */
    public static String text(double[] ratios) {
        return ratios.length == 0 ? "-" : Spread.of(ratios).toString();
    }
}
