package dev.lbp.experiments.paper;

import dev.lbp.experiments.frame.TargetKind;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A cell of Table 1 of Sun et al. (2022): medium size, configuration C2, 100 chains on a GPU.
 *
 * @param jumpDistance EJD, in sites per step
 * @param sampleSize the mean ESS of a chain over the last half of the steps
 * @param seconds for all steps of all chains
 */
public record PaperFigures(double jumpDistance, double sampleSize, double seconds) {

    /** For each sampler EJD, ESS and seconds on each target, in the order of {@link TargetKind}. */
    private static final Map<String, PaperFigures[]> TABLE = Map.of(
            "RWM-1", row(0.65, 10.02, 15.44, 0.64, 12.14, 74.28, 0.79, 7.26, 58.03, 0.17, 10.76, 59.54),
            "ARWM", row(1.70, 18.44, 14.90, 1.58, 19.60, 77.45, 4.32, 13.32, 60.02, 0.17, 11.13, 61.24),
            "GRWM", row(1.70, 18.67, 18.01, 1.59, 20.16, 76.89, 4.35, 15.22, 61.19, 0.17, 10.76, 59.54),
            "LBP-1", row(1.00, 13.39, 24.36, 1.00, 14.11, 111.19, 1.00, 6.91, 134.42, 0.98, 13.38, 116.04),
            "ALBP", row(78.63, 622.35, 28.07, 96.23, 821.06, 124.37, 242.01, 129.28, 487.63, 26.07, 25.59, 144.03),
            "GLBP", row(78.83, 644.43, 25.42, 96.68, 809.12, 129.28, 242.52, 140.43, 508.27, 25.86, 25.83, 119.38));

    /** Takes three figures for each target. */
    private static PaperFigures[] row(double... figures) {
        PaperFigures[] row = new PaperFigures[figures.length / 3];
        Arrays.setAll(row, k -> new PaperFigures(figures[3 * k], figures[3 * k + 1], figures[3 * k + 2]));
        return row;
    }

    /** The paper's figures for a sampler. Empty if the paper's table does not have the sampler or the target. */
    public static Optional<PaperFigures> of(TargetKind kind, String sampler) {
        // the paper has one column for the FHMM, with which both of its forms are compared
        TargetKind column = kind == TargetKind.RELEASED_FHMM ? TargetKind.FHMM : kind;
        return Optional.ofNullable(TABLE.get(sampler))
                .filter(row -> column.ordinal() < row.length)
                .map(row -> row[column.ordinal()]);
    }
}
