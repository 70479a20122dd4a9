package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The text and the figures of {@link TryTrials}. */
final class TryReport {

    private static final int[] NUMBERS = {1, 4, 16, 64};

    private static final String PLAIN = TryTrials.WEIGHTS.get(0).name();

    private static final String BALANCED = WeightFunction.BARKER.name();

    private static final double MILLION = 1e6;

    /** Fewer effective samples are no measure of their rate. */
    private static final double FEWEST = 50.0;

    private final Lab lab;
    private final List<Row> bits;
    private final List<Row> student;

    TryReport(Lab lab) throws IOException {
        TryTrials trials = new TryTrials(lab);
        this.lab = lab;
        this.bits = lab.shown(trials.bits);
        this.student = lab.shown(trials.student);
    }

    /** The rows with times. */
    List<Row> rows() {
        List<Row> all = new ArrayList<>(bits);
        all.addAll(student);
        return all;
    }

    /** The text; empty if no cell is done. */
    String text() throws IOException {
        if (bits.isEmpty()) {
            return "";
        }
        return "## Several tries a step\n\n" + TryTrials.TRIES
                + " candidates a step, with R uniform sites flipped each, and weights in proportion to probability (plain) or locally"
                + " balanced. Jumps are in sites per step.\n\n" + curves()
                + "\nScores of states: effective samples of the Hamming distance per million scores, at the best R of 1, 2, 4 and 8. A"
                + " step of K candidates scores 2K - 1 states, in two rounds; the last column takes a round for a step of Metropolis,"
                + " as if 64 scores side by side cost as much as one.\n\n" + efficiency()
                + CrossingReport.picture(
                        lab, "tries", "Acceptance and jumps of multiple-try Metropolis on bits", panels())
                + students();
    }

    private List<Row> of(String target, int tries, String weight) {
        return Rows.with(Rows.with(Rows.with(bits, "case", target), "tries", "" + tries), "weight", weight);
    }

    /** The longest jumps of each weight along its curve. */
    private MarkdownTable curves() {
        MarkdownTable table = new MarkdownTable(
                "target",
                "weight",
                "acceptance at R = 1",
                "longest mean jump",
                "its R",
                "its acceptance",
                "jump at R = 32");
        for (String target : TryTrials.TARGETS) {
            for (WeightFunction weight : TryTrials.WEIGHTS) {
                List<Row> mine = of(target, TryTrials.TRIES, weight.name());
                Optional<Row> best = mine.stream().max(Comparator.comparingDouble(row -> row.number("ejd")));
                if (best.isPresent()) {
                    table.row(
                            target,
                            weight == TryTrials.WEIGHTS.get(0) ? "plain" : weight.name(),
                            at(mine, 1, "acceptance"),
                            String.format(Locale.ROOT, "%.2f", best.get().number("ejd")),
                            best.get().text("scale"),
                            MarkdownTable.number(2, best.get().number("acceptance")),
                            at(mine, 32, "ejd"));
                }
            }
        }
        return table;
    }

    private static String at(List<Row> rows, int scale, String column) {
        return Rows.with(rows, "scale", "" + scale).stream()
                .map(row -> MarkdownTable.number(2, row.number(column)))
                .findFirst()
                .orElse("-");
    }

    private MarkdownTable efficiency() {
        MarkdownTable table = new MarkdownTable(
                "target",
                "acceptance at R = 1, K = 1, 4, 16, 64: plain",
                "balanced",
                "Metropolis, ESS per 10^6 scores",
                "K = 4",
                "K = 16",
                "K = 64",
                "per round, K = 64 over Metropolis");
        for (String target : TryTrials.TARGETS) {
            if (Rows.with(bits, "case", target).isEmpty()) {
                continue;
            }
            double single = best(target, 1);
            table.row(
                    target,
                    acceptances(target, PLAIN),
                    acceptances(target, BALANCED),
                    whole(single),
                    whole(best(target, 4)),
                    whole(best(target, 16)),
                    whole(best(target, 64)),
                    MarkdownTable.number(1, best(target, 64) * TryTrials.evaluations(64) / 2.0 / single));
        }
        return table;
    }

    private String acceptances(String target, String weight) {
        StringBuilder text = new StringBuilder();
        for (int tries : NUMBERS) {
            text.append(text.isEmpty() ? "" : ", ").append(at(of(target, tries, weight), 1, "acceptance"));
        }
        return text.toString();
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
    }

    /** Effective samples per million scores at the best scale; NaN if there is none. */
    private double best(String target, int tries) {
        return of(target, tries, BALANCED).stream()
                .filter(row -> row.number("ess") >= FEWEST)
                .mapToDouble(row -> MILLION * row.number("ess") / (chains(row) * TryTrials.evaluations(tries)))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** Steps of all chains together. */
    private static double chains(Row row) {
        return TryTrials.CHAINS * row.number("steps");
    }

    private List<Panel> panels() {
        List<Panel> panels = new ArrayList<>();
        for (String target : TryTrials.TARGETS) {
            List<Series> acceptance = new ArrayList<>();
            List<Series> jumps = new ArrayList<>();
            for (WeightFunction weight : TryTrials.WEIGHTS) {
                List<Row> mine = of(target, TryTrials.TRIES, weight.name()).stream()
                        .sorted(Comparator.comparingDouble(row -> row.number("scale")))
                        .toList();
                acceptance.add(curve(weight, acceptance.size(), mine, "scale", "acceptance"));
                jumps.add(curve(weight, jumps.size(), mine, "scale", "ejd"));
            }
            if (!Rows.with(bits, "case", target).isEmpty()) {
                panels.add(new Panel(target, "R", "acceptance", true, false, acceptance));
                panels.add(new Panel(target, "R", "mean jump, sites per step", true, false, jumps));
            }
        }
        return panels;
    }

    private static Series curve(WeightFunction weight, int colour, List<Row> rows, String x, String y) {
        return new Series(
                weight == TryTrials.WEIGHTS.get(0) ? "plain" : weight.name(),
                Look.JOINED,
                colour,
                rows.stream().mapToDouble(row -> row.number(x)).toArray(),
                rows.stream().mapToDouble(row -> row.number(y)).toArray(),
                rows.stream().mapToDouble(row -> row.number(y + "_se")).toArray());
    }

    /** The slides' example. */
    private String students() throws IOException {
        if (student.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(
                "sigma", "acceptance, plain", "sqrt(t)", "t/(t+1)", "squared jump, plain", "sqrt(t)", "t/(t+1)");
        List<Series> acceptance = new ArrayList<>();
        List<Series> jumps = new ArrayList<>();
        for (WeightFunction weight : TryTrials.WEIGHTS) {
            List<Row> mine = Rows.with(student, "weight", weight.name()).stream()
                    .sorted(Comparator.comparingDouble(row -> row.number("sigma")))
                    .toList();
            acceptance.add(curve(weight, acceptance.size(), mine, "sigma", "acceptance"));
            jumps.add(curve(weight, jumps.size(), mine, "sigma", "ejd"));
        }
        for (String sigma :
                student.stream().map(row -> row.text("sigma")).distinct().toList()) {
            List<Object> cells = new ArrayList<>(List.of(sigma));
            for (String column : List.of("acceptance", "ejd")) {
                for (WeightFunction weight : TryTrials.WEIGHTS) {
                    cells.add(Rows.with(Rows.with(student, "sigma", sigma), "weight", weight.name()).stream()
                            .map(row -> MarkdownTable.number(3, row.number(column)))
                            .findFirst()
                            .orElse("-"));
                }
            }
            table.row(cells.toArray());
        }
        return String.format(
                        Locale.ROOT,
                        "%n### The slides' example%n%nIndependent coordinates with Student's t distribution of 5 degrees of freedom, %d"
                                + " candidates x + sigma e. Means over %,.0f steps, each from an exact draw of the target of its own, the same"
                                + " draws and candidates for all weights; jumps are mean squared distances.%n%n",
                        TryTrials.TRIES,
                        student.get(0).number("trials"))
                + table
                + CrossingReport.picture(
                        lab,
                        "student",
                        "Acceptance and squared jumps on Student's t distribution",
                        List.of(
                                new Panel("Student's t", "sigma", "acceptance", acceptance),
                                new Panel("Student's t", "sigma", "mean squared jump", jumps)));
    }
}
