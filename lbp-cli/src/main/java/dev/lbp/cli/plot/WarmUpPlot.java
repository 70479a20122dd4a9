package dev.lbp.cli.plot;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.internal.html.Axis;
import dev.lbp.result.SampleResult.WarmUp;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A picture of the scale R and, below it, the acceptance rate against the steps of warm-up, for adaptive samplers. */
public final class WarmUpPlot {

    /** The warm-up of a sampler, and its target acceptance rate. */
    public record Curve(String name, WarmUp warmUp, double targetAcceptance) {}

    private static final int WIDTH = 900;
    private static final int HEIGHT = 380;

    private WarmUpPlot() {}

    /** Writes a PNG. The axis of steps is logarithmic, because adaptation finds the scale in a few tens of steps. */
    public static void write(Path png, List<Curve> curves) throws IOException {
        List<Series> scales = new ArrayList<>();
        List<Series> rates = new ArrayList<>();
        double first = Double.POSITIVE_INFINITY;
        double last = 0.0;
        for (int k = 0; k < curves.size(); k++) {
            Curve curve = curves.get(k);
            double[] steps = IntStream.range(0, curve.warmUp().scale().length)
                    .mapToDouble(curve.warmUp()::meanStep)
                    .toArray();
            double[] ends = {steps[0], steps[steps.length - 1]};
            double target = curve.targetAcceptance();
            scales.add(
                    new Series(curve.name(), Look.LINE, k, steps, curve.warmUp().scale()));
            rates.add(
                    new Series(curve.name(), Look.LINE, k, steps, curve.warmUp().acceptance()));
            rates.add(new Series("target " + target, Look.DASHED, k, ends, new double[] {target, target}));
            first = Math.min(first, ends[0]);
            last = Math.max(last, curve.warmUp().steps());
        }
        double[][] all = curves.stream().map(curve -> curve.warmUp().scale()).toArray(double[][]::new);
        Axis steps = Axis.logarithmic("step", first, last);
        Axis scale = Axis.logarithmicAround("R (mean over chains)", all);
        Axis rate = Axis.of("mean of min(1, alpha)", 0, 1);
        Png.write(
                png,
                List.of(
                        new Chart(WIDTH, HEIGHT, "Scale R over warm-up", steps, scale, scales, true),
                        new Chart(WIDTH, HEIGHT, "Acceptance over warm-up", steps, rate, rates, true)),
                1); // one column
    }
}
