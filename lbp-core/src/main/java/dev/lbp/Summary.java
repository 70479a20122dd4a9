package dev.lbp;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
                "%s, jump distance %.2f; warm-up %.1f s, draws %.1f s",
                result.pace(), result.expectedJumpDistance(), seconds(result.warmUpTime()), seconds(result.drawTime()));
        if (result.draws() > 0) {
            table();
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

    private void table() {
        int width = Math.max(
                12,
                result.traces().keySet().stream().mapToInt(String::length).max().orElse(0));
        line("%-" + width + "s %14s %12s %10s %10s %8s", "trace", "mean", "sd", "ESS bulk", "ESS tail", "R-hat");
        for (String name : result.traces().keySet()) {
            TraceStatistics trace = result.statistics(name);
            line(
                    "%-" + width + "s %14.3f %12.3f %10.0f %10.0f %8.4f",
                    name,
                    trace.mean(),
                    trace.standardDeviation(),
                    trace.bulkSample(),
                    trace.tailSample(),
                    trace.rHat());
        }
    }

    private String verdict() {
        if (result.draws() == 0) {
            return "nothing to judge: " + result.stopReason().name().toLowerCase(Locale.ROOT)
                    + " before the first draw.";
        }
        List<String> reasons = new ArrayList<>();
        List<String> constant = new ArrayList<>();
        for (String name : result.traces().keySet()) {
            TraceStatistics trace = result.statistics(name);
            if (trace.constant()) {
                constant.add(String.format(Locale.ROOT, " %s is constant, which says nothing.", name));
            } else if (Double.isNaN(trace.rHat()) || Double.isNaN(trace.bulkSample())) {
                reasons.add(String.format(Locale.ROOT, " %s has too few draws.", name));
            } else if (trace.rHat() > LARGEST_R_HAT) {
                reasons.add(String.format(
                        Locale.ROOT, " R-hat of %s is %.3f, above %.2f.", name, trace.rHat(), LARGEST_R_HAT));
            } else if (trace.bulkSample() < SMALLEST_SAMPLE) {
                reasons.add(String.format(
                        Locale.ROOT, " ESS of %s is %.0f, below %.0f.", name, trace.bulkSample(), SMALLEST_SAMPLE));
            }
        }
        boolean mixed = reasons.isEmpty() && constant.size() < result.traces().size();
        return (mixed
                        ? String.format(
                                Locale.ROOT,
                                "mixed (R-hat at most %.2f, ESS at least %.0f).",
                                LARGEST_R_HAT,
                                SMALLEST_SAMPLE)
                        : "not shown to have mixed.")
                + String.join("", reasons)
                + String.join("", constant);
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() * 1e-9;
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
