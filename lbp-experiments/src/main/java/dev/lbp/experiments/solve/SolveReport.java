package dev.lbp.experiments.solve;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.experiments.report.Spread;
import java.util.List;

/** The tables of {@link Solve}. */
final class SolveReport {

    /** Sweeps of the first anneal of a search: 300, and two that only accept improvements. */
    private static final int SWEEPS = 302;

    /** The number of states that an anneal holds in the bits of long integers. */
    private static final int REPLICAS = 64;

    private SolveReport() {}

    static String of(Rows rows, Rows sets) {
        return "Processor seconds of one thread until the target: the median, and the least and the largest in brackets,"
                + " over the seeds; a search that has not reached it counts as longer than all others.\n\n"
                + targets(rows)
                + "\nThe first anneal of a search, 64 replicas in bits:\n\n"
                + speeds(rows)
                + "\nThe dense model, log-probability by N^1.5: the mean over seeds with its standard error. The ground"
                + " state of large instances has .7632 - .7 N^(-2/3) on average.\n\n"
                + reads(rows)
                + "\nIndependent sets: means over graphs with their standard errors.\n\n"
                + sets(sets);
    }

    private static String targets(Rows rows) {
        return new Columns<Group<SolveCase>>()
                .add("instance", Group::value)
                .add("nodes, edges", group -> group.text(0, "nodes") + ", " + group.text(0, "edges"))
                .add("reference", group -> value(group, 0))
                .add("target", group -> value(group, group.value().gap))
                .each(List.of(SolveMethod.SOLVER, SolveMethod.PLAIN), method -> method + ", s", SolveReport::seconds)
                .each(List.of(SolveMethod.SOLVER, SolveMethod.PLAIN), method -> method + ", hits", SolveReport::hits)
                .of(rows.where(row -> !row.text("case").equals(SolveCase.DENSE.name()))
                        .by("case", SolveCase.values(), Enum::name));
    }

    /** The text of a value: of a cut the reference's number of cut edges minus {@code gap}; else minus the energy. */
    private static String value(Group<SolveCase> group, int gap) {
        Row reference = of(group, SolveMethod.REFERENCE).first();
        // of a cut: the edges that it cuts minus the edges that it does not cut
        double value = reference.number("log_value");
        return group.value().isCut()
                ? format("cut %.0f", 0.5 * (reference.number("edges") + value) - gap)
                : format("-E = %s", value == Math.rint(value) ? format("%.0f", value) : format("%.3f", value));
    }

    private static Rows of(Rows rows, SolveMethod method) {
        return rows.with("method", method.name());
    }

    /** The text of the seconds until the target: median, smallest and largest. */
    private static String seconds(Group<SolveCase> group, SolveMethod method) {
        Rows rows = of(group, method);
        if (rows.isEmpty()) {
            return "-";
        }
        // a search without the target counts as longer than all others
        Spread spread =
                rows.spread(row -> row.number("hit") == 1.0 ? row.number("cpu_seconds") : Double.POSITIVE_INFINITY);
        double limit = rows.number("limit");
        String median = text(spread.median(), limit);
        return spread.median() < Double.POSITIVE_INFINITY
                ? format("%s (%s to %s)", median, text(spread.least(), limit), text(spread.largest(), limit))
                : median;
    }

    /** The text of seconds; "over" the limit for a search that has not reached the target. */
    private static String text(double seconds, double limit) {
        return seconds > limit ? format("over %.3g", limit) : format("%.3g", seconds);
    }

    /** The number of searches that have reached the target. */
    private static String hits(Rows group, SolveMethod method) {
        Rows rows = of(group, method);
        return format("%.0f of %d", rows.sum("hit"), rows.size());
    }

    /** The table of the speed of the first anneal. */
    private static String speeds(Rows rows) {
        return new Columns<Group<SolveCase>>()
                .add("instance", Group::value)
                .add("mean degree", group -> format("%.1f", 2.0 * group.number("edges") / group.number("nodes")))
                .add("ns for each spin and replica", group -> group.spread(SolveReport::nanoseconds))
                .of(of(rows, SolveMethod.ANNEAL).by("case", SolveCase.values(), Enum::name));
    }

    /** Nanoseconds of a sweep for each spin and replica. */
    private static double nanoseconds(Row row) {
        return 1e9 * row.number("cpu_seconds") / (row.number("nodes") * REPLICAS * SWEEPS);
    }

    /** The table of short searches on the dense model. */
    private static String reads(Rows rows) {
        return new Columns<Group<SolveMethod>>()
                .add("search", Group::value)
                .add("log-probability / N^1.5", group -> Estimate.of(group.numbers(SolveReport::scaled)))
                .add(
                        "of the ground state's",
                        group -> format(
                                "%.4f",
                                Estimate.of(group.numbers(SolveReport::scaled)).mean() / ground(group.first())))
                .add("s", group -> group.spread("cpu_seconds"))
                .of(rows.with("case", SolveCase.DENSE.name()).by("method", SolveMethod.values(), Enum::name));
    }

    /** log-probability / N^1.5. */
    private static double scaled(Row row) {
        return row.number("log_value") / Math.pow(row.number("nodes"), 1.5);
    }

    /**
     * The ground state of the Sherrington-Kirkpatrick model, log-probability / N^1.5: Parisi's constant with a
     * finite-size correction (Boettcher 2005).
     */
    private static double ground(Row row) {
        return 0.7632 - 0.7 * Math.pow(row.number("nodes"), -2.0 / 3.0);
    }

    private static String sets(Rows sets) {
        return new Columns<Group<SolveSets>>()
                .add("graphs", Group::value)
                .add("number", Rows::size)
                .add("nodes", group -> group.mean("nodes"))
                .add("size of the set", group -> group.mean("log_value"))
                .add("s", group -> group.spread("cpu_seconds"))
                .of(sets.by("family", SolveSets.values(), Enum::name));
    }
}
