package dev.lbp;

import dev.lbp.report.Html;
import dev.lbp.report.Numbers;
import dev.lbp.report.Plot;
import dev.lbp.report.Plot.Caption;

/** The course of the scale and of acceptance over warm-up in a report. */
record ReportWarmUp(SampleResult result) {

    void writeTo(Html html) {
        SampleResult.WarmUp warmUp = result.warmUp();
        int bins = warmUp.scale().length;
        double width = (double) warmUp.steps() / bins;
        String settled = warmUp.settled() ? "It had settled at the end." : "It had not settled at the end.";
        Plot.around(
                        new Caption(
                                "Scale R over warm-up",
                                "Frozen at " + Numbers.text(result.scale()) + " after "
                                        + Numbers.count(warmUp.steps(), "step") + ". " + settled),
                        "step",
                        0,
                        warmUp.steps(),
                        "R, mean over chains",
                        warmUp.scale(),
                        new double[] {result.scale()})
                .line("R in warm-up", 0.5 * width, width, warmUp.scale())
                .level("frozen at the end", result.scale())
                .writeTo(html);
        Plot.between(
                        new Caption(
                                "Acceptance over warm-up",
                                "In the draws after it, " + Numbers.fixed(result.acceptanceRate(), 3) + "."),
                        "step",
                        0,
                        warmUp.steps(),
                        "mean of min(1, alpha)",
                        0,
                        1)
                .line("acceptance in warm-up", 0.5 * width, width, warmUp.acceptance())
                .level("acceptance in the draws", result.acceptanceRate())
                .writeTo(html);
    }
}
