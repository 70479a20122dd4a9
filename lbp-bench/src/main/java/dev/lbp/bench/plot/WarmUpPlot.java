package dev.lbp.bench.plot;

import dev.lbp.SampleResult.WarmUp;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.XYChart;

/** A picture of the scale R above that of the acceptance rate, over the steps of warm-up, for some samplers that adapt. */
public final class WarmUpPlot {

    /** A sampler's warm-up and the acceptance rate it was after. */
    public record Curve(String name, WarmUp warmUp, double targetAcceptance) {}

    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;

    private static final BasicStroke DASHES =
            new BasicStroke(1f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1f, new float[] {6f, 5f}, 0f);

    private WarmUpPlot() {}

    /** Writes a PNG. Steps are on a logarithmic axis, for the scale is found in some tens of them. */
    public static void write(Path png, List<Curve> curves) throws IOException {
        XYChart scale = LineChart.of(WIDTH, HEIGHT, "Scale R over warm-up", "step", "R (mean over chains)");
        XYChart acceptance = LineChart.of(WIDTH, HEIGHT, "Acceptance over warm-up", "step", "mean of min(1, alpha)");
        for (int k = 0; k < curves.size(); k++) {
            Curve curve = curves.get(k);
            double target = curve.targetAcceptance();
            String name = curve.name() + ", target " + target;
            Color colour = LineChart.PALETTE[k % LineChart.PALETTE.length];
            double[] steps = binMiddles(curve.warmUp());
            LineChart.line(scale, name, steps, curve.warmUp().scale(), colour, 2f);
            LineChart.line(acceptance, name, steps, curve.warmUp().acceptance(), colour, 1.5f);
            double[] ends = {steps[0], steps[steps.length - 1]};
            LineChart.line(acceptance, "target " + target, ends, new double[] {target, target}, colour, 1f)
                    .setLineStyle(DASHES)
                    .setShowInLegend(false);
        }
        for (XYChart chart : List.of(scale, acceptance)) {
            chart.getStyler().setXAxisLogarithmic(true);
            chart.getStyler().setXAxisDecimalPattern("#,###");
        }
        scale.getStyler().setYAxisLogarithmic(true);
        scale.getStyler().setYAxisDecimalPattern("#,###");
        acceptance.getStyler().setYAxisMin(0.0);
        acceptance.getStyler().setYAxisMax(1.0);
        Png.write(png, List.of(scale, acceptance));
    }

    private static double[] binMiddles(WarmUp warmUp) {
        double[] middles = new double[warmUp.scale().length];
        for (int b = 0; b < middles.length; b++) {
            middles[b] = (b + 0.5) * warmUp.steps() / middles.length;
        }
        return middles;
    }
}
