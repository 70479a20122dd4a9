package dev.lbp.bench.experiment;

import dev.lbp.bench.report.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of {@link Cover}. */
final class CoverTables {

    /** A deviation in standard errors that no estimate has unless a chain has not moved. */
    private static final double STUCK = 100.0;

    private CoverTables() {}

    static String publish(Lab lab) throws IOException {
        List<Row> rows = lab.shown(Cover.table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        MarkdownTable table = new MarkdownTable(
                "sampler",
                "R",
                "us per step",
                "acceptance",
                "ESS(logProb) per second",
                "times Gibbs in order",
                "rmse of probabilities times sqrt(seconds)",
                "largest deviation");
        for (CoverSampler sampler : CoverSampler.values()) {
            List<Row> mine = of(rows, sampler);
            if (!mine.isEmpty()) {
                table.row(
                        sampler,
                        Rows.median("%.1f", mine, row -> row.number("R")),
                        Rows.median("%.1f", mine, row -> row.number("us_per_step")),
                        Rows.median("%.2f", mine, row -> row.number("acceptance")),
                        Rows.spread(mine, CoverTables::perSecond),
                        timesGibbs(rows, mine),
                        Rows.spread(mine, row -> row.number("rmse") * Math.sqrt(row.number("cpu_seconds"))),
                        deviation(mine));
            }
        }
        long instances =
                rows.stream().map(row -> row.text("repetition")).distinct().count();
        List<Row> reference = of(rows, CoverSampler.LBP_1);
        return "Medians over " + instances + " instances, with the least and the largest; all times are processor time."
                + " A step of Gibbs is a sweep. The rmse of"
                + " probabilities is over the sets with a probability in (.01, .9999) by a long run. The largest deviation from the long run"
                + " is in standard errors, over the sets with a probability in (.05, .95).\n\n"
                + table
                + (reference.isEmpty()
                        ? ""
                        : "\nOf the " + CoverInstance.PLANTED + " planted sets, with a probability above .9: "
                                + Rows.spread(reference, row -> row.number("found")) + ".\n")
                + "\n" + lab.provenance(rows);
    }

    private static String deviation(List<Row> rows) {
        Spread spread = Rows.spread(rows, row -> row.number("deviation"));
        return spread.largest() > STUCK ? "stuck" : spread.toString();
    }

    private static List<Row> of(List<Row> rows, CoverSampler sampler) {
        return Rows.with(rows, "sampler", sampler.name());
    }

    private static double perSecond(Row row) {
        double size = row.number("ess_log_prob");
        return Double.isNaN(size) ? 0.0 : size / row.number("cpu_seconds");
    }

    /** The ratios on the same instance. */
    private static String timesGibbs(List<Row> rows, List<Row> mine) {
        List<Double> ratios = new ArrayList<>();
        for (Row row : mine) {
            Optional<Row> gibbs = of(rows, CoverSampler.GIBBS).stream()
                    .filter(other -> other.agrees(row, List.of("size", "repetition")))
                    .findFirst();
            gibbs.ifPresent(other -> ratios.add(perSecond(row) / perSecond(other)));
        }
        return ratios.isEmpty()
                ? "-"
                : Spread.of(ratios.stream().mapToDouble(r -> r).toArray()).toString();
    }
}
