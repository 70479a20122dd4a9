package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The text and the figure of {@link Table1}. */
final class Table1Report {

    private static final String NONE = "-";

    private static final int COLUMNS = 2;

    private final Lab lab;

    Table1Report(Lab lab) {
        this.lab = lab;
    }

    String publish() throws IOException {
        List<Row> rows = lab.shown(Table1.cells(lab));
        if (rows.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(
                "target",
                "sampler",
                "steps",
                "R",
                "acceptance",
                "EJD",
                "ESS",
                "seconds",
                "search",
                "ESS/s",
                "paper: EJD",
                "ESS",
                "seconds");
        StringBuilder ratios = new StringBuilder();
        boolean flattered = false;
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            for (Table1.Method method : Table1.Method.values()) {
                Optional<Row> row = find(rows, target, method);
                row.ifPresent(found -> addTo(table, target, method, found));
                flattered |= row.isPresent() && row.get().number("ess") < Outcome.TRUSTWORTHY_ESS;
            }
            ratios.append(ratio(rows, target));
        }
        return "EJD and ESS over the last half of the steps, with standard errors over chains; seconds for all steps of all "
                + lab.settings().chains()
                + " chains, on this machine's threads; ESS/s of all chains together. The paper's figures are of 100 chains, its"
                + " seconds of a GPU.\n\n" + table + "\n" + ratios
                + (flattered
                        ? "\nESS is by the rule of TensorFlow Probability, of the Hamming distance to a random state, per chain."
                                + " An ESS marked * is under 30: there the rule flatters, since the run is too short to see how"
                                + " slowly its chains move. On a large target they are then also still on their way from where they"
                                + " started, and so are EJD and the scale that a random walk adapts to.\n"
                        : "")
                + note() + figure(rows) + lab.provenance(rows);
    }

    /** Jump distance and effective sample size: a panel for each target, with the paper's points beside ours. */
    private String figure(List<Row> rows) throws IOException {
        List<CurvePlot.Panel> panels = new ArrayList<>();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            List<CurvePlot.Series> series = new ArrayList<>();
            for (Table1.Method method : Table1.Method.values()) {
                find(rows, target, method)
                        .map(Outcome::of)
                        .ifPresent(outcome -> series.add(new CurvePlot.Series(
                                method.toString(),
                                CurvePlot.Look.POINTS,
                                method.ordinal(),
                                new double[] {outcome.jumpDistance().mean()},
                                new double[] {outcome.sampleSize().mean()})));
            }
            if (!series.isEmpty()) {
                series.addAll(paper(target));
                panels.add(new CurvePlot.Panel(target.title(), "EJD", "ESS", true, true, series));
            }
        }
        String figure = format("table1-%s.png", lab.settings().sizeText());
        CurvePlot.write(lab.file(figure), COLUMNS, panels);
        return "\n![ESS against EJD, ours and the paper's](" + figure
                + ")\n\nThe paper's figures are crosses in the colours of its samplers.\n\n";
    }

    private List<CurvePlot.Series> paper(PaperTarget target) {
        List<CurvePlot.Series> series = new ArrayList<>();
        for (Table1.Method method : Table1.Method.values()) {
            paper(target, method)
                    .ifPresent(figures -> series.add(new CurvePlot.Series(
                            method + ", the paper",
                            CurvePlot.Look.CROSS,
                            method.ordinal(),
                            new double[] {figures.jumpDistance()},
                            new double[] {figures.sampleSize()})));
        }
        return series;
    }

    /** The paper's figures for a sampler, if its table has this target. */
    private Optional<PaperFigures> paper(PaperTarget target, Table1.Method method) {
        return comparable(target) ? PaperFigures.of(target.kind(), method.toString()) : Optional.empty();
    }

    private String note() {
        return "\nWhere figures differ from the paper's: its Bernoulli cell has not the probabilities that its authors released,"
                + " its FHMM cell has a log-probability with the wrong sign in the transition terms, and its RBM is trained"
                + (lab.settings().rbm() == null ? ", while this one has random weights.\n" : ".\n");
    }

    private static Optional<Row> find(List<Row> rows, PaperTarget target, Table1.Method method) {
        Row key = target.key().with("sampler", method);
        return rows.stream().filter(row -> row.agrees(key, Table1.KEYS)).findFirst();
    }

    private void addTo(MarkdownTable table, PaperTarget target, Table1.Method method, Row row) {
        Outcome outcome = Outcome.of(row);
        double sampleSize = outcome.sampleSize().mean();
        Optional<PaperFigures> paper = paper(target, method);
        table.row(
                target.title(),
                method,
                format("%,.0f", row.number("steps")),
                format("%.1f", outcome.scale()),
                format("%.3f", outcome.acceptance().mean()),
                outcome.jumpDistance(),
                outcome.sampleSize() + (sampleSize < Outcome.TRUSTWORTHY_ESS ? "*" : ""),
                format("%.1f", outcome.seconds()),
                method.searches() ? format("%.1f", row.number("search_seconds")) : NONE,
                format("%,.0f", lab.settings().chains() * sampleSize / outcome.seconds()),
                paper.map(figures -> format("%.2f", figures.jumpDistance())).orElse(NONE),
                paper.map(figures -> format("%.2f", figures.sampleSize())).orElse(NONE),
                paper.map(figures -> format("%.2f", figures.seconds())).orElse(NONE));
    }

    /** Whether the paper's table has this size and configuration; an RBM from a file is always compared. */
    private boolean comparable(PaperTarget target) {
        boolean configuration =
                target.configuration().equals("C2") || target.configuration().equals(PaperTarget.FROM_FILE);
        return configuration && (lab.settings().size() == Size.MEDIUM || target.kind() == TargetKind.RBM);
    }

    private static String ratio(List<Row> rows, PaperTarget target) {
        Optional<Row> adaptive = find(rows, target, Table1.Method.ALBP);
        Optional<Row> grid = find(rows, target, Table1.Method.GLBP);
        if (adaptive.isEmpty() || grid.isEmpty()) {
            return "";
        }
        return format(
                "- %s: ALBP moves %.3f times as far as GLBP.\n",
                target.title(), adaptive.get().number("ejd") / grid.get().number("ejd"));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
