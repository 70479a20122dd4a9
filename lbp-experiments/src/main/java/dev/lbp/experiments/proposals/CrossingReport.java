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
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;

/** The text and the figure of {@link CrossingTrials}. */
final class CrossingReport {

    /** The numbers of effective draws at which the figure shows seconds. */
    private static final double[] WANTED = {30.0, 100.0, 300.0, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6};

    /** With fewer effective draws of all chains, the rate is not reported. */
    private static final double FEWEST = 100.0;

    private final Lab lab;
    private final Rows rows;
    private final Rows learning;

    CrossingReport(Lab lab) throws IOException {
        CrossingTrials trials = new CrossingTrials(lab);
        this.lab = lab;
        this.rows = lab.rows(trials.trials);
        this.learning = lab.rows(trials.learning);
    }

    /** The rows of all tables, which have a column "seconds". */
    Rows rows() {
        return Rows.of(rows, learning);
    }

    /** The text. Empty if no cell is done. */
    String text() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(format(
                "## Jumps beside tempering%n%n%d chains of %,d draws after a tenth of that for warm-up; a draw after each step, a sweep of"
                        + " Gibbs or a step of all replicas. Every tenth step is a jump. Numbers are medians over seeds, with the least and"
                        + " the largest in brackets. Errors are of probabilities of modes (of sites, for glasses) against exact ones. ESS is"
                        + " the least of theirs. Seconds are processor time of the process; ESS per s counts the draws alone, and a method"
                        + " with jumps pays after the number of effective draws at which it has made up for its learning, beside the better tempering. ESS is left out if a chain has not crossed, and ESS per s below 100.%n",
                CrossingTrials.CHAINS, CrossingCase.draws(lab.settings())));
        for (Group<CrossingCase> group : rows.by("case", CrossingCase.values(), Enum::name)) {
            Rows learned = learning.with("case", group.value().name());
            text.append(format("%n### %s%n%n%s%s", group.value(), learningText(learned), table(group, learned)));
        }
        return text.append(figure()).toString();
    }

    /** The line on what the proposals of a target have learned; empty without rows. */
    private static String learningText(Rows group) {
        return group.isEmpty()
                ? ""
                : format(
                        "The rarest mode has probability %.4f. Learned in %s s (%s by the clock); acceptance of a jump %s, its lower bound %s, importance ESS %s per draw; %.0f of %d"
                                + " proposals are called worth it.%n%n",
                        group.number("rarest"),
                        group.spread("cpu_seconds"),
                        group.median("%.1f", "seconds"),
                        group.spread("acceptance"),
                        group.median("%.2f", "gap_bound"),
                        group.spread("importance"),
                        group.sum("worth"),
                        group.size());
    }

    private static List<Group<CrossingMethod>> byMethod(Rows rows) {
        return rows.by("method", CrossingMethod.values(), method -> method.title);
    }

    private static String table(Rows target, Rows learned) {
        double tempered = temperedRate(target);
        return new Columns<Group<CrossingMethod>>()
                .add("method", group -> group.value().title)
                .add("largest error", group -> group.spread("pooled_error"))
                .add("error of one chain, rms", group -> group.spread("chain_error"))
                .add("chains that crossed", group -> group.median("%.0f", "crossed"))
                .add("mean log pi less the exact one", 2, group -> group.median("gap_log_prob"))
                .add("ESS", group -> sampleSize(group))
                .add("ESS per s", group -> Double.isNaN(perSecond(group)) ? "-" : group.spread(CrossingReport::rate))
                .add("jumps accepted", group -> group.value().jumps() ? group.median("%.2f", "jump_acceptance") : "-")
                .add(
                        "pays after",
                        group -> group.value().jumps() ? paysAfter(learned, perSecond(group), tempered) : "-")
                .of(byMethod(target));
    }

    /**
     * Effective draws per second. NaN if there are too few, because a chain that stays in its mode counts as about one
     * draw.
     */
    private static double rate(Row row) {
        double ess = row.number("ess");
        return ess >= FEWEST ? ess / row.number("draw_cpu_seconds") : Double.NaN;
    }

    /** The median of effective draws per second. NaN if the rate of a run is NaN. */
    private static double perSecond(Rows rows) {
        return rows.isEmpty() || rows.stream().anyMatch(row -> Double.isNaN(rate(row)))
                ? Double.NaN
                : rows.spread(CrossingReport::rate).median();
    }

    private static String sampleSize(Rows rows) {
        double size = rows.median("ess");
        return Double.isNaN(size) ? "-" : format("%,.0f", size);
    }

    /** The higher rate of the methods with replicas. */
    private static double temperedRate(Rows target) {
        double best = Double.NaN;
        for (CrossingMethod method : CrossingMethod.values()) {
            if (method.isTempered()) {
                double rate = perSecond(target.with("method", method.title));
                best = Double.isNaN(best) ? rate : Math.max(best, rate); // NaN if the second rate is NaN
            }
        }
        return best;
    }

    /** The text of {@link #effectiveDraws}; "never" if it is infinite, "-" if it is unknown (NaN). */
    private static String paysAfter(Rows learned, double rate, double tempered) {
        double draws = effectiveDraws(learned.median("cpu_seconds"), rate, tempered);
        return Double.isNaN(draws) ? "-" : Double.isInfinite(draws) ? "never" : format("%,.0f", draws);
    }

    /**
     * The number of effective draws from which learning and jumps together take less time than tempering. Infinite if
     * jumps are slower.
     *
     * @param learning seconds of learning
     * @param jumps effective draws per second with jumps
     * @param tempered effective draws per second with tempering
     */
    static double effectiveDraws(double learning, double jumps, double tempered) {
        if (jumps <= tempered) {
            return Double.POSITIVE_INFINITY;
        }
        return learning / (1.0 / tempered - 1.0 / jumps);
    }

    /** The figure: for each target a panel of seconds, learning included, against effective draws. */
    private String figure() throws IOException {
        Figure figure = new Figure();
        for (Group<CrossingCase> target : rows.by("case", CrossingCase.values(), Enum::name)) {
            Curves curves = new Curves();
            for (Group<CrossingMethod> group : byMethod(target)) {
                CrossingMethod method = group.value();
                double rate = perSecond(group);
                double learned = method.jumps()
                        ? learning.with("case", target.value().name()).median("cpu_seconds")
                        : 0.0;
                if (rate > 0.0 && Double.isFinite(rate)) {
                    curves.add(
                            method.title,
                            method.isTempered() ? Look.DASHED : Look.LINE,
                            method.ordinal(),
                            WANTED,
                            DoubleStream.of(WANTED)
                                    .map(draws -> learned + draws / rate)
                                    .toArray());
                }
            }
            String y = "seconds, learning included";
            figure.panel(target.value().brief, "effective draws", y, /* logX= */ true, /* logY= */ true, curves);
        }
        return figure.write(lab, "proposals-crossing", "Seconds for effective draws", 2);
    }
}
