package dev.lbp.experiments.command;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.paper.PaperFigures;
import dev.lbp.result.SampleResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A table in the form of the paper's Table 1, beside the paper's figures, with conclusions below it. */
final class PaperTable {

    /** Steps of each chain in the paper, half of them warm-up. */
    static final int PAPER_STEPS = 40_000;

    static final int PAPER_CHAINS = 100;

    private static final String RULE = "-".repeat(56) + "  " + "-".repeat(22);

    /**
     * The figures of one sampler. {@code sampleSize} is the mean ESS of a chain; seconds are for all steps of all
     * chains.
     */
    record Row(int steps, double scale, double acceptance, double jumpDistance, double sampleSize, double seconds) {

        static Row of(int steps, SampleResult result) {
            return new Row(
                    steps,
                    result.scale(),
                    result.acceptanceRate(),
                    result.expectedJumpDistance(),
                    EffectiveSampleSize.tfp(
                            Objects.requireNonNull(result.traces().get("hamming"))),
                    1e-9 * result.warmUpTime().plus(result.drawTime()).toNanos());
        }

        /** Whether the run is too short for TensorFlow Probability's rule, which then overestimates the ESS. */
        boolean overestimated() {
            return sampleSize < Outcome.TRUSTWORTHY_ESS;
        }

        double sampleSizePerSecond(int chains) {
            return chains * sampleSize / seconds;
        }
    }

    private final int chains;
    private final int steps;
    private final Map<Contestant, Row> rows = new EnumMap<>(Contestant.class);
    private final StringBuilder text = new StringBuilder();

    PaperTable(int chains, int steps) {
        this.chains = chains;
        this.steps = steps;
    }

    void put(Contestant contestant, Row row) {
        rows.put(contestant, row);
    }

    String text() {
        text.setLength(0);
        line("%-56s%s", "", "   the paper, on a GPU");
        line(
                "%-6s%7s%6s%7s%8s%7s %7s%7s  %6s%8s%8s",
                "", "steps", "R", "accept", "EJD", "ESS", "seconds", "ESS/s", "EJD", "ESS", "seconds");
        line(RULE);
        rows.forEach((contestant, row) -> line("%s  %s", ours(contestant, row), theirs(contestant.paper)));
        line(RULE);
        line("EJD is the number of sites flipped per step. ESS is of one chain, from its");
        line("Hamming distance to a random state, by the rule of TensorFlow Probability;");
        line("ESS/s is of all chains together, per second of the whole run.");
        overestimateNote();
        paperNote();
        perSecondNote();
        gibbsNote();
        return text.toString();
    }

    /** The left half of a line: the measured figures. */
    private String ours(Contestant contestant, Row row) {
        boolean gibbs = contestant == Contestant.GIBBS;
        return format(
                "%-6s%,7d%6s%7s%8.2f%7.1f%s%7.2f%7.0f",
                contestant.label,
                row.steps,
                gibbs ? "-" : format("%.1f", row.scale),
                gibbs ? "-" : format("%.3f", row.acceptance),
                row.jumpDistance,
                row.sampleSize,
                row.overestimated() ? "*" : " ",
                row.seconds,
                row.sampleSizePerSecond(chains));
    }

    /** The right half of a line: the paper's figures, "-" if there are none. */
    private static String theirs(@Nullable PaperFigures paper) {
        return paper == null
                ? format("%6s%8s%8s", "-", "-", "-")
                : format("%6.2f%8.2f%8.2f", paper.jumpDistance(), paper.sampleSize(), paper.seconds());
    }

    /** Explains the star behind an ESS that is too small for its rule. */
    private void overestimateNote() {
        if (rows.values().stream().anyMatch(Row::overestimated)) {
            line("* Under 30 the rule flatters: the run is too short to see how slowly these");
            line("  chains move.");
        }
    }

    private void paperNote() {
        if (steps == PAPER_STEPS) {
            line("As many steps as in the paper: EJD and ESS compare with it.");
        } else {
            line("EJD compares with the paper. ESS and seconds do not: they grow with the steps,");
            line("and the paper took 40,000 (--steps 40000).");
        }
    }

    private void perSecondNote() {
        @Nullable Row perSecond = rows.get(Contestant.ALBP_PER_SECOND);
        @Nullable Row albp = rows.get(Contestant.ALBP);
        if (perSecond != null && albp != null) {
            line("ALBP aims at the paper's acceptance, for most ESS per step. ALBP/s, which is");
            line("adaptive() without a number, aims at 0.85, for most ESS per second. It has");
            line(
                    "%.2f times ALBP's ESS/s here.",
                    perSecond.sampleSizePerSecond(chains) / albp.sampleSizePerSecond(chains));
        }
    }

    private void gibbsNote() {
        @Nullable Row gibbs = rows.get(Contestant.GIBBS);
        @Nullable Row albp = rows.get(Contestant.ALBP);
        if (gibbs == null || albp == null) {
            return;
        }
        line("A step of Gibbs is a sweep over all 2,500 sites, so it takes a tenth as many.");
        double ratio = gibbs.sampleSizePerSecond(chains) / albp.sampleSizePerSecond(chains);
        if (ratio > 1.0) {
            line("Gibbs wins here, with %.1f times the ESS per second of ALBP: on a lattice a", ratio);
            line("conditional costs next to nothing. ALBP is for targets whose conditionals are");
            line("costly, or whose sites are strongly coupled.");
        }
    }

    private void line(String pattern, Object... values) {
        text.append(format(pattern, values)).append('\n');
    }
}
