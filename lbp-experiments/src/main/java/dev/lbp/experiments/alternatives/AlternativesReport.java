package dev.lbp.experiments.alternatives;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.RelativeRate;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The text and the figure of {@link Alternatives}. */
record AlternativesReport(Lab lab) {

    private static final String NONE = "-";

    /**
     * Below this ESS per chain a rate is marked as an upper bound: a chain that hardly moves has an ESS of about 1,
     * however slow it is.
     */
    private static final double LEAST_ESS_PER_CHAIN = 5.0;

    String publish() throws IOException {
        Rows rows = lab.rows(Alternatives.cells(lab));
        if (rows.isEmpty()) {
            return "";
        }
        Map<PaperTarget, List<Standing>> targets = new LinkedHashMap<>();
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            List<Standing> standings = rows.with(target.key()).by("sampler", Rival.values(), Rival::name).stream()
                    .map(runs -> Standing.of(target, runs.value(), runs))
                    .toList();
            if (!standings.isEmpty()) {
                targets.put(target, standings);
            }
        }
        List<Standing> all = targets.values().stream().flatMap(List::stream).toList();
        String table = new Columns<Standing>()
                .add("target", each -> each.target().title())
                .add("sampler", each -> each.rival().title)
                .add("R", each -> scaled("%.1f", each, "R"))
                .add("acceptance", each -> scaled("%.3f", each, "acceptance"))
                .add("EJD", each -> format("%.1f", each.mean("ejd")))
                .add("steps", each -> format("%,.0f", each.mean("steps")))
                .add("seconds", each -> format("%.2f", each.mean("seconds")))
                .add("ESS/s of log-prob", each -> each.logProb() + (stuck(each, "ess_logProb") ? "*" : ""))
                .add("ESS/s of Hamming", each -> each.hamming() + (stuck(each, "ess_hamming") ? "*" : ""))
                .add("slower of both, per step, LBP = 1", each -> relative(each, targets, "steps"))
                .add("per second, LBP = 1", each -> relative(each, targets, "seconds"))
                .of(all);
        boolean stuck = all.stream().anyMatch(each -> stuck(each, "ess_logProb") || stuck(each, "ess_hamming"));
        StringBuilder verdicts = new StringBuilder();
        targets.forEach((target, standings) -> verdicts.append(verdict(target, standings)));
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
                + figures(targets)
                + "\nEach point is a run; further up and to the right is better.\n"
                + (targets.keySet().stream().anyMatch(target -> target.kind() == TargetKind.RBM)
                        ? "\nOn the RBM Gibbs by single sites evaluates the whole model for each site; one that follows the hidden"
                                + " units' inputs from flip to flip would be faster.\n"
                        : "")
                + "\n" + lab.provenance(rows);
    }

    /** A figure for each kind of target, with a panel for each configuration. */
    private String figures(Map<PaperTarget, List<Standing>> targets) throws IOException {
        StringBuilder text = new StringBuilder();
        for (TargetKind kind : TargetKind.values()) {
            Figure figure = new Figure();
            targets.forEach((target, standings) -> figure.panel(
                    target.title(),
                    "ESS per second, log-probability",
                    "ESS per second, Hamming",
                    true,
                    true,
                    target.kind() == kind ? points(standings) : List.of()));
            text.append(figure.write(
                    lab, "alternatives-" + kind, "Effective samples per second, " + kind.title(), figure.panels()));
        }
        return text.toString();
    }

    /** Whether runs are too short to measure a rate. */
    private boolean stuck(Standing standing, String column) {
        return !(standing.mean(column) >= LEAST_ESS_PER_CHAIN * lab.settings().chains());
    }

    private static String scaled(String pattern, Standing standing, String column) {
        return standing.rival().scaled() ? format(pattern, standing.mean(column)) : NONE;
    }

    private static String relative(Standing standing, Map<PaperTarget, List<Standing>> targets, String cost) {
        Standing first = Objects.requireNonNull(targets.get(standing.target())).get(0);
        return first.rival() == Rival.LBP ? standing.relative(first, cost) : NONE;
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

    /**
     * The names of the sampler with the highest rate, and of samplers whose difference from it is below two standard
     * errors.
     */
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

    /** The series of each sampler, with a point for each repetition, to show the spread of both rates. */
    private static Curves points(List<Standing> standings) {
        Curves curves = new Curves();
        for (Standing standing : standings) {
            curves.add(
                    standing.rival().title,
                    Look.POINTS,
                    standing.rival().ordinal(),
                    RelativeRate.perSecond(standing.rows(), "ess_logProb"),
                    RelativeRate.perSecond(standing.rows(), "ess_hamming"));
        }
        return curves;
    }
}
