package dev.lbp.experiments.moves;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.paper.Weights;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.RelativeRate;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The table of {@link MoveWalks}, and the figure of the rule of thumb. */
final class MoveWalksReport {

    /** Chains that hardly move have an ESS of about one each; this does not measure how slow they are. */
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

    /** The text on the rows. */
    String text() throws IOException {
        List<Rows> lines = rows.by("model", "size").stream()
                .flatMap(model -> model.by("sampler").stream())
                .toList();
        Figure figure = new Figure()
                .panel(
                        "Informed moves against RWM, by the second",
                        "a_RW T",
                        "ESS per second, RWM = 1",
                        true,
                        true,
                        curves());
        return "Effective samples of " + chains
                + " chains together, bulk ESS of the log-probability and of a linear statistic, a sum over sites of independent"
                + " normal numbers; means of " + Lab.SEEDS
                + " instances with standard errors over them, of the last column the median and the range over instances, within"
                + " which samplers take turns. All start from the same states in equilibrium. a_RW is the acceptance rate of a"
                + " uniform move, exact at these states; T the number of log-ratios that an informed move touches.\n\n"
                + table().of(lines)
                + (lines.stream().anyMatch(mine -> MoveWalks.STATISTICS.stream().anyMatch(each -> stuck(mine, each)))
                        ? "\n* Fewer than five effective samples per chain: about one of each is there without any movement,"
                                + " so that the rate is an upper bound.\n"
                        : "")
                + figure.write(lab, lab.experiment() + "-rule", "Informed moves against RWM", 1);
    }

    private Columns<Rows> table() {
        return new Columns<Rows>()
                .add("model", mine -> mine.text("model"))
                .add("a_RW", mine -> format("%.4f", mine.mean("a_rw").mean()))
                .add("T", mine -> format("%,.0f", mine.mean("touched").mean()))
                .add("a_RW T", mine -> format("%.2f", product(mine)))
                .add("sampler", mine -> mine.text("sampler"))
                .add(
                        "acceptance",
                        mine -> format("%.3f", mine.mean("acceptance").mean()))
                .add("EJD", mine -> format("%.3g", mine.mean("ejd").mean()))
                .add("ESS per step, log-prob", mine -> perStep(mine, "ess_logProb"))
                .add("linear", mine -> perStep(mine, "ess_linear"))
                .add("ESS/s, log-prob", mine -> perSecond(mine, "ess_logProb"))
                .add("linear", mine -> perSecond(mine, "ess_linear"))
                .add("slower of both per second, RWM = 1", mine -> RelativeRate.text(relative(mine)));
    }

    /** Rates of a sampler on a model, relative to RWM's. */
    private double[] relative(Rows mine) {
        return RelativeRate.of(
                mine, rows.with("model", mine.text("model")).with("sampler", BASE), MoveWalks.STATISTICS, "seconds");
    }

    private static double product(Rows mine) {
        return mine.mean("a_rw").mean() * mine.mean("touched").mean();
    }

    /** A point for each model: the rule of thumb's number, and the median over instances. */
    private Curves curves() {
        Curves curves = new Curves();
        for (Rows sampler : rows.where(row -> !row.text("sampler").equals(BASE)).by("sampler")) {
            String name = sampler.text("sampler");
            List<double[]> points = new ArrayList<>();
            for (Rows model : rows.by("model", "size")) {
                Rows mine = model.with("sampler", name);
                double[] ratios = mine.isEmpty() ? new double[0] : relative(mine);
                if (ratios.length > 0) {
                    points.add(new double[] {product(model), Spread.of(ratios).median()});
                }
            }
            curves.add(name, Look.POINTS, curves.size(), points);
        }
        return curves;
    }

    private static double average(Rows mine, ToDoubleFunction<Row> figure) {
        return Arrays.stream(mine.numbers(figure)).average().orElse(Double.NaN);
    }

    private boolean stuck(Rows mine, String column) {
        return !(average(mine, row -> row.number(column)) >= LEAST_ESS_PER_CHAIN * chains);
    }

    /** Effective samples per step of one chain. */
    private String perStep(Rows mine, String column) {
        return format("%.2g", average(mine, row -> row.number(column) / row.number("steps") / chains));
    }

    private String perSecond(Rows mine, String column) {
        return Estimate.of(RelativeRate.perSecond(mine, column)) + (stuck(mine, column) ? "*" : "");
    }
}
