package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The text and the figure of {@link Growth}. */
final class GrowthReport {

    private final Lab lab;
    private final List<Row> rows;

    GrowthReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.shown(new Growth(lab).cells);
    }

    List<Row> rows() {
        return rows;
    }

    /** The text; empty if no cell is done. */
    String text() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(
                "N",
                "acceptance, J = .30",
                "J = .44",
                "J = .60",
                "importance ESS, J = .30",
                "J = .44",
                "J = .60",
                "fit, s",
                "draw and score, us");
        for (int side : rows.stream()
                .mapToInt(row -> (int) row.number("side"))
                .distinct()
                .sorted()
                .toArray()) {
            table.row(
                    side * side,
                    cell(side, 0, row -> row.number("acceptance")),
                    cell(side, 1, row -> row.number("acceptance")),
                    cell(side, 2, row -> row.number("acceptance")),
                    cell(side, 0, row -> row.number("importance")),
                    cell(side, 1, row -> row.number("importance")),
                    cell(side, 2, row -> row.number("importance")),
                    Rows.median("%.1f", ofSide(side), row -> row.number("fit_cpu_seconds")),
                    Rows.median("%.1f", ofSide(side), row -> row.number("jump_microseconds")));
        }
        double worst = rows.stream()
                .mapToDouble(row -> Math.abs(row.number("gap_log_prob")) / row.number("side"))
                .max()
                .orElse(0.0);
        return String.format(
                        Locale.ROOT,
                        "## Acceptance against the number of sites%n%nJumps by autoregressive proposals that are fitted to exact draws of"
                                + " periodic Ising lattices, by clusters; the acceptance is estimated with other exact draws, whose mean log pi is"
                                + " within %.2f sqrt(N) of the exact one.%n%n",
                        worst)
                + table
                + CrossingReport.picture(lab, "growth", "Acceptance of jumps against the number of sites", panels());
    }

    private List<Row> ofSide(int side) {
        return rows.stream().filter(row -> row.number("side") == side).toList();
    }

    private String cell(int side, int coupling, ToDoubleFunction<Row> figure) {
        return ofSide(side).stream()
                .filter(row -> row.number("coupling") == Growth.COUPLINGS[coupling])
                .map(row -> MarkdownTable.number(3, figure.applyAsDouble(row)))
                .findFirst()
                .orElse("-");
    }

    private List<Panel> panels() {
        List<Series> acceptance = new ArrayList<>();
        List<Series> importance = new ArrayList<>();
        for (double coupling : Growth.COUPLINGS) {
            List<Row> mine = rows.stream()
                    .filter(row -> row.number("coupling") == coupling)
                    .toList();
            if (!mine.isEmpty()) {
                acceptance.add(curve(coupling, acceptance.size(), mine, "acceptance"));
                importance.add(curve(coupling, importance.size(), mine, "importance"));
            }
        }
        return List.of(
                new Panel("Acceptance of jumps", "sites", "acceptance", true, false, acceptance),
                new Panel("Importance sampling", "sites", "effective share of draws", true, false, importance));
    }

    private static Series curve(double coupling, int colour, List<Row> rows, String column) {
        double[] sites = rows.stream()
                .mapToDouble(row -> row.number("side") * row.number("side"))
                .toArray();
        return new Series(
                String.format(Locale.ROOT, "J = %.2f", coupling),
                Look.JOINED,
                colour,
                sites,
                rows.stream().mapToDouble(row -> row.number(column)).toArray());
    }
}
