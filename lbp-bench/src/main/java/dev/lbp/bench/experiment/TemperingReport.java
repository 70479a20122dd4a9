package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The text of {@link TemperingTrials}. */
final class TemperingReport {

    private final Lab lab;
    private final List<Row> rows;
    private final List<Row> annealed;
    private final TemperingFigures figures;

    TemperingReport(Lab lab) throws IOException {
        this.lab = lab;
        TemperingTables tables = new TemperingTables(lab);
        this.rows = lab.shown(tables.trials);
        this.annealed = lab.shown(tables.annealed);
        this.figures = new TemperingFigures(lab, rows, lab.shown(tables.ladders), lab.shown(tables.modes));
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
        for (TemperingCase target : TemperingCase.values()) {
            List<Row> mine = Rows.with(rows, "case", target.name());
            if (!mine.isEmpty()) {
                text.append(format(
                        "%n### %s%n%nExact log Z: %.6f; %s.%n%n%s%s",
                        target, mine.get(0).number("log_exact"), seeds(mine), table(target, mine), annealed(target)));
            }
        }
        return text.append('\n')
                .append(figures.write())
                .append('\n')
                .append(lab.provenance(rows))
                .toString();
    }

    private static String seeds(List<Row> rows) {
        int seeds = (int)
                rows.stream().map(row -> row.text("repetition")).distinct().count();
        return seeds == 1 ? "1 seed" : seeds + " seeds";
    }

    private static MarkdownTable table(TemperingCase target, List<Row> rows) {
        MarkdownTable table = new MarkdownTable(
                "method",
                "replicas",
                "log Z",
                "its rmse",
                "own error",
                "worst marginal off by",
                target == TemperingCase.RBM ? "hidden units, rms" : "modes, rms",
                "R-hat",
                "barrier",
                "restarts",
                "round trips / predicted",
                "round trips per s",
                "s");
        for (TemperingMethod method : target.methods()) {
            List<Row> mine = Rows.with(rows, "method", method.toString());
            if (mine.isEmpty()) {
                continue;
            }
            boolean tempered = method.isTempered();
            table.row(
                    method,
                    tempered ? Rows.median("%.0f", mine, row -> row.number("replicas")) : "-",
                    tempered ? Rows.median("%.3f", mine, row -> row.number("log_z")) : "-",
                    tempered ? format("%.3f", rootMeanSquare(mine)) : "-",
                    tempered ? Rows.median("%.3f", mine, row -> row.number("log_error")) : "-",
                    spread(mine, "marginal_worst"),
                    spread(mine, "modes_rms"),
                    tempered ? Rows.median("%.3f", mine, row -> row.number("r_hat")) : spread(mine, "r_hat"),
                    tempered ? Rows.median("%.2f", mine, row -> row.number("barrier")) : "-",
                    tempered ? Rows.median("%.0f", mine, row -> row.number("restarts")) : "-",
                    tempered ? roundTrips(mine) : "-",
                    tempered
                            ? Rows.spread(mine, TemperingReport::roundTripsPerSecond)
                                    .toString()
                            : "-",
                    Rows.median("%.1f", mine, row -> row.number("cpu_seconds")));
        }
        return table;
    }

    private static String spread(List<Row> rows, String column) {
        return Rows.spread(rows, row -> row.number(column)).toString();
    }

    private static String roundTrips(List<Row> rows) {
        return Rows.median("%.0f", rows, row -> row.number("round_trips")) + " / "
                + Rows.median("%.0f", rows, row -> row.number("expected_round_trips"));
    }

    /** Made in the draws, by the processor second. */
    static double roundTripsPerSecond(Row row) {
        return row.number("round_trips") / row.number("draw_cpu_seconds");
    }

    /** The root mean square difference of the estimates of log Z from the exact one. */
    static double rootMeanSquare(List<Row> rows) {
        ToDoubleFunction<Row> square = row -> {
            double difference = row.number("log_z") - row.number("log_exact");
            return difference * difference;
        };
        return Math.sqrt(rows.stream().mapToDouble(square).average().orElse(Double.NaN));
    }

    private String annealed(TemperingCase target) {
        List<Row> mine = Rows.with(annealed, "case", target.name());
        if (mine.isEmpty()) {
            return "";
        }
        return format(
                "%nAnnealed importance sampling by LBP with about the same number of evaluated states%s (%,.0f temperatures, 100"
                        + " chains; %s): log Z %s, rmse %.3f, own error %s; the weights' effective share of chains %s; %s s.%n",
                target == TemperingCase.RBM ? ", from the means of the data" : "",
                mine.get(0).number("temperatures"),
                seeds(mine),
                Rows.median("%.3f", mine, row -> row.number("log_z")),
                rootMeanSquare(mine),
                Rows.median("%.3f", mine, row -> row.number("log_error")),
                Rows.median("%.2f", mine, row -> row.number("effective_share")),
                Rows.median("%.1f", mine, row -> row.number("cpu_seconds")));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
