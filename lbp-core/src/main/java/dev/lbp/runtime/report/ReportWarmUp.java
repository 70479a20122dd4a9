package dev.lbp.runtime.report;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.result.SampleResult;
import java.util.Locale;

/**
 * The section of a report on warm-up: the course of the scale and of acceptance. The axis of steps is logarithmic,
 * because adaptation finds the scale in some tens of steps. The section leaves out a fixed scale and the acceptance of
 * a sampler that accepts every step.
 */
record ReportWarmUp(ReportedRun result) {

    private static final String NO_DRAWS = "The run ended before its first draw.";

    /** Whether there is anything to draw. */
    boolean isEmpty() {
        return result.warmUp().steps() == 0
                || !(result.notes().adapts() || result.notes().rejects());
    }

    void writeTo(Html html) {
        if (result.notes().adapts()) {
            writeScale(html);
        }
        if (result.notes().rejects()) {
            writeAcceptance(html);
        }
    }

    private void writeScale(Html html) {
        SampleResult.WarmUp warmUp = result.warmUp();
        String name = result.notes().scaleName();
        String title = name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
        String settled = warmUp.settled() ? "It had settled at the end." : "It had not settled at the end.";
        String text = result.draws() == 0
                ? NO_DRAWS
                : "Frozen at " + Numbers.text(result.scale()) + " after " + Numbers.count(warmUp.steps(), "step") + ". "
                        + settled;
        Axis scales =
                Axis.logarithmicAround(name + ", mean over chains", warmUp.scale(), new double[] {result.scale()});
        Plot plot = new Plot(new Caption(title + " over warm-up", text), steps(), scales)
                .line(name + " in warm-up", warmUp.meanStep(0), width(), warmUp.scale());
        if (result.draws() > 0) {
            plot.level("frozen at the end", result.scale());
        }
        plot.writeTo(html);
    }

    private void writeAcceptance(Html html) {
        SampleResult.WarmUp warmUp = result.warmUp();
        String text = result.draws() == 0
                ? NO_DRAWS
                : "In the draws after it, " + Numbers.fixed(result.acceptanceRate(), 3) + ".";
        Plot plot = new Plot(
                        new Caption("Acceptance over warm-up", text), steps(), Axis.of("mean of min(1, alpha)", 0, 1))
                .line("acceptance in warm-up", warmUp.meanStep(0), width(), warmUp.acceptance());
        if (result.draws() > 0) {
            plot.level("acceptance in the draws", result.acceptanceRate());
        }
        plot.writeTo(html);
    }

    /** The axis of steps, from the mean step of the first bin. */
    private Axis steps() {
        return Axis.logarithmic(
                "step", result.warmUp().meanStep(0), result.warmUp().steps());
    }

    /** The number of steps in a bin. */
    private double width() {
        return (double) result.warmUp().steps() / result.warmUp().scale().length;
    }
}
