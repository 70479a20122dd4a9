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

/** The table of {@link MoveWalks}, and the figure of the rule of thumb. */
final class MoveWalksReport {

    /** Chains that hardly move have an ESS of about one each; this does not measure how slow they are. */
    private static final double LEAST_ESS_PER_CHAIN = 5.0;

    private static final String BASE = Walker.RWM.title;

    private MoveWalksReport() {}

    /** The text on some rows of the table. */
    static String text(Lab lab, List<Row> rows) throws IOException {
        MarkdownTable table = new MarkdownTable(
                "model",
                "a_RW",
                "T",
                "a_RW T",
                "sampler",
                "acceptance",
                "EJD",
                "ESS per step, log-prob",
                "linear",
                "ESS/s, log-prob",
                "linear",
                "slower of both per second, RWM = 1");
        List<Series> series = new ArrayList<>();
        boolean stuck = false;
        for (Repetitions model : Repetitions.of(rows, List.of("model", "size"))) {
            List<Row> all = Rows.with(rows, "model", model.text("model"));
            List<Row> base = Rows.with(all, "sampler", BASE);
            for (Repetitions group : Repetitions.of(all, List.of("sampler"))) {
                List<Row> runs = Rows.with(all, "sampler", group.text("sampler"));
                boolean fewByLogProb = stuck(lab, runs, "ess_logProb");
                boolean fewByLinear = stuck(lab, runs, "ess_linear");
                stuck |= fewByLogProb || fewByLinear;
                double[] relative = RelativeRate.of(runs, base, MoveWalks.STATISTICS, "seconds");
                table.row(
                        group.text("model"),
                        format("%.4f", group.mean("a_rw").mean()),
                        format("%,.0f", group.mean("touched").mean()),
                        format("%.2f", product(group)),
                        group.text("sampler"),
                        format("%.3f", group.mean("acceptance").mean()),
                        format("%.3g", group.mean("ejd").mean()),
                        perStep(lab, runs, "ess_logProb"),
                        perStep(lab, runs, "ess_linear"),
                        Estimate.of(RelativeRate.perSecond(runs, "ess_logProb")) + (fewByLogProb ? "*" : ""),
                        Estimate.of(RelativeRate.perSecond(runs, "ess_linear")) + (fewByLinear ? "*" : ""),
                        RelativeRate.text(relative));
            }
        }
        for (Repetitions sampler : Repetitions.of(rows, List.of("sampler"))) {
            String name = sampler.text("sampler");
            if (!name.equals(BASE)) {
                series.add(points(name, series.size(), rows));
            }
        }
        String figure =
                format("%s-rule-%s.png", lab.experiment(), lab.settings().sizeText());
        CurvePlot.write(
                lab.file(figure),
                1,
                List.of(new Panel(
                        "Informed moves against RWM, by the second",
                        "a_RW T",
                        "ESS per second, RWM = 1",
                        true,
                        true,
                        series)));
        return "Effective samples of " + Weights.chains(lab)
                + " chains together, bulk ESS of the log-probability and of a linear statistic, a sum over sites of independent"
                + " normal numbers; means of " + Repetitions.SEEDS
                + " instances with standard errors over them, of the last column the median and the range over instances, within"
                + " which samplers take turns. All start from the same states in equilibrium. a_RW is the acceptance rate of a"
                + " uniform move, exact at these states; T the number of log-ratios that an informed move touches.\n\n"
                + table
                + (stuck
                        ? "\n* Fewer than five effective samples per chain: about one of each is there without any movement,"
                                + " so that the rate is an upper bound.\n"
                        : "")
                + "\n![Informed moves against RWM](" + figure + ")\n";
    }

    private static double product(Repetitions group) {
        return group.mean("a_rw").mean() * group.mean("touched").mean();
    }

    /** A point for each model: the rule of thumb's number, and the median over instances. */
    private static Series points(String sampler, int colour, List<Row> rows) {
        List<double[]> points = new ArrayList<>();
        for (Repetitions model : Repetitions.of(rows, List.of("model", "size"))) {
            List<Row> all = Rows.with(rows, "model", model.text("model"));
            double[] ratios = RelativeRate.of(
                    Rows.with(all, "sampler", sampler),
                    Rows.with(all, "sampler", BASE),
                    MoveWalks.STATISTICS,
                    "seconds");
            if (ratios.length > 0) {
                points.add(new double[] {product(model), Spread.of(ratios).median()});
            }
        }
        return new Series(
                sampler,
                Look.POINTS,
                colour,
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray());
    }

    private static boolean stuck(Lab lab, List<Row> rows, String column) {
        double mean =
                rows.stream().mapToDouble(row -> row.number(column)).average().orElse(Double.NaN);
        return !(mean >= LEAST_ESS_PER_CHAIN * Weights.chains(lab));
    }

    /** Effective samples per step of one chain. */
    private static String perStep(Lab lab, List<Row> rows, String column) {
        return format(
                "%.2g",
                rows.stream()
                        .mapToDouble(row -> row.number(column) / row.number("steps") / Weights.chains(lab))
                        .average()
                        .orElse(Double.NaN));
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
