package dev.lbp.cli.sample;

import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Averages at many temperatures from one tempered run: as text, table and picture. */
final class Thermodynamics {

    static final String TABLE = "thermodynamics.csv";
    static final String PICTURE = "thermodynamics.png";

    /** The most temperatures that are printed. */
    private static final int MOST_PRINTED = 100;

    /**
     * A quantity at a temperature.
     *
     * @param column its name in the table
     * @param title its name in the picture; empty if it is not drawn
     * @param printed its name in the text; empty if only files have it
     */
    private record Quantity(String column, String title, String printed, Function<TemperedAverages, Estimate> of) {}

    private static final List<Quantity> ENERGIES = List.of(
            new Quantity("energy", "energy", "energy", TemperedAverages::energy),
            new Quantity("heat_capacity", "heat capacity", "heat capacity", TemperedAverages::heatCapacity));

    private static final List<Quantity> STATES = List.of(
            new Quantity("log_z", "log Z", "log Z", TemperedAverages::logZ),
            new Quantity("entropy", "entropy", "entropy", TemperedAverages::entropy));

    private final @Nullable TemperingResult ladder;
    private final double[] temperatures;
    private final List<Quantity> quantities = new ArrayList<>();

    /** [quantities][temperatures]; computed at first use. Null before. */
    private Estimate @Nullable [][] computed;

    /**
     * @param ladder of a run with its energy, and of spins their magnetisation; null if it made no exchange
     * @param sites the number of sites
     */
    Thermodynamics(@Nullable TemperingResult ladder, TemperatureRange range, int sites) {
        this.ladder = ladder;
        this.temperatures = ladder == null ? new double[0] : range.temperatures();
        quantities.addAll(ENERGIES);
        if (ladder != null && ladder.observables().names().contains(AbsoluteMagnetisation.NAME)) {
            quantities.addAll(spins(sites));
        }
        quantities.addAll(STATES);
    }

    private Estimate[][] estimates() {
        if (computed == null) {
            Estimate[][] estimates = new Estimate[quantities.size()][temperatures.length];
            for (int k = 0; ladder != null && k < temperatures.length; k++) {
                TemperedAverages at = ladder.atTemperature(temperatures[k]);
                for (int q = 0; q < estimates.length; q++) {
                    estimates[q][k] = quantities.get(q).of().apply(at);
                }
            }
            computed = estimates;
        }
        return computed;
    }

    /** The susceptibility is that of all sites, so of the sum of the spins: its variance is N^2 that of m. */
    private static List<Quantity> spins(double sites) {
        String m = AbsoluteMagnetisation.NAME;
        return List.of(
                new Quantity("magnetisation", "|m|", "|m|", at -> at.mean(m)),
                new Quantity(
                        "susceptibility",
                        "",
                        "",
                        at -> at.estimate(moments -> at.beta() * sites * sites * moments.variance(m))),
                new Quantity("binder_cumulant", "Binder cumulant", "", at -> at.binderCumulant(m)));
    }

    /** The table, a line for each temperature. */
    String text() {
        if (ladder == null) {
            return "temperatures: none, because no exchange was made among the draws\n";
        }
        Estimate[][] estimates = estimates();
        int[] printed = IntStream.range(0, quantities.size())
                .filter(q -> !quantities.get(q).printed().isEmpty())
                .toArray();
        StringBuilder text = new StringBuilder(Text.format("%11s", "temperature"));
        for (int q : printed) {
            text.append(Text.format(" %21s", quantities.get(q).printed()));
        }
        text.append('\n');
        for (int k = 0; k < Math.min(MOST_PRINTED, temperatures.length); k++) {
            text.append(Text.format("%11.6g", temperatures[k]));
            for (int q : printed) {
                text.append(Text.format(" %21s", Text.estimate(estimates[q][k])));
            }
            text.append('\n');
        }
        if (temperatures.length > MOST_PRINTED) {
            text.append(Text.format("and %d more temperatures in %s\n", temperatures.length - MOST_PRINTED, TABLE));
        }
        long thinning = ladder.observables().thinning();
        text.append(Text.format(
                "from %,d states of each of %d replicas%s; energy, heat capacity, log Z and entropy are of all sites\n",
                ladder.observables().kept(),
                ladder.replicas(),
                thinning == 1 ? "" : ", those of one scan in " + thinning));
        boolean constant = Arrays.stream(estimates).flatMap(Arrays::stream).anyMatch(of -> Double.isNaN(of.error()));
        if (Double.isNaN(ladder.atTemperature(temperatures[0]).logZ().value())) {
            text.append("no value is known, because neighbouring replicas overlap in less than one state: take more"
                    + " replicas, or more warm-up or draws\n");
        } else if (constant) {
            text.append(
                    "a value without an error is that of all of these states: it says nothing of states that none of"
                            + " them is\n");
        }
        return text.toString();
    }

    /** Writes the table and the picture. */
    void write(OutputDirectory directory) {
        if (ladder != null) {
            directory.write(TABLE, this::csv);
            directory.write(PICTURE, this::picture);
        }
    }

    /** A column for each quantity, followed by its standard error. */
    private String csv() {
        StringBuilder csv = new StringBuilder("temperature,beta");
        quantities.forEach(quantity -> csv.append("," + quantity.column() + "," + quantity.column() + "_error"));
        csv.append('\n');
        for (int k = 0; k < temperatures.length; k++) {
            csv.append(temperatures[k]).append(',').append(1.0 / temperatures[k]);
            for (Estimate[] quantity : estimates()) {
                csv.append(',').append(quantity[k].value()).append(',').append(quantity[k].error());
            }
            csv.append('\n');
        }
        return csv.toString();
    }

    private void picture(Path file) throws IOException {
        Estimate[][] estimates = estimates();
        List<Panel> panels = new ArrayList<>();
        for (int q = 0; q < estimates.length; q++) {
            Quantity quantity = quantities.get(q);
            if (quantity.title().isEmpty()) {
                continue;
            }
            panels.add(new Panel(
                    "",
                    "temperature",
                    quantity.title(),
                    List.of(new Series(
                            quantity.title(),
                            Look.POINTS,
                            q,
                            temperatures,
                            Arrays.stream(estimates[q])
                                    .mapToDouble(Estimate::value)
                                    .toArray(),
                            Arrays.stream(estimates[q])
                                    .mapToDouble(Estimate::error)
                                    .toArray()))));
        }
        CurvePlot.write(file, 2, panels);
    }
}
