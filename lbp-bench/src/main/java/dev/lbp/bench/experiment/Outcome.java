package dev.lbp.bench.experiment;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * What experiments look at in a run, each with its standard error over chains.
 *
 * @param scale R, of the steps after warm-up
 * @param acceptance the mean of min(1, alpha)
 * @param jumpDistance EJD, in sites per step
 * @param sampleSize the paper's ESS: TensorFlow Probability's rule on the Hamming distance to one random state, per chain; NaN
 *     if a chain never moved
 * @param seconds of wall clock, for the steps after warm-up
 */
public record Outcome(double scale, Estimate acceptance, Estimate jumpDistance, Estimate sampleSize, double seconds) {

    /** The names of {@link #addTo}, in that order. */
    public static final List<String> FIGURES =
            List.of("R", "acceptance", "acceptance_se", "ejd", "ejd_se", "ess", "ess_se", "seconds");

    /** Of a run of fewer autocorrelation times than this, the rule finds the ESS too large. */
    public static final double TRUSTWORTHY_ESS = 30.0;

    /** Of a run that has come to its end. */
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
                .with("acceptance", acceptance.mean())
                .with("acceptance_se", acceptance.error())
                .with("ejd", jumpDistance.mean())
                .with("ejd_se", jumpDistance.error())
                .with("ess", sampleSize.mean())
                .with("ess_se", sampleSize.error())
                .with("seconds", seconds);
    }

    /** Back from a row. */
    public static Outcome of(Row row) {
        return new Outcome(
                row.number("R"),
                new Estimate(row.number("acceptance"), row.number("acceptance_se")),
                new Estimate(row.number("ejd"), row.number("ejd_se")),
                new Estimate(row.number("ess"), row.number("ess_se")),
                row.number("seconds"));
    }
}
