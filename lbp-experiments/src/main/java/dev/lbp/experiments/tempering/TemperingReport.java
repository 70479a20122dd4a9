package dev.lbp.experiments.tempering;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Function;

/** The text of {@link TemperingTrials}. */
final class TemperingReport {

    private final Lab lab;
    private final Rows rows;
    private final Rows annealed;
    private final TemperingFigures figures;

    TemperingReport(Lab lab) throws IOException {
        this.lab = lab;
        TemperingTables tables = new TemperingTables(lab);
        this.rows = lab.rows(tables.trials);
        this.annealed = lab.rows(tables.annealed);
        this.figures = new TemperingFigures(lab, rows, lab.rows(tables.ladders), lab.rows(tables.modes));
    }

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text =
                new StringBuilder("Four chains, or ladders, in each run. A sampler alone makes as many steps as the"
                        + " replicas of the first tempered row together. Numbers are medians over seeds, with the least and the largest in"
                        + " brackets. The rmse of log Z is over seeds, about the exact value; its own error is the one that the result"
                        + " states. R-hat is the largest of the traces. Restarts are those of the chain with fewest. Seconds are processor"
                        + " time of the process, for round trips without warm-up.\n");
        for (Group<TemperingCase> group : rows.by("case", TemperingCase.values(), Enum::name)) {
            text.append(format(
                    "%n### %s%n%nExact log Z: %.6f; %s.%n%n%s%s",
                    group.value(), group.number("log_exact"), seeds(group), table(group), annealed(group.value())));
        }
        return text.append('\n')
                .append(figures.write())
                .append('\n')
                .append(lab.provenance(rows))
                .toString();
    }

    private static String seeds(Rows rows) {
        int seeds = rows.by("repetition").size();
        return seeds == 1 ? "1 seed" : seeds + " seeds";
    }

    private static String table(Group<TemperingCase> target) {
        return new Columns<Group<TemperingMethod>>()
                .add("method", Group::value)
                .add("replicas", tempered(group -> group.median("%.0f", "replicas")))
                .add("log Z", tempered(group -> group.median("%.3f", "log_z")))
                .add("its rmse", tempered(group -> format("%.3f", rootMeanSquare(group))))
                .add("own error", tempered(group -> group.median("%.3f", "log_error")))
                .add("worst marginal off by", group -> group.spread("marginal_worst"))
                .add(
                        target.value() == TemperingCase.RBM ? "hidden units, rms" : "modes, rms",
                        group -> group.spread("modes_rms"))
                .add(
                        "R-hat",
                        group -> group.value().isTempered() ? group.median("%.3f", "r_hat") : group.spread("r_hat"))
                .add("barrier", tempered(group -> group.median("%.2f", "barrier")))
                .add("restarts", tempered(group -> group.median("%.0f", "restarts")))
                .add("round trips / predicted", tempered(TemperingReport::roundTrips))
                .add("round trips per s", tempered(group -> group.spread(TemperingReport::roundTripsPerSecond)))
                .add("s", group -> group.median("%.1f", "cpu_seconds"))
                .of(target.by("method", target.value().methods(), TemperingMethod::toString));
    }

    /** A figure of a tempered run; "-" for a plain sampler. */
    private static Function<Group<TemperingMethod>, Object> tempered(Function<Rows, Object> figure) {
        return group -> group.value().isTempered() ? figure.apply(group) : "-";
    }

    private static String roundTrips(Rows rows) {
        return rows.median("%.0f", "round_trips") + " / " + rows.median("%.0f", "expected_round_trips");
    }

    /** Round trips during the draws, per second of processor time. */
    static double roundTripsPerSecond(Row row) {
        return row.number("round_trips") / row.number("draw_cpu_seconds");
    }

    /** The root mean square error of the estimates of log Z. */
    private static double rootMeanSquare(Rows rows) {
        double[] squares = rows.numbers(row -> {
            double difference = row.number("log_z") - row.number("log_exact");
            return difference * difference;
        });
        return Math.sqrt(Arrays.stream(squares).average().orElse(Double.NaN));
    }

    /** The line on annealed importance sampling; empty if it was not run. */
    private String annealed(TemperingCase target) {
        Rows group = annealed.with("case", target.name());
        return group.isEmpty()
                ? ""
                : format(
                        "%nAnnealed importance sampling by LBP with about the same number of evaluated states%s (%,.0f temperatures, 100"
                                + " chains; %s): log Z %s, rmse %.3f, own error %s; the weights' effective share of chains %s; %s s.%n",
                        target == TemperingCase.RBM ? ", from the means of the data" : "",
                        group.number("temperatures"),
                        seeds(group),
                        group.median("%.3f", "log_z"),
                        rootMeanSquare(group),
                        group.median("%.3f", "log_error"),
                        group.median("%.2f", "effective_share"),
                        group.median("%.1f", "cpu_seconds"));
    }
}
