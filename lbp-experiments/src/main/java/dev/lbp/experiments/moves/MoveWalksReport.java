package dev.lbp.experiments.moves;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.paper.Weights;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The table of {@link MoveWalks}, and the figure of efficiency against a_RW T. */
final class MoveWalksReport {

    /**
     * Below this ESS per chain a rate is marked as an upper bound: a chain that hardly moves has an ESS of about 1,
     * however slow it is.
     */
    private static final double LEAST_ESS_PER_CHAIN = 5.0;

    private static final String BASE = Walker.RWM.title;

    private final Lab lab;
    private final Rows rows;
    private final int chains;

    MoveWalksReport(Lab lab, Rows rows) {
        this.lab = lab;
        this.rows = rows;
        this.chains = Weights.chains(lab);
    }

    /** The text of the report. */
    String text() throws IOException {
        List<Rows> lines = rows.by("model", "size").stream()
                .flatMap(model -> model.by("sampler").stream())
                .toList();
        Figure figure = new Figure()
                .panel(
                        "Informed moves against RWM, per second",
                        "a_RW T",
                        "ESS per second, RWM = 1",
                        /* logX= */ true,
                        /* logY= */ true,
                        curves());
        return "Effective samples of " + chains
                + " chains together, bulk ESS of the log-probability and of a linear statistic, a sum over sites of independent"
                + " normal numbers; means of " + Lab.SEEDS
                + " instances with standard errors over them, of the last column the median and the range over instances, within"
                + " which samplers take turns. All start from the same states in equilibrium. a_RW is the acceptance rate of a"
                + " uniform move, exact at these states; T the number of log-ratios that an informed move touches.\n\n"
                + table().of(lines)
                + (lines.stream()
                                .anyMatch(group -> MoveWalks.STATISTICS.stream().anyMatch(each -> stuck(group, each)))
                        ? "\n* Fewer than five effective samples per chain: about one of each is there without any movement,"
                                + " so that the rate is an upper bound.\n"
                        : "")
                + figure.write(lab, lab.experiment() + "-rule", "Informed moves against RWM", 1);
    }

    /** The columns of the table; a line is a group of rows, one for each instance. */
    private Columns<Rows> table() {
        return new Columns<Rows>()
                .add("model", group -> group.text("model"))
                .add("a_RW", group -> format("%.4f", group.mean("a_rw").mean()))
                .add("T", group -> format("%,.0f", group.mean("touched").mean()))
                .add("a_RW T", group -> format("%.2f", product(group)))
                .add("sampler", group -> group.text("sampler"))
                .add(
                        "acceptance",
                        group -> format("%.3f", group.mean("acceptance").mean()))
                .add("EJD", group -> format("%.3g", group.mean("ejd").mean()))
                .add("ESS per step, log-prob", group -> perStep(group, "ess_logProb"))
                .add("linear", group -> perStep(group, "ess_linear"))
                .add("ESS/s, log-prob", group -> perSecond(group, "ess_logProb"))
                .add("linear", group -> perSecond(group, "ess_linear"))
                .add("slower of both per second, RWM = 1", this::relativeText);
    }

    /** The median and the range of {@link #relative}; "-" without ratios. */
    private String relativeText(Rows group) {
        double[] ratios = relative(group);
        return ratios.length == 0 ? "-" : Spread.of(ratios).toString();
    }

    /**
     * The rates of a sampler on a model, relative to RWM in the same repetition. Runs of one repetition are close in
     * time, so other programs slow them alike.
     */
    private double[] relative(Rows group) {
        Rows base = rows.with("model", group.text("model")).with("sampler", BASE);
        return group.stream()
                .flatMapToDouble(row -> base.with("repetition", row.text("repetition")).stream()
                        .mapToDouble(other -> slowest(row) / slowest(other)))
                .filter(Double::isFinite)
                .toArray();
    }

    /** The smaller ESS per second of both statistics; NaN if one is NaN. */
    private static double slowest(Row row) {
        return MoveWalks.STATISTICS.stream().mapToDouble(row::number).reduce(Double.POSITIVE_INFINITY, Math::min)
                / row.number("seconds");
    }

    /** a_RW T, from means over instances. */
    private static double product(Rows group) {
        return group.mean("a_rw").mean() * group.mean("touched").mean();
    }

    /** For each sampler, a point for each model: a_RW T, and the median relative rate over instances. */
    private Curves curves() {
        Curves curves = new Curves();
        for (Rows sampler : rows.where(row -> !row.text("sampler").equals(BASE)).by("sampler")) {
            String name = sampler.text("sampler");
            List<double[]> points = new ArrayList<>();
            for (Rows model : rows.by("model", "size")) {
                Rows group = model.with("sampler", name);
                double[] ratios = group.isEmpty() ? new double[0] : relative(group);
                if (ratios.length > 0) {
                    points.add(new double[] {product(model), Spread.of(ratios).median()});
                }
            }
            curves.add(name, Look.POINTS, curves.size(), points);
        }
        return curves;
    }

    /** Whether the ESS per chain is so small that a rate is only an upper bound. */
    private boolean stuck(Rows group, String column) {
        return !(group.average(row -> row.number(column)) >= LEAST_ESS_PER_CHAIN * chains);
    }

    /** Effective samples per step of one chain. */
    private String perStep(Rows group, String column) {
        return format("%.2g", group.average(row -> row.number(column) / row.number("steps") / chains));
    }

    private String perSecond(Rows group, String column) {
        return Estimate.of(group.numbers(row -> row.number(column) / row.number("seconds")))
                + (stuck(group, column) ? "*" : "");
    }
}
