package dev.lbp.experiments.paper;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.Table1.Method;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The text and the figure of {@link Table1}. */
record Table1Report(Lab lab) {

    private static final String NONE = "-";

    private static final int COLUMNS = 2;

    /** A line of the table: a sampler on a target. */
    private record Line(PaperTarget target, Method method, Row row, Outcome outcome, Optional<PaperFigures> paper) {

        double sampleSize() {
            return outcome.sampleSize().mean();
        }

        boolean overestimated() {
            return sampleSize() < Outcome.TRUSTWORTHY_ESS;
        }

        String paper(Function<PaperFigures, Double> figure) {
            return paper.map(figures -> format("%.2f", figure.apply(figures))).orElse(NONE);
        }
    }

    String publish() throws IOException {
        Rows rows = lab.rows(Table1.cells(lab));
        if (rows.isEmpty()) {
            return "";
        }
        List<Line> lines = new ArrayList<>();
        StringBuilder ratios = new StringBuilder();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            Rows ofTarget = rows.with(target.key());
            for (Group<Method> cell : ofTarget.by("sampler", Method.values(), method -> method)) {
                Row row = cell.first();
                lines.add(new Line(target, cell.value(), row, Outcome.of(row), paper(target, cell.value())));
            }
            ratios.append(ratio(ofTarget, target));
        }
        return "EJD and ESS over the last half of the steps, with standard errors over chains; seconds for all steps of all "
                + lab.settings().chains()
                + " chains, on this machine's threads; ESS/s of all chains together. The paper's figures are of 100 chains, its"
                + " seconds of a GPU.\n\n" + table(lines) + "\n" + ratios
                + (lines.stream().anyMatch(Line::overestimated)
                        ? "\nESS is by the rule of TensorFlow Probability, of the Hamming distance to a random state, per chain."
                                + " An ESS marked * is under 30: there the rule flatters, since the run is too short to see how"
                                + " slowly its chains move. On a large target they are then also still on their way from where they"
                                + " started, and so are EJD and the scale that a random walk adapts to.\n"
                        : "")
                + note() + figure(lines) + lab.provenance(rows);
    }

    private String table(List<Line> lines) {
        int chains = lab.settings().chains();
        return new Columns<Line>()
                .add("target", line -> line.target.title())
                .add("sampler", Line::method)
                .add("steps", line -> format("%,.0f", line.row.number("steps")))
                .add("R", line -> format("%.1f", line.outcome.scale()))
                .add("acceptance", line -> format("%.3f", line.row.number("acceptance")))
                .add("EJD", line -> line.outcome.jumpDistance())
                .add("ESS", line -> line.outcome.sampleSize() + (line.overestimated() ? "*" : ""))
                .add("seconds", line -> format("%.1f", line.outcome.seconds()))
                .add(
                        "search",
                        line -> line.method.searches() ? format("%.1f", line.row.number("search_seconds")) : NONE)
                .add("ESS/s", line -> format("%,.0f", chains * line.sampleSize() / line.outcome.seconds()))
                .add("paper: EJD", line -> line.paper(PaperFigures::jumpDistance))
                .add("ESS", line -> line.paper(PaperFigures::sampleSize))
                .add("seconds", line -> line.paper(PaperFigures::seconds))
                .of(lines);
    }

    /** The figure: for each target a panel of ESS against EJD, with the paper's points beside ours. */
    private String figure(List<Line> lines) throws IOException {
        Map<PaperTarget, Curves> targets = new LinkedHashMap<>();
        for (Line line : lines) {
            addTo(
                    targets.computeIfAbsent(line.target, target -> new Curves()),
                    line.method.toString(),
                    Look.POINTS,
                    line.method,
                    line.outcome.jumpDistance().mean(),
                    line.sampleSize());
        }
        Figure figure = new Figure();
        targets.forEach((target, curves) -> {
            for (Method method : Method.values()) {
                paper(target, method)
                        .ifPresent(known -> addTo(
                                curves,
                                method + ", the paper",
                                Look.CROSS,
                                method,
                                known.jumpDistance(),
                                known.sampleSize()));
            }
            figure.panel(target.title(), "EJD", "ESS", /* logX= */ true, /* logY= */ true, curves);
        });
        return figure.write(lab, "table1", "ESS against EJD, ours and the paper's", COLUMNS)
                + "\nThe paper's figures are crosses in the colours of its samplers.\n\n";
    }

    private static void addTo(Curves curves, String name, Look look, Method method, double distance, double size) {
        curves.add(name, look, method.ordinal(), new double[] {distance}, new double[] {size});
    }

    /** The paper's figures for a sampler. Empty if the paper's table does not have this target. */
    private Optional<PaperFigures> paper(PaperTarget target, Method method) {
        return comparable(target) ? PaperFigures.of(target.kind(), method.toString()) : Optional.empty();
    }

    private String note() {
        return "\nWhere figures differ from the paper's: its FHMM cell has a log-probability with the wrong sign in the"
                + " transition terms, and its RBM is trained"
                + (lab.settings().rbm() == null ? ", while this one has random weights.\n" : ".\n");
    }

    /** Whether the paper's table has this size and configuration. An RBM from a file is always compared. */
    private boolean comparable(PaperTarget target) {
        boolean configuration =
                target.configuration().equals("C2") || target.configuration().equals(PaperTarget.FROM_FILE);
        return configuration && (lab.settings().size() == Size.MEDIUM || target.kind() == TargetKind.RBM);
    }

    /** A line that compares the jump distances of ALBP and GLBP; empty if one is missing. */
    private static String ratio(Rows rows, PaperTarget target) {
        Rows adaptive = rows.with("sampler", Method.ALBP);
        Rows grid = rows.with("sampler", Method.GLBP);
        return adaptive.isEmpty() || grid.isEmpty()
                ? ""
                : format(
                        "- %s: ALBP moves %.3f times as far as GLBP.\n",
                        target.title(), adaptive.number("ejd") / grid.number("ejd"));
    }
}
