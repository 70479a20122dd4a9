package dev.lbp;

import dev.lbp.diagnostics.EffectiveSampleSize;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The table and the verdict of {@link SampleResult#summary}. */
final class Summary {

    /** Vehtari et al. (2021) advise at most 1.01, and an effective sample size of 100 for each of four chains. */
    private static final double LARGEST_R_HAT = 1.01;

    private static final double SMALLEST_SAMPLE = 400.0;

    private final SampleResult result;
    private final StringBuilder text = new StringBuilder();

    Summary(SampleResult result) {
        this.result = result;
    }

    String text() {
        line("%s", result.sampler());
        line("%s", result.run());
        SampleResult.WarmUp warmUp = result.warmUp();
        line(
                "scale R %.1f, acceptance %.3f, jump distance %.2f; warm-up %.1f s, draws %.1f s",
                result.scale(),
                result.acceptanceRate(),
                result.expectedJumpDistance(),
                seconds(result.warmUpTime()),
                seconds(result.drawTime()));
        line("%-12s %14s %12s %10s %10s %8s", "trace", "mean", "sd", "ESS bulk", "ESS tail", "R-hat");
        for (Map.Entry<String, double[][]> trace : result.traces().entrySet()) {
            double[] all = Arrays.stream(trace.getValue())
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            double mean = Arrays.stream(all).average().orElse(Double.NaN);
            double square = Arrays.stream(all).map(v -> (v - mean) * (v - mean)).sum();
            line(
                    "%-12s %14.3f %12.3f %10.0f %10.0f %8.4f",
                    trace.getKey(),
                    mean,
                    Math.sqrt(square / (all.length - 1)),
                    result.effectiveSampleSize(trace.getKey()),
                    EffectiveSampleSize.tail(trace.getValue()),
                    result.rHat(trace.getKey()));
        }
        line("verdict: %s", verdict());
        if (!warmUp.settled() && warmUp.steps() > 0) {
            line("note: the scale had not settled at the end of warm-up; give it more steps.");
        }
        if (!result.caveat().isEmpty()) {
            line("note: %s", result.caveat());
        }
        return text.toString();
    }

    private String verdict() {
        if (result.draws() == 0) {
            return "nothing to judge: " + result.stopReason().name().toLowerCase(Locale.ROOT)
                    + " before the first draw.";
        }
        StringBuilder reasons = new StringBuilder();
        StringBuilder constant = new StringBuilder();
        for (String name : result.traces().keySet()) {
            double rHat = result.rHat(name);
            double sample = result.effectiveSampleSize(name);
            if (isConstant(name)) {
                constant.append(String.format(Locale.ROOT, " %s is constant, which says nothing.", name));
            } else if (Double.isNaN(rHat)) {
                reasons.append(String.format(Locale.ROOT, " %s has too few draws.", name));
            } else if (rHat > LARGEST_R_HAT) {
                reasons.append(
                        String.format(Locale.ROOT, " R-hat of %s is %.3f, above %.2f.", name, rHat, LARGEST_R_HAT));
            } else if (sample < SMALLEST_SAMPLE) {
                reasons.append(
                        String.format(Locale.ROOT, " ESS of %s is %.0f, below %.0f.", name, sample, SMALLEST_SAMPLE));
            }
        }
        boolean judged = result.traces().keySet().stream().anyMatch(name -> !isConstant(name));
        if (judged && reasons.isEmpty()) {
            return String.format(
                    Locale.ROOT,
                    "mixed (R-hat at most %.2f, ESS at least %.0f).%s",
                    LARGEST_R_HAT,
                    SMALLEST_SAMPLE,
                    constant);
        }
        return "not shown to have mixed." + reasons + constant;
    }

    private boolean isConstant(String name) {
        double[][] trace = Objects.requireNonNull(result.traces().get(name));
        return Arrays.stream(trace)
                        .flatMapToDouble(Arrays::stream)
                        .distinct()
                        .limit(2)
                        .count()
                == 1;
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() * 1e-9;
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
