package dev.lbp.experiments.paper;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.Optimum.Point;
import dev.lbp.experiments.paper.Scaling.Weight;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The tables and the figure of {@link Scaling}. */
final class ScalingReport {

    /** The best points of LBP and RWM at one N. */
    private record Best(double sites, Optimum lbp, Optimum rwm) {

        double ratio() {
            return lbp.value() / rwm.value();
        }
    }

    private final Lab lab;
    private final Rows rows;
    private final Map<String, List<Best>> targets = new LinkedHashMap<>();

    ScalingReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.rows(Scaling.points(lab));
        for (Rows target : rows.by("target", "config")) {
            TargetKind kind = TargetKind.valueOf(target.text("target").toUpperCase(Locale.ROOT));
            for (Weight weight : Weight.values()) {
                List<Best> bests = bests(target, weight);
                if (bests.size() > 1) {
                    String title = kind.title() + " " + target.text("config") + ", " + weight.function.name();
                    targets.put(title, bests);
                }
            }
        }
    }

    /** The best points at each N, for one weight function. */
    private static List<Best> bests(Rows target, Weight weight) {
        List<Best> bests = new ArrayList<>();
        for (Rows cells : target.sorted("sites").by("sites")) {
            List<Point> lbp = Optimum.points(cells.with("sampler", weight.sampler));
            List<Point> rwm = Optimum.points(cells.with("sampler", Scaling.WALK));
            if (!lbp.isEmpty() && !rwm.isEmpty()) {
                bests.add(new Best(cells.number("sites"), Optimum.of(lbp), Optimum.of(rwm)));
            }
        }
        return bests;
    }

    String publish() throws IOException {
        if (targets.isEmpty()) {
            return "";
        }
        // a panel's flags make the x axis and the y axis logarithmic; the flag of curves fits a line to the points
        Figure figure = new Figure()
                .panel("Best R of LBP", "N", "R", true, true, curves(targets, best -> best.lbp.scale(), true))
                .panel("Best EJD of LBP over that of RWM", "N", "ratio", true, true, curves(targets, Best::ratio, true))
                .panel("Best R of RWM", "N", "R", true, false, curves(walks(), best -> best.rwm.scale(), false))
                .panel(
                        "Acceptance of LBP at its best R",
                        "N",
                        "acceptance rate",
                        true,
                        false,
                        curves(targets, best -> best.lbp.acceptance().mean(), false));
        String title = "target and weight of LBP";
        return figure.link(lab, "scaling", "Growth with N", 2)
                + "\n\n"
                + "Exponents of growth with N: slopes of log-log lines, with 95 % intervals over their residuals. Theory: 2/3, 2/3,"
                + " and 0, for product targets. On coupled ones, coupled sites that are flipped together add to log alpha what"
                + " cancels for sqrt(t) if the target is quadratic, but not for t/(t+1); the number of such pairs grows as R^2 / N,"
                + " so that with t/(t+1) R can in the end grow no faster than N^(1/2).\n\n"
                + new Columns<Map.Entry<String, List<Best>>>()
                        .add(title, Map.Entry::getKey)
                        .add("best R of LBP", target -> slope(target.getValue(), best -> best.lbp.scale()))
                        .add("LBP / RWM", target -> slope(target.getValue(), Best::ratio))
                        .add("best R of RWM", target -> slope(target.getValue(), best -> best.rwm.scale()))
                        .of(targets.entrySet())
                + "\nWhere EJD is largest, by a cubic in log R; in brackets standard errors; "
                + Scaling.effort(lab) + "\n\n"
                + new Columns<Map.Entry<String, Best>>()
                        .add(title, Map.Entry::getKey)
                        .add("N", line -> format("%,.0f", line.getValue().sites))
                        .add("best R, LBP", line -> line.getValue().lbp.scaleEstimate())
                        .add(
                                "acceptance",
                                3,
                                line -> line.getValue().lbp.acceptance().mean())
                        .add("EJD", 2, line -> line.getValue().lbp.value())
                        .add("best R, RWM", line -> line.getValue().rwm.scaleEstimate())
                        .add(
                                "acceptance",
                                3,
                                line -> line.getValue().rwm.acceptance().mean())
                        .add("EJD", 3, line -> line.getValue().rwm.value())
                        .add("LBP / RWM", 1, line -> line.getValue().ratio())
                        .of(targets.entrySet().stream()
                                .flatMap(target ->
                                        target.getValue().stream().map(best -> Map.entry(target.getKey(), best)))
                                .toList())
                + "\n" + lab.provenance(rows);
    }

    /** The exponent by which a figure grows with N. */
    private static Slope slope(List<Best> bests, ToDoubleFunction<Best> figure) {
        return Slope.of(
                bests.stream().mapToDouble(Best::sites).toArray(),
                bests.stream().mapToDouble(figure).toArray());
    }

    /** The targets without the weight function in the title, because RWM has none: the first of each target. */
    private Map<String, List<Best>> walks() {
        Map<String, List<Best>> walks = new LinkedHashMap<>();
        targets.forEach((title, bests) -> walks.putIfAbsent(title.substring(0, title.indexOf(',')), bests));
        return walks;
    }

    /** A curve for each target: points; if {@code fitted}, also the least-squares line through them. */
    private static Curves curves(Map<String, List<Best>> targets, ToDoubleFunction<Best> figure, boolean fitted) {
        Curves curves = new Curves();
        int colour = 0;
        for (Map.Entry<String, List<Best>> target : targets.entrySet()) {
            double[] sites = target.getValue().stream().mapToDouble(Best::sites).toArray();
            double[] values = target.getValue().stream().mapToDouble(figure).toArray();
            curves.add(target.getKey(), fitted ? Look.POINTS : Look.JOINED, colour, sites, values);
            if (fitted) {
                Slope slope = Slope.of(sites, values);
                double[] ends = {sites[0], sites[sites.length - 1]};
                double[] line = {slope.at(ends[0]), slope.at(ends[1])};
                curves.add(format("slope %.2f", slope.slope()), Look.LINE, colour, ends, line);
            }
            colour++;
        }
        return curves;
    }
}
