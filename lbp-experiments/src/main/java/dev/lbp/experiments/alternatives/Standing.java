package dev.lbp.experiments.alternatives;

import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.RelativeRate;
import dev.lbp.experiments.report.Rows;
import java.util.List;

/**
 * The results of a sampler on a target in {@link Alternatives}, over its repetitions.
 *
 * @param logProb effective samples per second of the log-probability
 * @param hamming effective samples per second of the Hamming distance
 * @param rows the runs, in the order of repetitions
 */
record Standing(PaperTarget target, Rival rival, Estimate logProb, Estimate hamming, Rows rows) {

    private static final List<String> STATISTICS = List.of("ess_logProb", "ess_hamming");

    static Standing of(PaperTarget target, Rival rival, Rows rows) {
        return new Standing(
                target,
                rival,
                Estimate.of(RelativeRate.perSecond(rows, "ess_logProb")),
                Estimate.of(RelativeRate.perSecond(rows, "ess_hamming")),
                rows);
    }

    double mean(String column) {
        return rows.average(row -> row.number(column));
    }

    /**
     * Effective samples of the slower statistic per unit of {@code cost}, relative to {@code other}.
     *
     * @param cost a column, "steps" or "seconds"
     */
    String relative(Standing other, String cost) {
        return RelativeRate.text(RelativeRate.of(rows, other.rows, STATISTICS, cost));
    }
}
