package dev.lbp.cli.sample;

import static dev.lbp.result.TemperingObservables.ABSOLUTE_OVERLAP;
import static dev.lbp.result.TemperingObservables.LINK_OVERLAP;
import static dev.lbp.result.TemperingObservables.OVERLAP;

import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.cli.sample.TemperatureTable.Column;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperedAverages;
import dev.lbp.result.TemperedAverages.Moments;
import dev.lbp.result.TemperingObservables;
import dev.lbp.result.TemperingResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Averages at many temperatures from one tempered run, as text, table and picture. */
final class Thermodynamics {

    static final String TABLE = "thermodynamics.csv";
    static final String PICTURE = "thermodynamics.png";

    private static final String TWO_ESTIMATES =
            "log Z of the run is from all scans, that of a temperature from kept states: they may differ by their errors.";

    /** With fewer chains, overlaps have no standard errors, because these are estimated from differences of chains. */
    private static final int LEAST_CHAINS = 4;

    /** A quantity with its column. {@code value} estimates it from the averages at one temperature. */
    private record Quantity(Column column, Function<TemperedAverages, Estimate> value) {

        Quantity(String name, String title, String printed, Function<TemperedAverages, Estimate> value) {
            this(new Column(name, title, printed), value);
        }

        /** A quantity of pairs of replicas at one temperature. */
        static Quantity ofPairs(String name, String title, ToDoubleFunction<Moments> value) {
            return new Quantity(name, title, "", at -> at.estimate(value));
        }
    }

    private static final List<Quantity> ENERGIES = List.of(
            new Quantity("energy", "energy", "energy", TemperedAverages::energy),
            new Quantity("heat_capacity", "heat capacity", "heat capacity", TemperedAverages::heatCapacity));

    private static final List<Quantity> STATES = List.of(
            new Quantity("log_z", "log Z", "log Z", TemperedAverages::logZ),
            new Quantity("entropy", "entropy", "entropy", TemperedAverages::entropy));

    private static final List<Quantity> OVERLAPS = List.of(
            Quantity.ofPairs("overlap", "", moments -> moments.moment(OVERLAP, 1)),
            Quantity.ofPairs("absolute_overlap", "|q|", moments -> moments.moment(ABSOLUTE_OVERLAP, 1)),
            Quantity.ofPairs("overlap_squared", "q^2", moments -> moments.moment(OVERLAP, 2)),
            Quantity.ofPairs("overlap_fourth", "", moments -> moments.moment(OVERLAP, 4)),
            Quantity.ofPairs(
                    "overlap_binder",
                    "Binder parameter of q",
                    moments -> binder(moments.moment(OVERLAP, 2), moments.moment(OVERLAP, 4))));

    private static final Quantity LINKS =
            Quantity.ofPairs("link_overlap", "link overlap", moments -> moments.moment(LINK_OVERLAP, 1));

    private final @Nullable TemperingResult ladder;
    private final @Nullable TemperingObservables overlaps;
    private final double[] temperatures;
    private final List<Quantity> quantities = new ArrayList<>();

    /** The number of quantities of one replica. Quantities of pairs of replicas follow them. */
    private final int ofOneReplica;

    /** The table. Null before its first use. */
    private @Nullable TemperatureTable table;

    /**
     * @param ladder the tempering of a run that tracks the energy, and for spins the magnetisation; null if the run
     *     made no exchange
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

    /** The Binder parameter of an overlap q: 0 if q is normal, 1 if q^2 is constant (Bhatt and Young 1985). */
    static double binder(double second, double fourth) {
        return 0.5 * (3.0 - fourth / (second * second));
    }

    /** The table of all quantities at all temperatures, computed at its first use. */
    private TemperatureTable table() {
        if (table == null) {
            List<Estimate[]> rows = new ArrayList<>();
            for (double temperature : temperatures) {
                TemperedAverages one = Objects.requireNonNull(ladder).atTemperature(temperature);
                // of pairs of replicas; rounding must not lead beyond the coldest replicas, which have targetBeta()
                TemperedAverages pairs =
                        overlaps == null ? one : overlaps.at(Math.min(1.0 / temperature, overlaps.targetBeta()));
                rows.add(IntStream.range(0, quantities.size())
                        .mapToObj(q -> quantities.get(q).value().apply(q < ofOneReplica ? one : pairs))
                        .toArray(Estimate[]::new));
            }
            table = new TemperatureTable(
                    quantities.stream().map(Quantity::column).toList(), temperatures, rows);
        }
        return table;
    }

    /**
     * The quantities of the magnetisation m. The susceptibility is that of the sum of all spins, whose variance is N^2
     * times that of m. A quantity without a title is not drawn, and one without a printed name is only in the file.
     */
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

    /** The text: a line for each temperature, and notes. */
    String text() {
        if (ladder == null) {
            return "temperatures: none, because no exchange was made among the draws\n";
        }
        StringBuilder text = new StringBuilder(table().text(TABLE));
        long thinning = ladder.observables().thinning();
        text.append(Text.format(
                "from %,d states of each of %d replicas%s; energy, heat capacity, log Z and entropy are of all sites\n",
                ladder.observables().kept(),
                ladder.replicas(),
                thinning == 1 ? "" : ", those of one scan in " + thinning));
        text.append(TWO_ESTIMATES).append('\n');
        if (overlaps != null && ladder.restarts().length < LEAST_CHAINS) {
            text.append("overlaps have no errors, which are from between chains: take 4 chains or more\n");
        }
        boolean constant = table().rows().stream()
                .flatMap(row -> Arrays.stream(row, 0, ofOneReplica))
                .anyMatch(estimate -> Double.isNaN(estimate.error()));
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

    /** A section of the report; none if the run made no exchange. */
    List<Section> sections() {
        return ladder == null
                ? List.of()
                : List.of(new Section("temperatures", "Averages by temperature", html -> {
                    table().writeTo(html);
                    html.paragraph(TWO_ESTIMATES);
                }));
    }

    /** Writes the table and the picture; nothing without exchanges of replicas, as there is no {@link #ladder}. */
    void write(OutputDirectory directory) {
        if (ladder != null) {
            directory.write(TABLE, () -> table().csv());
            directory.write(PICTURE, file -> table().picture(file));
        }
    }
}
