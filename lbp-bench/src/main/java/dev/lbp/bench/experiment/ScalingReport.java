package dev.lbp.bench.experiment;

import dev.lbp.bench.experiment.Optimum.Point;
import dev.lbp.bench.experiment.Scaling.Weight;
import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Look;
import dev.lbp.bench.plot.CurvePlot.Panel;
import dev.lbp.bench.plot.CurvePlot.Series;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** The tables and the figure of {@link Scaling}. */
final class ScalingReport {

    /** The best points of both samplers at one N. */
    private record Best(double sites, Optimum lbp, Optimum rwm) {

        double ratio() {
            return lbp.value() / rwm.value();
        }
    }

    private final Lab lab;
    private final List<Row> rows;
    private final Map<String, List<Best>> targets = new LinkedHashMap<>();

    ScalingReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.shown(Scaling.points(lab));
        Map<String, Map<Double, List<Row>>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            String title = TargetKind.valueOf(row.text("target").toUpperCase(Locale.ROOT))
                    .title();
            groups.computeIfAbsent(title + " " + row.text("config"), key -> new TreeMap<>())
                    .computeIfAbsent(row.number("sites"), key -> new ArrayList<>())
                    .add(row);
        }
        groups.forEach((title, bySites) -> {
            for (Weight weight : Weight.values()) {
                List<Best> bests = bests(title, bySites, weight);
                if (bests.size() > 1) {
                    targets.put(title + ", " + weight.function.name(), bests);
                }
            }
        });
    }

    private static List<Best> bests(String title, Map<Double, List<Row>> bySites, Weight weight) {
        List<Best> bests = new ArrayList<>();
        bySites.forEach((sites, cells) -> {
            List<Point> lbp = points(cells, weight.sampler);
            List<Point> rwm = points(cells, Scaling.WALK);
            if (!lbp.isEmpty() && !rwm.isEmpty()) {
                boolean stairs = title.startsWith(TargetKind.BERNOULLI.title());
                bests.add(new Best(sites, Optimum.of(lbp), stairs ? Optimum.best(rwm) : Optimum.of(rwm)));
            }
        });
        return bests;
    }

    private static List<Point> points(List<Row> cells, String sampler) {
        return cells.stream()
                .filter(row -> row.text("sampler").equals(sampler))
                .map(row -> new Point(row.number("scale"), row.number("ejd"), row.number("ejd_se")))
                .toList();
    }

    String publish() throws IOException {
        if (targets.isEmpty()) {
            return "";
        }
        String figure = "scaling-" + lab.settings().sizeText() + ".png";
        CurvePlot.write(
                lab.file(figure),
                2,
                List.of(
                        panel("Best R of LBP", "R", targets, best -> best.lbp().scale(), true),
                        panel("Best EJD of LBP over that of RWM", "ratio", targets, Best::ratio, true),
                        panel("Best R of RWM", "R", walks(), best -> best.rwm().scale(), false),
                        panel(
                                "Acceptance of LBP at its best R",
                                "acceptance rate",
                                targets,
                                best -> best.lbp().value() / best.lbp().scale(),
                                false)));
        MarkdownTable slopes =
                new MarkdownTable("target and weight of LBP", "best R of LBP", "LBP / RWM", "best R of RWM");
        MarkdownTable table = new MarkdownTable(
                "target and weight of LBP",
                "N",
                "best R, LBP",
                "acceptance",
                "EJD",
                "best R, RWM",
                "acceptance",
                "EJD",
                "LBP / RWM");
        targets.forEach((title, bests) -> {
            slopes.row(
                    title,
                    slope(bests, best -> best.lbp().scale()),
                    slope(bests, Best::ratio),
                    slope(bests, best -> best.rwm().scale()));
            bests.forEach(best -> row(table, title, best));
        });
        return "![Growth with N](" + figure + ")\n\n"
                + "Exponents of growth with N: slopes of log-log lines, with 95 % intervals over their residuals. Theory: 2/3, 2/3,"
                + " and 0, for product targets. On coupled ones, coupled sites that are flipped together add to log alpha what"
                + " cancels for sqrt(t) if the target is quadratic, but not for t/(t+1); the number of such pairs grows as R^2 / N,"
                + " so that with t/(t+1) R can in the end grow no faster than N^(1/2).\n\n"
                + slopes
                + "\nWhere EJD is largest, by a parabola in log R (RWM on Bernoulli: the best integer); in brackets standard errors; "
                + Scaling.effort(lab) + "\n\n"
                + table + "\n" + lab.provenance(rows);
    }

    private static Slope slope(List<Best> bests, ToDoubleFunction<Best> figure) {
        return Slope.of(
                bests.stream().mapToDouble(Best::sites).toArray(),
                bests.stream().mapToDouble(figure).toArray());
    }

    private static void row(MarkdownTable table, String title, Best best) {
        table.row(
                title,
                String.format(Locale.ROOT, "%,.0f", best.sites()),
                new Estimate(best.lbp().scale(), best.lbp().scaleError()),
                MarkdownTable.number(3, best.lbp().value() / best.lbp().scale()),
                MarkdownTable.number(2, best.lbp().value()),
                new Estimate(best.rwm().scale(), best.rwm().scaleError()),
                MarkdownTable.number(3, best.rwm().value() / best.rwm().scale()),
                MarkdownTable.number(3, best.rwm().value()),
                MarkdownTable.number(1, best.ratio()));
    }

    /** The targets without weights: RWM has none. */
    private Map<String, List<Best>> walks() {
        Map<String, List<Best>> walks = new LinkedHashMap<>();
        targets.forEach((title, bests) -> walks.putIfAbsent(title.substring(0, title.indexOf(',')), bests));
        return walks;
    }

    /** Points, and on logarithmic axes their fitted line. */
    private static Panel panel(
            String title, String yTitle, Map<String, List<Best>> targets, ToDoubleFunction<Best> figure, boolean logY) {
        List<Series> series = new ArrayList<>();
        int colour = 0;
        for (Map.Entry<String, List<Best>> target : targets.entrySet()) {
            List<Best> bests = target.getValue();
            double[] sites = bests.stream().mapToDouble(Best::sites).toArray();
            double[] values = bests.stream().mapToDouble(figure).toArray();
            Slope slope = Slope.of(sites, values);
            double[] ends = {sites[0], sites[sites.length - 1]};
            series.add(new Series(target.getKey(), logY ? Look.POINTS : Look.JOINED, colour, sites, values));
            if (logY) {
                String name = String.format(Locale.ROOT, "slope %.2f", slope.slope());
                double[] line = {slope.at(ends[0]), slope.at(ends[1])};
                series.add(new Series(name, Look.LINE, colour, ends, line));
            }
            colour++;
        }
        return new Panel(title, "N", yTitle, true, logY, series);
    }
}
