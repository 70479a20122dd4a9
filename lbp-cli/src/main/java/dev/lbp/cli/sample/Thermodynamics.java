package dev.lbp.cli.sample;

import static dev.lbp.result.TemperingObservables.ABSOLUTE_OVERLAP;
import static dev.lbp.result.TemperingObservables.LINK_OVERLAP;
import static dev.lbp.result.TemperingObservables.OVERLAP;

import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperedAverages.Moments;
import dev.lbp.result.TemperingObservables;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Averages at many temperatures from one tempered run: as text, table and picture. */
final class Thermodynamics {

    static final String TABLE = "thermodynamics.csv";
    static final String PICTURE = "thermodynamics.png";

    /** Columns that averages over instances read. */
    static final String ENERGY = "energy";

    static final String HEAT_CAPACITY = "heat_capacity";
    static final String OVERLAP_SQUARED = "overlap_squared";
    static final String OVERLAP_FOURTH = "overlap_fourth";
    static final String LINK_OVERLAP_COLUMN = "link_overlap";

    /** The most temperatures that are printed. */
    private static final int MOST_PRINTED = 100;

    /** The fewest chains whose overlaps have errors. */
    private static final int LEAST_CHAINS = 4;

    /**
     * A quantity at a temperature.
     *
     * @param column its name in the table
     * @param title its name in the picture; empty if it is not drawn
     * @param printed its name in the text; empty if only files have it
     */
    private record Quantity(String column, String title, String printed, Function<TemperedAverages, Estimate> of) {

        /** A quantity of two replicas of one temperature. */
        static Quantity ofPairs(String column, String title, ToDoubleFunction<Moments> of) {
            return new Quantity(column, title, "", at -> at.estimate(of));
        }
    }

    private static final List<Quantity> ENERGIES = List.of(
            new Quantity(ENERGY, "energy", "energy", TemperedAverages::energy),
            new Quantity(HEAT_CAPACITY, "heat capacity", "heat capacity", TemperedAverages::heatCapacity));

    private static final List<Quantity> STATES = List.of(
            new Quantity("log_z", "log Z", "log Z", TemperedAverages::logZ),
            new Quantity("entropy", "entropy", "entropy", TemperedAverages::entropy));

    private static final List<Quantity> OVERLAPS = List.of(
            Quantity.ofPairs("overlap", "", of -> of.moment(OVERLAP, 1)),
            Quantity.ofPairs("absolute_overlap", "|q|", of -> of.moment(ABSOLUTE_OVERLAP, 1)),
            Quantity.ofPairs(OVERLAP_SQUARED, "q^2", of -> of.moment(OVERLAP, 2)),
            Quantity.ofPairs(OVERLAP_FOURTH, "", of -> of.moment(OVERLAP, 4)),
            Quantity.ofPairs(
                    "overlap_binder",
                    "Binder parameter of q",
                    of -> binder(of.moment(OVERLAP, 2), of.moment(OVERLAP, 4))));

    private static final Quantity LINKS =
            Quantity.ofPairs(LINK_OVERLAP_COLUMN, "link overlap", of -> of.moment(LINK_OVERLAP, 1));

    private final @Nullable TemperingResult ladder;
    private final @Nullable TemperingObservables overlaps;
    private final double[] temperatures;
    private final List<Quantity> quantities = new ArrayList<>();

    /** The number of quantities before those of two replicas. */
    private final int ofOneReplica;

    /** [quantities][temperatures]; computed at first use. Null before. */
    private Estimate @Nullable [][] computed;

    /**
     * @param ladder of a run with its energy, and of spins their magnetisation; null if it made no exchange
     * @param sites the number of sites
     */
    Thermodynamics(@Nullable TemperingResult ladder, TemperatureRange range, int sites) {
        this.ladder = ladder;
        this.overlaps = ladder == null ? null : ladder.observables().overlaps().orElse(null);
        this.temperatures = ladder == null ? new double[0] : range.temperatures();
        quantities.addAll(ENERGIES);
        if (ladder != null && ladder.observables().names().contains(AbsoluteMagnetisation.NAME)) {
            quantities.addAll(spins(sites));
        }
        quantities.addAll(STATES);
        ofOneReplica = quantities.size();
        if (overlaps != null) {
            quantities.addAll(OVERLAPS);
            if (overlaps.names().contains(LINK_OVERLAP)) {
                quantities.add(LINKS);
            }
        }
    }

    /** The Binder parameter of an overlap: 0 where q is normal, 1 where q^2 has one value (Bhatt and Young 1985). */
    static double binder(double second, double fourth) {
        return 0.5 * (3.0 - fourth / (second * second));
    }

    private Estimate[][] estimates() {
        if (computed == null) {
            Estimate[][] estimates = new Estimate[quantities.size()][temperatures.length];
            for (int k = 0; ladder != null && k < temperatures.length; k++) {
                TemperedAverages at = ladder.atTemperature(temperatures[k]);
                TemperedAverages pairs =
                        overlaps == null ? at : overlaps.at(Math.min(1.0 / temperatures[k], overlaps.targetBeta()));
                for (int q = 0; q < estimates.length; q++) {
                    estimates[q][k] = quantities.get(q).of().apply(q < ofOneReplica ? at : pairs);
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
        if (overlaps != null && ladder.restarts().length < LEAST_CHAINS) {
            text.append("overlaps have no errors, which are from between chains: take 4 chains or more\n");
        }
        boolean constant = Arrays.stream(estimates, 0, ofOneReplica)
                .flatMap(Arrays::stream)
                .anyMatch(of -> Double.isNaN(of.error()));
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
        CurvePlot.write(
                file,
                2,
                IntStream.range(0, estimates.length)
                        .filter(q -> !quantities.get(q).title().isEmpty())
                        .mapToObj(q -> panel(quantities.get(q).title(), q, temperatures, estimates[q]))
                        .toList());
    }

    /** A panel of points with error bars. */
    static Panel panel(String title, int colour, double[] temperatures, Estimate[] estimates) {
        double[] values = Arrays.stream(estimates).mapToDouble(Estimate::value).toArray();
        double[] errors = Arrays.stream(estimates).mapToDouble(Estimate::error).toArray();
        return new Panel(
                "",
                "temperature",
                title,
                List.of(new Series(title, Look.POINTS, colour, temperatures, values, errors)));
    }
}
