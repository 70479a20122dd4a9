package dev.lbp;

import dev.lbp.report.Axis;
import dev.lbp.report.Html;
import dev.lbp.report.Numbers;
import dev.lbp.report.Plot;
import dev.lbp.report.Plot.Caption;

/**
 * The course of the scale and of acceptance over warm-up in a report. Steps are on a logarithmic axis, for the scale is found in
 * some tens of them. A scale that is fixed is not drawn, nor the acceptance of a sampler that accepts every step.
 */
record ReportWarmUp(SampleResult result) {

    /** Whether there is anything to draw. */
    boolean isEmpty() {
        return result.warmUp().steps() == 0 || !(result.adapts() || result.rejects());
    }

    void writeTo(Html html) {
        if (result.adapts()) {
            writeScale(html);
        }
        if (result.rejects()) {
            writeAcceptance(html);
        }
    }

    private void writeScale(Html html) {
        SampleResult.WarmUp warmUp = result.warmUp();
        String settled = warmUp.settled() ? "It had settled at the end." : "It had not settled at the end.";
        String text = "Frozen at " + Numbers.text(result.scale()) + " after " + Numbers.count(warmUp.steps(), "step")
                + ". " + settled;
        Axis scales = Axis.logarithmicAround("R, mean over chains", warmUp.scale(), new double[] {result.scale()});
        new Plot(new Caption("Scale R over warm-up", text), steps(), scales)
                .line("R in warm-up", 0.5 * width(), width(), warmUp.scale())
                .level("frozen at the end", result.scale())
                .writeTo(html);
    }

    private void writeAcceptance(Html html) {
        String text = "In the draws after it, " + Numbers.fixed(result.acceptanceRate(), 3) + ".";
        new Plot(new Caption("Acceptance over warm-up", text), steps(), Axis.of("mean of min(1, alpha)", 0, 1))
                .line(
                        "acceptance in warm-up",
                        0.5 * width(),
                        width(),
                        result.warmUp().acceptance())
                .level("acceptance in the draws", result.acceptanceRate())
                .writeTo(html);
    }

    /** From the middle of the first bin. */
    private Axis steps() {
        return Axis.logarithmic("step", 0.5 * width(), result.warmUp().steps());
    }

    /** The steps of a bin. */
    private double width() {
        return (double) result.warmUp().steps() / result.warmUp().scale().length;
    }
}
