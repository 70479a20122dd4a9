package dev.lbp.bench.experiment;

import dev.lbp.bench.plot.CurvePlot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text and the figure of {@link Alternatives}. */
final class AlternativesReport {

    private static final String NONE = "-";

    /** Chains that hardly move have an ESS of about one each; this does not measure how slow they are. */
    private static final double LEAST_ESS_PER_CHAIN = 5.0;

    private final Lab lab;

    AlternativesReport(Lab lab) {
        this.lab = lab;
    }

    String publish() throws IOException {
        List<Row> rows = lab.shown(Alternatives.cells(lab));
        if (rows.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(
                "target",
                "sampler",
                "R",
                "acceptance",
                "EJD",
                "steps",
                "seconds",
                "ESS/s of log-prob",
                "ESS/s of Hamming",
                "slower of both, per step, LBP = 1",
                "per second, LBP = 1");
        StringBuilder verdicts = new StringBuilder();
        boolean stuck = false;
        Map<TargetKind, List<CurvePlot.Panel>> panels = new EnumMap<>(TargetKind.class);
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            List<Standing> standings = standings(rows, target);
            if (!standings.isEmpty()) {
                Standing lbp = standings.get(0).rival() == Rival.LBP ? standings.get(0) : null;
                for (Standing standing : standings) {
                    addTo(table, target, standing, lbp);
                    stuck |= stuck(standing, "ess_logProb") || stuck(standing, "ess_hamming");
                }
                verdicts.append(verdict(target, standings));
                panels.computeIfAbsent(target.kind(), kind -> new ArrayList<>()).add(panel(target, standings));
            }
        }
        return "Effective samples per second of sampling, of " + lab.settings().chains()
                + " chains together: bulk ESS of the log-probability and of the Hamming distance to a random state; means of "
                + Alternatives.REPETITIONS
                + " seeds with standard errors. Burn-in, from which all start, and adaptation are not counted. A step of Gibbs is a"
                + " sweep over all sites. The last columns have the statistic with fewer effective samples, per step as in the"
                + " paper and per second, relative to LBP at acceptance 0.574 in the same repetition: the median and the range."
                + "\n\n" + table + "\n" + verdicts
                + (stuck
                        ? "\n* Fewer than five effective samples per chain: about one of each is there without any movement,"
                                + " so that the rate is an upper bound.\n"
                        : "")
                + figures(panels)
                + "\nEach point is a run; further up and to the right is better.\n"
                + (panels.containsKey(TargetKind.RBM)
                        ? "\nOn the RBM Gibbs by single sites evaluates the whole model for each site; one that follows the hidden"
                                + " units' inputs from flip to flip would be faster.\n"
                        : "")
                + "\n" + lab.provenance(rows);
    }

    /** A figure for each kind of target, with its configurations side by side. */
    private String figures(Map<TargetKind, List<CurvePlot.Panel>> panels) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Map.Entry<TargetKind, List<CurvePlot.Panel>> entry : panels.entrySet()) {
            String figure = format(
                    "alternatives-%s-%s.png", entry.getKey(), lab.settings().sizeText());
            CurvePlot.write(lab.file(figure), entry.getValue().size(), entry.getValue());
            text.append(format(
                    "\n![Effective samples per second, %s](%s)\n",
                    entry.getKey().title(), figure));
        }
        return text.toString();
    }

    private static List<Standing> standings(List<Row> rows, PaperTarget target) {
        Map<String, List<Row>> bySampler = rows.stream()
                .filter(row -> row.agrees(target.key(), PaperTarget.KEYS))
                .collect(Collectors.groupingBy(row -> row.text("sampler")));
        List<Standing> standings = new ArrayList<>();
        for (Rival rival : Rival.values()) {
            List<Row> runs = bySampler.getOrDefault(rival.name(), List.of());
            if (!runs.isEmpty()) {
                standings.add(Standing.of(rival, runs));
            }
        }
        return standings;
    }

    /** Whether runs are too short to measure the rate. */
    private boolean stuck(Standing standing, String column) {
        return !(standing.mean(column) >= LEAST_ESS_PER_CHAIN * lab.settings().chains());
    }

    private void addTo(MarkdownTable table, PaperTarget target, Standing standing, @Nullable Standing lbp) {
        boolean scaled = standing.rival().scaled();
        table.row(
                target.title(),
                standing.rival().title,
                scaled ? format("%.1f", standing.mean("R")) : NONE,
                scaled ? format("%.3f", standing.mean("acceptance")) : NONE,
                format("%.1f", standing.mean("ejd")),
                format("%,.0f", standing.mean("steps")),
                format("%.2f", standing.mean("seconds")),
                standing.logProb() + (stuck(standing, "ess_logProb") ? "*" : ""),
                standing.hamming() + (stuck(standing, "ess_hamming") ? "*" : ""),
                lbp == null ? NONE : standing.relative(lbp, "steps"),
                lbp == null ? NONE : standing.relative(lbp, "seconds"));
    }

    private static String verdict(PaperTarget target, List<Standing> standings) {
        String byLogProb = best(standings, Standing::logProb);
        String byHamming = best(standings, Standing::hamming);
        return byLogProb.equals(byHamming)
                ? format("- %s: most by either statistic: %s.\n", target.title(), byLogProb)
                : format(
                        "- %s: most by log-probability: %s; by Hamming distance: %s.\n",
                        target.title(), byLogProb, byHamming);
    }

    /** The sampler with the highest rate, and those within two standard errors of the difference from it. */
    private static String best(List<Standing> standings, Function<Standing, Estimate> rate) {
        Estimate highest = standings.stream()
                .map(rate)
                .filter(estimate -> !Double.isNaN(estimate.mean()))
                .max(Comparator.comparingDouble(Estimate::mean))
                .orElse(new Estimate(Double.NaN, Double.NaN));
        return standings.stream()
                .filter(standing -> near(rate.apply(standing), highest))
                .map(standing -> standing.rival().title)
                .collect(Collectors.joining(" or "));
    }

    private static boolean near(Estimate estimate, Estimate highest) {
        double error = Math.hypot(estimate.error(), highest.error());
        return estimate.mean() == highest.mean() || highest.mean() - estimate.mean() < 2.0 * error;
    }

    /** A point for each repetition, so that their spread is visible in both directions. */
    private static CurvePlot.Panel panel(PaperTarget target, List<Standing> standings) {
        List<CurvePlot.Series> series = standings.stream()
                .map(standing -> new CurvePlot.Series(
                        standing.rival().title,
                        CurvePlot.Look.POINTS,
                        standing.rival().ordinal(),
                        RelativeRate.perSecond(standing.rows(), "ess_logProb"),
                        RelativeRate.perSecond(standing.rows(), "ess_hamming")))
                .toList();
        return new CurvePlot.Panel(
                target.title(), "ESS per second, log-probability", "ESS per second, Hamming", true, true, series);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
