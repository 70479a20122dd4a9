package dev.lbp.bench.experiment;

import dev.lbp.bench.experiment.ProposalFamily.Recipe;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The text and the figure of {@link ObjectiveTrials}. */
final class ObjectiveReport {

    private final Lab lab;
    private final List<Row> rows;

    ObjectiveReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.shown(new ObjectiveTrials(lab).cells);
    }

    /** The rows with times. */
    List<Row> rows() {
        return rows;
    }

    /** The text; empty if no cell is done. */
    String text() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        List<String> titles = new ArrayList<>(List.of("q", "target"));
        for (Recipe recipe : Recipe.values()) {
            titles.add(recipe.title);
        }
        MarkdownTable table = new MarkdownTable(titles.toArray(String[]::new));
        for (ProposalFamily family : ProposalFamily.values()) {
            for (CrossingCase target : ObjectiveTrials.CASES) {
                List<Object> cells = new ArrayList<>(List.of(family.title, target.brief));
                for (Recipe recipe : Recipe.values()) {
                    cells.add(cell(of(family, target, recipe)));
                }
                table.row(cells.toArray());
            }
        }
        StringBuilder times = new StringBuilder();
        for (ProposalFamily family : ProposalFamily.values()) {
            List<Row> mine = Rows.with(rows, "family", family.title);
            if (!mine.isEmpty()) {
                times.append(times.isEmpty() ? "" : "; ")
                        .append(family.title)
                        .append(' ')
                        .append(Rows.spread(mine, row -> row.number("cpu_seconds")))
                        .append(" s");
            }
        }
        return "## Objectives\n\nEach cell: the acceptance of jumps, the effective share of draws in importance sampling, and by how much the"
                + " probability that q gives to a mode (a site, for the glass) is off at most. Likelihood and the polish after it learn as"
                + " they do by default; the others begin at independent fair sites, or at random components. Processor time of learning: "
                + times + ".\n\n" + table
                + CrossingReport.picture(
                        lab, "objectives", "Acceptance of jumps by the objective of learning", panels());
    }

    private List<Row> of(ProposalFamily family, CrossingCase target, Recipe recipe) {
        return Rows.with(
                Rows.with(Rows.with(rows, "family", family.title), "case", target.name()), "objective", recipe.title);
    }

    private static String cell(List<Row> rows) {
        if (rows.isEmpty()) {
            return "-";
        }
        Row row = rows.get(0);
        return MarkdownTable.number(3, row.number("acceptance")) + ", "
                + MarkdownTable.number(2, row.number("importance")) + ", "
                + MarkdownTable.number(2, row.number("mode_error"));
    }

    /** A panel for each family: the acceptance by the number of the objective. */
    private List<Panel> panels() {
        List<Panel> panels = new ArrayList<>();
        for (ProposalFamily family : ProposalFamily.values()) {
            List<Series> series = new ArrayList<>();
            for (CrossingCase target : ObjectiveTrials.CASES) {
                List<double[]> points = new ArrayList<>();
                for (Recipe recipe : Recipe.values()) {
                    for (Row row : of(family, target, recipe)) {
                        points.add(new double[] {recipe.ordinal() + 1.0, row.number("acceptance")});
                    }
                }
                series.add(new Series(
                        target.brief,
                        Look.JOINED,
                        series.size(),
                        points.stream().mapToDouble(point -> point[0]).toArray(),
                        points.stream().mapToDouble(point -> point[1]).toArray()));
            }
            panels.add(new Panel(family.title, "column of the table", "acceptance", series));
        }
        return panels;
    }
}
