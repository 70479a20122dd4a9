package dev.lbp.bench.experiment;

import dev.lbp.Samplers;
import dev.lbp.models.BernoulliModel;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * RWM-R on independent sites, long enough for a comparison with the exact acceptance rate: every chain makes {@link #FLIPS}
 * flips. With the paper's number of steps the standard error would be a percent.
 */
final class Walks {

    private static final List<String> KEYS = List.of("target", "size", "config", "scale");
    private static final List<String> FIGURES = List.of("steps", "acceptance", "acceptance_se", "exact", "seconds");

    /**
     * With 100 chains the standard error is at most a quarter of a percent for every N: a larger target is less noisy in itself.
     */
    private static final double FLIPS = 128_000.0;

    private static final double QUICK_FLIPS = 16_000.0;

    /** Scales that are accepted less often are past the best one in every configuration. */
    private static final double LEAST_ACCEPTANCE = 0.09;

    /** Not every step needs a draw; traces would fill the memory. */
    private static final int THIN = 100;

    private Walks() {}

    static void measure(Lab lab, PaperTarget target) throws IOException {
        if (target.kind() != TargetKind.BERNOULLI) {
            return;
        }
        double q = unlikely(target);
        CellTable walks = lab.table("walks", KEYS, FIGURES);
        for (int scale = 1; Staircase.acceptance(scale, q) >= LEAST_ACCEPTANCE; scale++) {
            Row key = target.key().with("scale", scale);
            if (walks.find(key).isEmpty()) {
                int steps =
                        (int) (lab.settings().budget().either(QUICK_FLIPS, FLIPS) / Staircase.jumpDistance(scale, q));
                lab.expect(lab.work(target, scale, steps));
                SampleResult result = lab.fromBurnIn(
                        "long RWM-" + scale + " " + target.id(),
                        target,
                        Samplers.rwm().scale(scale).build(),
                        scale,
                        steps,
                        THIN);
                Estimate acceptance = Estimate.of(result.acceptanceRates());
                walks.add(key.with("steps", steps)
                        .with("acceptance", acceptance.mean())
                        .with("acceptance_se", acceptance.error())
                        .with("exact", Staircase.acceptance(scale, q))
                        .with("seconds", 1e-9 * result.drawTime().toNanos()));
            }
        }
    }

    /** The smaller of the sites' two probabilities. */
    private static double unlikely(PaperTarget target) {
        double least = 1.0;
        for (double p : ((BernoulliModel) target.model()).probabilities()) {
            least = Math.min(least, Math.min(p, 1.0 - p));
        }
        return least;
    }

    /** A table of measured and exact values; empty if nothing was measured. */
    static String text(Lab lab) throws IOException {
        List<Row> rows = lab.shown(lab.table("walks", KEYS, FIGURES));
        if (rows.isEmpty()) {
            return "";
        }
        MarkdownTable table =
                new MarkdownTable("config", "R", "steps", "acceptance", "exact", "EJD", "exact", "measured / exact");
        for (Row row : rows) {
            double scale = row.number("scale");
            double exact = row.number("exact");
            Estimate acceptance = new Estimate(row.number("acceptance"), row.number("acceptance_se"));
            table.row(
                    row.text("config"),
                    row.text("scale"),
                    format("%,.0f", row.number("steps")),
                    acceptance,
                    format("%.5f", exact),
                    new Estimate(scale * acceptance.mean(), scale * acceptance.error()),
                    format("%.4f", scale * exact),
                    format("%.4f", acceptance.mean() / exact));
        }
        return "RWM on independent sites beside exact sums over the binomial distribution, in runs long enough for that; every"
                + " accepted step flips R sites.\n\n" + table + "\n";
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
