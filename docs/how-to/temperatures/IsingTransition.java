import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.experiments.exact.PeriodicIsing;
import dev.lbp.models.IsingModel;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.Tempered;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Energy, heat capacity, magnetisation and Binder cumulant of periodic Ising lattices of 8 x 8, 16 x 16 and 32 x 32
 * sites at 37 temperatures, from one tempered run each, before the exact curves of the finite lattices.
 *
 * <p>{@code java -cp 'lbp/lib/*' IsingTransition.java PICTURE.png}.
 */
class IsingTransition {

    private static final double COLDEST = 1.6;
    private static final double CRITICAL = 2.0 / Math.log(1.0 + Math.sqrt(2.0));
    private static final double[] TEMPERATURES =
            IntStream.range(0, 37).mapToDouble(k -> COLDEST + 0.04 * k).toArray();
    private static final double[] FINE =
            IntStream.range(0, 289).mapToDouble(k -> COLDEST + 0.005 * k).toArray();

    public static void main(String[] args) throws Exception {
        List<Series> energy = new ArrayList<>();
        List<Series> capacity = new ArrayList<>();
        List<Series> magnetisation = new ArrayList<>();
        List<Series> binder = new ArrayList<>();
        for (int side : new int[] {8, 16, 32}) {
            int sites = side * side;
            TemperingResult ladder = ladder(side);
            String name = side + " x " + side;
            int colour = energy.size() / 2;
            energy.add(curve(name + ", exact", colour, t -> energy(side, 1.0 / t) / sites));
            energy.add(points(name, colour, ladder, sites, TemperedAverages::energy));
            capacity.add(curve(name + ", exact", colour, t -> heatCapacity(side, 1.0 / t) / sites));
            capacity.add(points(name, colour, ladder, sites, TemperedAverages::heatCapacity));
            magnetisation.add(points(name, colour, ladder, 1, at -> at.mean("m")));
            binder.add(points(name, colour, ladder, 1, at -> at.binderCumulant("m")));
        }
        Series critical = new Series(
                "critical, infinite lattice", Look.UPRIGHT, 0, new double[] {CRITICAL, CRITICAL}, new double[] {0, 0.1});
        List<Panel> panels = new ArrayList<>();
        panels.add(panel("energy per site", energy, critical));
        panels.add(panel("heat capacity per site", capacity, critical));
        panels.add(panel("|m|", magnetisation, critical));
        panels.add(panel("Binder cumulant", binder, critical));
        CurvePlot.write(Path.of(args[0]), 2, panels);
    }

    private static TemperingResult ladder(int side) {
        IsingModel lattice =
                IsingModel.lattice(side, side).periodic().coupling(1.0).build();
        return Samplers.gibbs()
                .build()
                .sample(Tempered.of(lattice, 1.0 / COLDEST))
                .tempering(Tempering.replicas())
                .trackEnergy(1.0 / COLDEST)
                .track("m", x -> {
                    int ones = 0;
                    for (byte bit : x) {
                        ones += bit;
                    }
                    return Math.abs(2.0 * ones / x.length - 1.0);
                })
                .draws(side == 32 ? 8_000 : 10_000)
                .run()
                .tempering()
                .orElseThrow();
    }

    private static Panel panel(String title, List<Series> series, Series critical) {
        List<Series> all = new ArrayList<>(series);
        all.add(critical);
        return new Panel("", "temperature", title, all);
    }

    private static Series curve(String name, int colour, DoubleUnaryOperator exact) {
        double[] y = IntStream.range(0, FINE.length)
                .mapToDouble(k -> exact.applyAsDouble(FINE[k]))
                .toArray();
        return new Series(name, Look.LINE, colour, FINE, y);
    }

    private static Series points(
            String name, int colour, TemperingResult ladder, int sites, Function<TemperedAverages, Estimate> of) {
        double[] y = new double[TEMPERATURES.length];
        double[] error = new double[TEMPERATURES.length];
        for (int k = 0; k < TEMPERATURES.length; k++) {
            Estimate estimate = of.apply(ladder.atTemperature(TEMPERATURES[k]));
            y[k] = estimate.value() / sites;
            error[k] = estimate.error() / sites;
        }
        return new Series(name, Look.POINTS, colour, TEMPERATURES, y, error);
    }

    private static double energy(int side, double beta) {
        return -PeriodicIsing.meanLogProb(side, side, beta) / beta;
    }

    private static double heatCapacity(int side, double beta) {
        double h = 5e-3;
        double sum = -30.0 * PeriodicIsing.logZ(side, side, beta);
        for (int sign = -1; sign <= 1; sign += 2) {
            sum += 16.0 * PeriodicIsing.logZ(side, side, beta + sign * h)
                    - PeriodicIsing.logZ(side, side, beta + 2 * sign * h);
        }
        return beta * beta * sum / (12.0 * h * h);
    }
}
