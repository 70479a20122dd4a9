package dev.lbp.experiments.reals;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

/** The text and the figure of {@link RealTrials}. */
final class RealReport {

    private static final List<RealCase> TAILS = List.of(RealCase.NORMAL, RealCase.HYPERBOLIC, RealCase.QUARTIC);

    /** The smallest acceptance on the logarithmic axis of the figure. */
    private static final double LEAST = 1e-5;

    private final Lab lab;
    private final Rows rows;

    RealReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.rows(RealTrials.table(lab));
    }

    String publish() throws IOException {
        if (rows.isEmpty()) {
            return "";
        }
        return format(
                        """
                        %d chains. ESS is that of the first coordinate, per 1,000 steps of a chain; s is the standard deviation of the noise, and\
                         a jump is squared, per coordinate. Scales adapt to the acceptance .234 for the random walk and .574 for the\
                         others.

                        ## Tails

                        %d independent coordinates: normal, -sqrt(0.1 + x^2) and -x^4 / 4.

                        %s
                        ## One narrow coordinate

                        %d normal coordinates, the first of standard deviation 1 / lambda, and the scale of lambda =\
                         1. Acceptance in equilibrium.

                        %s
                        ## Widths learned

                        %d normal coordinates, the first of standard deviation %.2f. Chains start at N(0, 10^2), and learn\
                         the widths of all coordinates in warm-up.

                        %s
                        ## Funnel

                        Neal's funnel of 10 coordinates: v from N(0, 3^2), the others from N(0, e^v).

                        %s""",
                        RealTrials.CHAINS,
                        dimension(RealCase.NORMAL),
                        tailsTable(),
                        dimension(RealCase.NARROW),
                        narrowTable(),
                        dimension(RealCase.DIAGONAL),
                        1.0 / RealTrials.LEARNED,
                        learnedTable(),
                        funnelTable())
                + figure()
                + "\n"
                + lab.provenance(rows);
    }

    private int dimension(RealCase kind) {
        return RealTrials.dimension(lab.settings(), kind);
    }

    /** The row of a trial; no rows if it is not measured. */
    private Rows row(RealCase kind, RealSampler sampler, double narrow) {
        return rows.with("case", kind.name()).with("sampler", sampler.title).with("narrow", narrow);
    }

    /** Effective samples per 1,000 steps of a chain; NaN without rows. */
    private static double essPerThousand(Rows row) {
        return row.isEmpty() ? Double.NaN : 1_000.0 * row.number("ess") / (RealTrials.CHAINS * row.number("steps"));
    }

    /** A table with a line for each sampler. */
    private static Columns<RealSampler> table() {
        return new Columns<RealSampler>().add("sampler", sampler -> sampler.title);
    }

    /** The text of a figure of a case, for each sampler. */
    private Function<RealSampler, String> numberText(RealCase kind, double narrow, int decimals, String column) {
        return sampler -> row(kind, sampler, narrow).text(decimals, column);
    }

    /** Effective samples in a case, for each sampler. */
    private Function<RealSampler, Double> samples(RealCase kind, double narrow) {
        return sampler -> essPerThousand(row(kind, sampler, narrow));
    }

    private String tailsTable() {
        Columns<RealSampler> table = table();
        for (RealCase kind : TAILS) {
            double narrow = 1.0; // all coordinates are equally wide
            table.add(kind.title + ": s", numberText(kind, narrow, 3, "s"))
                    .add("jump", numberText(kind, narrow, 4, "ejd"))
                    .add("ESS", 1, samples(kind, narrow));
        }
        return table.of(RealSampler.ALL);
    }

    private String narrowTable() {
        Columns<RealSampler> table = table();
        for (double factor : RealTrials.NARROW) {
            table.add("lambda = " + (int) factor, numberText(RealCase.NARROW, factor, 4, "acceptance"));
        }
        return table.of(RealSampler.ALL);
    }

    /** The table of the case whose widths are learned, {@link RealCase#DIAGONAL}: a line for each sampler. */
    private String learnedTable() {
        return table().add("acceptance", numberText(RealCase.DIAGONAL, RealTrials.LEARNED, 3, "acceptance"))
                .add("sd of the narrow coordinate", numberText(RealCase.DIAGONAL, RealTrials.LEARNED, 4, "sd"))
                .add("ESS", 1, samples(RealCase.DIAGONAL, RealTrials.LEARNED))
                .of(RealSampler.ALL);
    }

    private String funnelTable() {
        double narrow = 1.0; // no coordinate of the funnel is made narrower
        return table().add("acceptance", numberText(RealCase.FUNNEL, narrow, 3, "acceptance"))
                .add("mean of v (0)", numberText(RealCase.FUNNEL, narrow, 2, "gap_mean"))
                .add("sd of v (3)", numberText(RealCase.FUNNEL, narrow, 2, "sd"))
                .add("ESS of v", 1, samples(RealCase.FUNNEL, narrow))
                .of(RealSampler.ALL);
    }

    private String figure() throws IOException {
        Curves acceptance = new Curves();
        Curves samples = new Curves();
        for (RealSampler sampler : RealSampler.ALL) {
            Rows group = rows.with("sampler", sampler.title);
            acceptance.add(
                    sampler.title,
                    Look.JOINED,
                    group.with("case", RealCase.NARROW.name()).where(row -> row.number("acceptance") >= LEAST),
                    "narrow",
                    "acceptance");
            samples.add(
                    sampler.title,
                    Look.JOINED,
                    sampler.ordinal(),
                    group.by("case", TAILS, Enum::name).stream()
                            .map(tail -> new double[] {tail.value().ordinal() + 1.0, essPerThousand(tail)})
                            .filter(point -> !Double.isNaN(point[1]))
                            .toList());
        }
        return new Figure()
                // of the two flags, the first makes the x axis logarithmic, the second the y axis
                .panel("One narrow coordinate", "lambda", "acceptance", true, true, acceptance)
                .panel(
                        "Tails",
                        "1 normal, 2 heavy, 3 light tails",
                        "effective samples of 1,000 steps",
                        false,
                        true,
                        samples)
                .write(lab, "continuous", "Acceptance against lambda, and effective samples by tails", 2);
    }
}
