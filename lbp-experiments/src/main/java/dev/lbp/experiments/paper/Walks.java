package dev.lbp.experiments.paper;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.Samplers;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.models.BernoulliModel;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.stream.IntStream;

/**
 * Runs of RWM-R on independent sites of two probabilities that are long enough to compare the acceptance rate with its
 * exact value: every chain makes {@link #FLIPS} flips. With the paper's number of steps the standard error would be one
 * percent.
 */
final class Walks {

    /**
     * Flips of each chain. With 100 chains the standard error is at most a quarter of a percent for every N, because a
     * larger target has less noise.
     */
    private static final double FLIPS = 128_000.0;

    private static final double QUICK_FLIPS = 16_000.0;

    /**
     * The last scale has at least this acceptance rate. In every configuration the best scale is among those before it.
     */
    private static final double LEAST_ACCEPTANCE = 0.09;

    /** Steps between draws, because the traces of all steps would fill the memory. */
    private static final int THIN = 100;

    private static final Columns<Row> TABLE = new Columns<Row>()
            .add("config", row -> row.text("config"))
            .add("R", row -> row.text("scale"))
            .add("steps", row -> format("%,.0f", row.number("steps")))
            .add("acceptance", row -> row.estimate("acceptance"))
            .add("exact", row -> format("%.5f", row.number("exact")))
            .add("EJD", row -> row.estimate("acceptance").times(row.number("scale")))
            .add("exact", row -> format("%.4f", exactDistance(row)))
            .add("measured / exact", row -> format("%.4f", row.number("acceptance") / row.number("exact")));

    private Walks() {}

    /** The plan. It has no cells unless the target has sites of two probabilities. */
    static CellPlan plan(Lab lab, PaperTarget target) throws IOException {
        if (target.kind() != TargetKind.TWO_VALUED) {
            return CellPlan.of(table(lab));
        }
        double q = unlikely(target);
        return CellPlan.of(table(lab), target.key())
                .axis(
                        "scale",
                        IntStream.iterate(1, scale -> Staircase.acceptance(scale, q) >= LEAST_ACCEPTANCE, r -> r + 1)
                                .toArray())
                .work(key -> lab.work(target, key.number("scale"), steps(lab, key, q)))
                .measured(key -> measured(lab, target, key, q));
    }

    private static CellTable table(Lab lab) throws IOException {
        return lab.table("walks", "target size config scale", "steps acceptance acceptance_se exact seconds");
    }

    /** The number of steps in which a chain makes the wanted number of flips. */
    private static int steps(Lab lab, Row key, double q) {
        double flips = lab.settings().budget().quickOrPaper(QUICK_FLIPS, FLIPS);
        return (int) (flips / Staircase.jumpDistance(key.whole("scale"), q));
    }

    /** Runs RWM at one scale, and computes the exact acceptance rate. */
    private static Row measured(Lab lab, PaperTarget target, Row key, double q) throws IOException {
        int scale = key.whole("scale");
        SampleResult result = lab.fromBurnIn(
                "long RWM-" + scale + " " + target.id(),
                target,
                Samplers.rwm().scale(scale).build(),
                scale,
                steps(lab, key, q),
                THIN);
        return key.with("steps", steps(lab, key, q))
                .with("acceptance", Estimate.of(result.acceptanceRates()))
                .with("exact", Staircase.acceptance(scale, q))
                .with("seconds", result.drawTime());
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
        Rows rows = lab.rows(table(lab));
        return rows.isEmpty()
                ? ""
                : "RWM on independent sites of two probabilities beside exact sums over the binomial distribution, in runs long enough for that; every"
                        + " accepted step flips R sites.\n\n" + TABLE.of(rows) + "\n";
    }

    private static double exactDistance(Row row) {
        return row.number("scale") * row.number("exact");
    }
}
