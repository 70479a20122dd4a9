package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import dev.lbp.bench.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The text and the figure of {@link CrossingTrials}. */
final class CrossingReport {

    /** Effective draws along the axis of the figure. */
    private static final double[] WANTED = {30.0, 100.0, 300.0, 1e3, 3e3, 1e4, 3e4, 1e5, 3e5, 1e6};

    /** Fewer effective draws of all chains are no measure of their rate. */
    private static final double FEWEST = 100.0;

    private final Lab lab;
    private final List<Row> rows;
    private final List<Row> learning;

    CrossingReport(Lab lab) throws IOException {
        CrossingTrials trials = new CrossingTrials(lab);
        this.lab = lab;
        this.rows = lab.shown(trials.trials);
        this.learning = lab.shown(trials.learning);
    }

    /** The rows with times. */
    List<Row> rows() {
        List<Row> all = new ArrayList<>(rows);
        all.addAll(learning);
        return all;
    }

    /** The text; empty if no cell is done. */
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
        for (CrossingCase target : CrossingCase.values()) {
            List<Row> mine = Rows.with(rows, "case", target.name());
            if (!mine.isEmpty()) {
                text.append(format("%n### %s%n%n%s%s", target, learned(target), table(target, mine)));
            }
        }
        return text.append(figure()).toString();
    }

    private String learned(CrossingCase target) {
        List<Row> mine = Rows.with(learning, "case", target.name());
        if (mine.isEmpty()) {
            return "";
        }
        return format(
                "The rarest mode has probability %.4f. Learned in %s s (%s by the clock); acceptance of a jump %s, its lower bound %s, importance ESS %s per draw; %.0f of %d"
                        + " proposals are called worth it.%n%n",
                mine.get(0).number("rarest"),
                spread(mine, row -> row.number("cpu_seconds")),
                Rows.median("%.1f", mine, row -> row.number("seconds")),
                spread(mine, row -> row.number("acceptance")),
                Rows.median("%.2f", mine, row -> row.number("gap_bound")),
                spread(mine, row -> row.number("importance")),
                mine.stream().mapToDouble(row -> row.number("worth")).sum(),
                mine.size());
    }

    private MarkdownTable table(CrossingCase target, List<Row> rows) {
        MarkdownTable table = new MarkdownTable(
                "method",
                "largest error",
                "error of one chain, rms",
                "chains that crossed",
                "mean log pi less the exact one",
                "ESS",
                "ESS per s",
                "jumps accepted",
                "pays after");
        for (CrossingMethod method : CrossingMethod.values()) {
            List<Row> mine = Rows.with(rows, "method", method.title);
            if (mine.isEmpty()) {
                continue;
            }
            double rate = perSecond(mine);
            table.row(
                    method.title,
                    spread(mine, row -> row.number("pooled_error")),
                    spread(mine, row -> row.number("chain_error")),
                    Rows.median("%.0f", mine, row -> row.number("crossed")),
                    MarkdownTable.number(2, median(mine, row -> row.number("gap_log_prob"))),
                    size(mine),
                    Double.isNaN(rate) ? "-" : spread(mine, CrossingReport::rate),
                    method.jumps() ? Rows.median("%.2f", mine, row -> row.number("jump_acceptance")) : "-",
                    method.jumps() ? payment(target, rate) : "-");
        }
        return table;
    }

    /** Effective draws by the second; NaN if there are too few: chains that stay in their modes count as about one draw each. */
    private static double rate(Row row) {
        double ess = row.number("ess");
        return ess >= FEWEST ? ess / row.number("draw_cpu_seconds") : Double.NaN;
    }

    /** The median of effective draws by the second; NaN if one run has none. */
    private static double perSecond(List<Row> rows) {
        return rows.isEmpty() || rows.stream().anyMatch(row -> Double.isNaN(rate(row)))
                ? Double.NaN
                : Rows.spread(rows, CrossingReport::rate).median();
    }

    private static String size(List<Row> rows) {
        double size = median(rows, row -> row.number("ess"));
        return Double.isNaN(size) ? "-" : format("%,.0f", size);
    }

    /** The better rate of the methods with replicas. */
    private double temperedRate(CrossingCase target) {
        double best = Double.NaN;
        for (CrossingMethod method : CrossingMethod.values()) {
            if (method.isTempered()) {
                double rate = perSecond(of(target, method));
                best = Double.isNaN(best) ? rate : Math.max(best, rate);
            }
        }
        return best;
    }

    private double learningSeconds(CrossingCase target) {
        return median(Rows.with(learning, "case", target.name()), row -> row.number("cpu_seconds"));
    }

    private String payment(CrossingCase target, double rate) {
        double draws = effectiveDraws(learningSeconds(target), rate, temperedRate(target));
        return Double.isNaN(draws) ? "-" : Double.isInfinite(draws) ? "never" : format("%,.0f", draws);
    }

    /** The number of effective draws from which on learning and jumps take less time than tempering; infinite if jumps are slower. */
    static double effectiveDraws(double learning, double jumps, double tempered) {
        if (jumps <= tempered) {
            return Double.POSITIVE_INFINITY;
        }
        return learning / (1.0 / tempered - 1.0 / jumps);
    }

    /** Seconds against effective draws, with learning, a panel for each target. */
    private String figure() throws IOException {
        List<Panel> panels = new ArrayList<>();
        for (CrossingCase target : CrossingCase.values()) {
            List<Series> series = new ArrayList<>();
            for (CrossingMethod method : CrossingMethod.values()) {
                double rate = perSecond(of(target, method));
                double learning = method.jumps() ? learningSeconds(target) : 0.0;
                if (rate > 0.0 && Double.isFinite(rate)) {
                    double[] seconds = new double[WANTED.length];
                    for (int k = 0; k < seconds.length; k++) {
                        seconds[k] = learning + WANTED[k] / rate;
                    }
                    series.add(new Series(
                            method.title,
                            method.isTempered() ? Look.DASHED : Look.LINE,
                            method.ordinal(),
                            WANTED,
                            seconds));
                }
            }
            if (!series.isEmpty()) {
                panels.add(
                        new Panel(target.brief, "effective draws", "seconds, learning included", true, true, series));
            }
        }
        return panels.isEmpty() ? "" : picture(lab, "crossing", "Seconds for effective draws", panels);
    }

    /** Writes a figure of this experiment. Returns its link. */
    static String picture(Lab lab, String name, String title, List<Panel> panels) throws IOException {
        String file = "proposals-" + name + "-" + lab.settings().sizeText() + ".png";
        CurvePlot.write(lab.file(file), 2, panels);
        return "\n![" + title + "](" + file + ")\n";
    }

    private List<Row> of(CrossingCase target, CrossingMethod method) {
        return Rows.with(Rows.with(rows, "case", target.name()), "method", method.title);
    }

    private static double median(List<Row> rows, ToDoubleFunction<Row> figure) {
        return rows.isEmpty() ? Double.NaN : Rows.spread(rows, figure).median();
    }

    private static Spread spread(List<Row> rows, ToDoubleFunction<Row> figure) {
        return Rows.spread(rows, figure);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
