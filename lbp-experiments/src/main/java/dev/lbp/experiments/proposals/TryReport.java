package dev.lbp.experiments.proposals;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The text and the figures of {@link TryTrials}. */
final class TryReport {

    /** The numbers of candidates, K, in the table of efficiency. */
    private static final int[] NUMBERS = {1, 4, 16, 64};

    private static final String PLAIN = TryTrials.WEIGHTS.get(0).name();

    private static final String BALANCED = WeightFunction.BARKER.name();

    private static final double MILLION = 1e6;

    /** With fewer effective samples, the rate is not reported. */
    private static final double FEWEST = 50.0;

    private final Lab lab;
    private final Rows bits;
    private final Rows student;

    TryReport(Lab lab) throws IOException {
        TryTrials trials = new TryTrials(lab);
        this.lab = lab;
        this.bits = lab.rows(trials.bits);
        this.student = lab.rows(trials.student);
    }

    /** The rows of both tables, which have a column "seconds". */
    Rows rows() {
        return Rows.of(bits, student);
    }

    /** The text. Empty if no cell is done. */
    String text() throws IOException {
        if (bits.isEmpty()) {
            return "";
        }
        List<Group<String>> targets = bits.by("case", TryTrials.TARGETS, target -> target);
        return "## Several tries a step\n\n" + TryTrials.TRIES
                + " candidates a step, with R uniform sites flipped each, and weights in proportion to probability (plain) or locally"
                + " balanced. Jumps are in sites per step.\n\n" + jumpTable(targets)
                + "\nScores of states: effective samples of the Hamming distance per million scores, at the best R of 1, 2, 4 and 8. A"
                + " step of K candidates scores 2K - 1 states, in two rounds; the last column takes a round for a step of Metropolis,"
                + " as if 64 scores side by side cost as much as one.\n\n" + efficiencyTable(targets) + figure(targets)
                + studentText();
    }

    /** The rows of a number of candidates and a weight function. */
    private static Rows of(Rows target, int tries, String weight) {
        return target.with("tries", tries).with("weight", weight);
    }

    private static List<Group<WeightFunction>> byWeight(Rows rows) {
        return rows.by("weight", TryTrials.WEIGHTS, WeightFunction::name);
    }

    private static String name(WeightFunction weight) {
        return weight == TryTrials.WEIGHTS.get(0) ? "plain" : weight.name();
    }

    /** A table of the longest mean jump of each weight function. */
    private static String jumpTable(List<Group<String>> targets) {
        Columns<Group<WeightFunction>> table = new Columns<Group<WeightFunction>>()
                .add("target", group -> group.text("case"))
                .add("weight", group -> name(group.value()))
                .add("acceptance at R = 1", group -> at(group, 1, "acceptance"))
                .add("longest mean jump", group -> format("%.2f", longest(group).number("ejd")))
                .add("its R", group -> longest(group).text("scale"))
                .add("its acceptance", group -> longest(group).number(2, "acceptance"))
                .add("jump at R = 32", group -> at(group, 32, "ejd"));
        return table.of(targets.stream()
                .flatMap(target -> byWeight(target.with("tries", TryTrials.TRIES)).stream())
                .toList());
    }

    /** The row of the longest mean jump. */
    private static Row longest(Rows rows) {
        return rows.stream()
                .max(Comparator.comparingDouble(row -> row.number("ejd")))
                .orElseThrow();
    }

    /** The text in a column at a scale R. */
    private static String at(Rows rows, int scale, String column) {
        return rows.with("scale", scale).text(2, column);
    }

    /** A table of acceptance rates, and of effective samples per million scores, by the number of candidates. */
    private static String efficiencyTable(List<Group<String>> targets) {
        return new Columns<Group<String>>()
                .add("target", Group::value)
                .add("acceptance at R = 1, K = 1, 4, 16, 64: plain", group -> acceptances(group, PLAIN))
                .add("balanced", group -> acceptances(group, BALANCED))
                .add("Metropolis, ESS per 10^6 scores", group -> whole(best(group, 1)))
                .add("K = 4", group -> whole(best(group, 4)))
                .add("K = 16", group -> whole(best(group, 16)))
                .add("K = 64", group -> whole(best(group, 64)))
                .add( // a step with candidates scores states in two rounds, a step of Metropolis in one
                        "per round, K = 64 over Metropolis",
                        1,
                        group -> best(group, 64) * TryTrials.evaluations(64) / 2.0 / best(group, 1))
                .of(targets);
    }

    /** The acceptance rates at R = 1 for each number of candidates. */
    private static String acceptances(Rows target, String weight) {
        return IntStream.of(NUMBERS)
                .mapToObj(tries -> at(of(target, tries, weight), 1, "acceptance"))
                .collect(Collectors.joining(", "));
    }

    private static String whole(double value) {
        return Double.isNaN(value) ? "-" : format("%,.0f", value);
    }

    /** Effective samples per million scores at the best scale. NaN if every scale has too few effective samples. */
    private static double best(Rows target, int tries) {
        return of(target, tries, BALANCED).stream()
                .filter(row -> row.number("ess") >= FEWEST)
                .mapToDouble(row -> MILLION * row.number("ess") / (allSteps(row) * TryTrials.evaluations(tries)))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** The steps of all chains together. */
    private static double allSteps(Row row) {
        return TryTrials.CHAINS * row.number("steps");
    }

    /** The figure: for each target the acceptance and the mean jump against R. */
    private String figure(List<Group<String>> targets) throws IOException {
        Figure figure = new Figure();
        for (Group<String> target : targets) {
            Rows group = target.with("tries", TryTrials.TRIES);
            // R has a logarithmic axis, the acceptance and the jump a linear one
            figure.panel(target.value(), "R", "acceptance", true, false, curves(group, "scale", "acceptance"))
                    .panel(
                            target.value(),
                            "R",
                            "mean jump, sites per step",
                            true,
                            false,
                            curves(group, "scale", "ejd"));
        }
        return figure.write(lab, "proposals-tries", "Acceptance and jumps of multiple-try Metropolis on bits", 2);
    }

    /** A series for each weight function. */
    private static Curves curves(Rows rows, String x, String y) {
        Curves curves = new Curves();
        for (WeightFunction weight : TryTrials.WEIGHTS) {
            curves.addEstimates(
                    name(weight),
                    Look.JOINED,
                    rows.with("weight", weight.name()).sorted(x),
                    x,
                    y);
        }
        return curves;
    }

    /** Adds a column for each weight function with the values of {@code column}; the first weight is plain. */
    private static void addWeights(Columns<Rows> table, String column, String titleOfPlain) {
        for (WeightFunction weight : TryTrials.WEIGHTS) {
            table.add(
                    weight == TryTrials.WEIGHTS.get(0) ? titleOfPlain : weight.name(),
                    group -> group.with("weight", weight.name()).text(3, column));
        }
    }

    /** The text on Student's t distribution, the example of the slides. */
    private String studentText() throws IOException {
        if (student.isEmpty()) {
            return "";
        }
        Columns<Rows> table = new Columns<Rows>().add("sigma", group -> group.text("sigma"));
        addWeights(table, "acceptance", "acceptance, plain");
        addWeights(table, "ejd", "squared jump, plain");
        return format(
                        "%n### The slides' example%n%nIndependent coordinates with Student's t distribution of 5 degrees of freedom, %d"
                                + " candidates x + sigma e. Means over %,.0f steps, each from an exact draw of the target of its own, the same"
                                + " draws and candidates for all weights; jumps are mean squared distances.%n%n",
                        TryTrials.TRIES, student.number("trials"))
                + table.of(student.by("sigma"))
                + new Figure()
                        .panel("Student's t", "sigma", "acceptance", curves(student, "sigma", "acceptance"))
                        .panel("Student's t", "sigma", "mean squared jump", curves(student, "sigma", "ejd"))
                        .write(lab, "proposals-student", "Acceptance and squared jumps on Student's t distribution", 2);
    }
}
