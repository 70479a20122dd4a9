package dev.lbp.experiments.frame;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.Objects;

/**
 * The measured figures of a run, with standard errors over chains.
 *
 * @param scale R after warm-up
 * @param acceptance the mean of min(1, alpha)
 * @param jumpDistance EJD, in sites per step
 * @param sampleSize the paper's ESS per chain: the rule of TensorFlow Probability for the Hamming distance to a random
 *     state; NaN if a chain never moved
 * @param seconds of wall clock, for the steps after warm-up
 */
public record Outcome(double scale, Estimate acceptance, Estimate jumpDistance, Estimate sampleSize, double seconds) {

    /** The names of the columns that {@link #addTo} adds, in the same order. */
    public static final String COLUMNS = "R acceptance acceptance_se ejd ejd_se ess ess_se seconds";

    /** The rule of TensorFlow Probability overestimates an ESS below this value. */
    public static final double TRUSTWORTHY_ESS = 30.0;

    /** Computes the figures of a finished run. */
    public static Outcome of(SampleResult result) {
        double[][] hamming = Objects.requireNonNull(result.traces().get("hamming"));
        return new Outcome(
                result.scale(),
                Estimate.of(result.acceptanceRates()),
                Estimate.of(result.jumpDistances()),
                Estimate.of(Arrays.stream(hamming)
                        .mapToDouble(EffectiveSampleSize::tfp)
                        .toArray()),
                1e-9 * result.drawTime().toNanos());
    }

    /** Adds all figures to a row. */
    public Row addTo(Row row) {
        return row.with("R", scale)
                .with("acceptance", acceptance)
                .with("ejd", jumpDistance)
                .with("ess", sampleSize)
                .with("seconds", seconds);
    }

    /** ESJD, the expected squared jump distance of a fixed scale, by which an accepted step flips R sites. */
    public Estimate squaredJumps() {
        return new Estimate(scale * jumpDistance.mean(), scale * jumpDistance.error());
    }

    /** Reads the figures from a row. */
    public static Outcome of(Row row) {
        return new Outcome(
                row.number("R"),
                row.estimate("acceptance"),
                row.estimate("ejd"),
                row.estimate("ess"),
                row.number("seconds"));
    }
}
