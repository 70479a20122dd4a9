package dev.lbp.bench.experiment;

import dev.lbp.bench.report.Spread;
import java.util.List;

/**
 * A sampler on a target in {@link Alternatives}, over its repetitions.
 *
 * @param logProb effective samples per second of the log-probability
 * @param hamming effective samples per second of the Hamming distance
 * @param rows the runs, in the order of repetitions
 */
record Standing(Rival rival, Estimate logProb, Estimate hamming, List<Row> rows) {

    static Standing of(Rival rival, List<Row> rows) {
        return new Standing(
                rival, Estimate.of(rates(rows, "ess_logProb")), Estimate.of(rates(rows, "ess_hamming")), rows);
    }

    /** Effective samples per second in a column, of each run. */
    static double[] rates(List<Row> rows, String column) {
        return rows.stream()
                .mapToDouble(row -> row.number(column) / row.number("seconds"))
                .toArray();
    }

    double mean(String column) {
        return rows.stream().mapToDouble(row -> row.number(column)).average().orElse(Double.NaN);
    }

    /**
     * Effective samples of the slower statistic per unit of {@code cost}, relative to those of {@code other} in the same
     * repetition: other work of the machine slows both.
     *
     * @param cost a column, "steps" or "seconds"
     */
    String relative(Standing other, String cost) {
        double[] ratios = rows.stream()
                .flatMapToDouble(row -> other.rows.stream()
                        .filter(base -> base.text("repetition").equals(row.text("repetition")))
                        .mapToDouble(base -> slower(row, cost) / slower(base, cost)))
                .filter(Double::isFinite)
                .toArray();
        return ratios.length == 0 ? "-" : Spread.of(ratios).toString();
    }

    private static double slower(Row row, String cost) {
        return Math.min(row.number("ess_logProb"), row.number("ess_hamming")) / row.number(cost);
    }
}
