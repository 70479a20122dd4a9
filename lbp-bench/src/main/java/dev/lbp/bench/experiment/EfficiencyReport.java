package dev.lbp.bench.experiment;

import dev.lbp.bench.experiment.Efficiency.Curve;
import dev.lbp.bench.experiment.Optimum.Point;
import dev.lbp.bench.plot.CurvePlot;
import dev.lbp.bench.plot.CurvePlot.Panel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** The tables and figures of {@link Efficiency}. */
final class EfficiencyReport {

    /** One sampler on one target: its measurements by increasing scale, and its optimum. */
    record Measured(PaperTarget target, Curve curve, List<Outcome> points) {

        double[] values(Function<Outcome, Double> figure) {
            return points.stream().mapToDouble(figure::apply).toArray();
        }

        boolean hasTheory() {
            return target.kind() == TargetKind.BERNOULLI;
        }

        /** The curve of a walk on independent sites is a staircase in R; a parabola does not fit it. */
        Optimum optimum() {
            List<Point> curve = points(Outcome::jumpDistance);
            boolean steps = this.curve == Curve.RWM && hasTheory();
            return steps ? Optimum.best(curve) : Optimum.of(curve);
        }

        private List<Point> points(Function<Outcome, Estimate> figure) {
            return points.stream()
                    .map(point -> new Point(
                            point.scale(),
                            figure.apply(point).mean(),
                            figure.apply(point).error()))
                    .toList();
        }

        /** R at the largest ESS; NaN if noise hides it, or if every point has a chain that never moved. */
        double scaleOfLargestSample() {
            List<Point> curve = points(Outcome::sampleSize);
            return curve.stream().allMatch(point -> Double.isNaN(point.value()))
                    ? Double.NaN
                    : Optimum.of(curve).scale();
        }

        /** Acceptance at a scale, between points by a straight line in log R; NaN at NaN. */
        double acceptanceAt(double scale) {
            if (Double.isNaN(scale)) {
                return Double.NaN;
            }
            for (int k = 1; k < points.size(); k++) {
                Outcome right = points.get(k);
                if (scale <= right.scale()) {
                    Outcome left = points.get(k - 1);
                    double share = Math.log(scale / left.scale()) / Math.log(right.scale() / left.scale());
                    double before = left.acceptance().mean();
                    return before + share * (right.acceptance().mean() - before);
                }
            }
            return points.get(points.size() - 1).acceptance().mean();
        }
    }

    private final Lab lab;
    private final List<Row> rows;
    private final List<Measured> measured = new ArrayList<>();

    EfficiencyReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.shown(Efficiency.points(lab));
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            for (Curve curve : Curve.values()) {
                Row wanted = target.key().with("sampler", curve);
                List<String> columns = Efficiency.KEYS.subList(0, Efficiency.KEYS.size() - 1);
                List<Outcome> points = rows.stream()
                        .filter(row -> row.agrees(wanted, columns))
                        .map(Outcome::of)
                        .sorted(Comparator.comparingDouble(Outcome::scale))
                        .toList();
                if (!points.isEmpty()) {
                    measured.add(new Measured(target, curve, points));
                }
            }
        }
    }

    String publish() throws IOException {
        if (measured.isEmpty()) {
            return "";
        }
        StringBuilder figures = new StringBuilder();
        for (TargetKind kind : TargetKind.values()) {
            List<Measured> curves =
                    measured.stream().filter(m -> m.target().kind() == kind).toList();
            if (!curves.isEmpty()) {
                String name = String.format(
                        Locale.ROOT,
                        "efficiency-%s-%s.png",
                        kind,
                        curves.get(0).target().size());
                CurvePlot.write(lab.file(name), 2, panels(kind, curves));
                figures.append("![Efficiency against acceptance, ")
                        .append(kind.title())
                        .append("](")
                        .append(name)
                        .append(")\n\n");
            }
        }
        return figures + optima() + BernoulliTheory.limits(measured) + Walks.text(lab) + lab.provenance(rows);
    }

    private String optima() {
        MarkdownTable table = new MarkdownTable(
                "target", "sampler", "best R", "acceptance there", "EJD", "ESS best at acceptance", "points");
        for (Measured m : measured) {
            Optimum top = m.optimum();
            double acceptance = top.value() / top.scale();
            double relative = top.scaleError() / top.scale();
            table.row(
                    m.target().title(),
                    m.curve(),
                    new Estimate(top.scale(), top.scaleError()),
                    new Estimate(acceptance, acceptance * relative),
                    MarkdownTable.number(2, top.value()),
                    MarkdownTable.number(2, m.acceptanceAt(m.scaleOfLargestSample())),
                    m.points().size());
        }
        return "Where efficiency is largest, by a parabola in log R through the points above 0.9 of the top (RWM on Bernoulli: the"
                + " best integer); in brackets standard errors; - where noise hides the top.\n\n" + table + "\n";
    }

    private static List<Panel> panels(TargetKind kind, List<Measured> curves) {
        List<Panel> panels = new ArrayList<>();
        for (boolean distance : new boolean[] {true, false}) {
            for (Curve curve : Curve.values()) {
                List<CurvePlot.Series> series = new ArrayList<>();
                List<Measured> ofSampler =
                        curves.stream().filter(m -> m.curve() == curve).toList();
                for (int k = 0; k < ofSampler.size(); k++) {
                    series.addAll(series(ofSampler.get(k), k, distance));
                }
                series.add(guide(curve));
                String what = distance ? "EJD" : "ESS";
                panels.add(new Panel(
                        what + " of " + curve + "-R, " + kind.title() + " N="
                                + curves.get(0).target().dimension(),
                        "acceptance rate",
                        what,
                        series));
            }
        }
        return panels;
    }

    private static List<CurvePlot.Series> series(Measured m, int colour, boolean distance) {
        List<CurvePlot.Series> series = new ArrayList<>();
        Function<Outcome, Estimate> figure = distance ? Outcome::jumpDistance : Outcome::sampleSize;
        series.add(new CurvePlot.Series(
                m.target().variant(),
                m.hasTheory() || (m.curve() == Curve.RWM && !distance) ? CurvePlot.Look.POINTS : CurvePlot.Look.JOINED,
                colour,
                m.values(point -> point.acceptance().mean()),
                m.values(point -> figure.apply(point).mean()),
                m.values(point -> figure.apply(point).error())));
        if (distance && m.hasTheory()) {
            series.add(BernoulliTheory.curve(m, colour));
        }
        if (distance) {
            Optimum top = m.optimum();
            series.add(new CurvePlot.Series(
                    "top", CurvePlot.Look.MARK, colour, new double[] {top.value() / top.scale()}, new double[] {
                        top.value()
                    }));
        }
        return series;
    }

    /** An upright line at the best acceptance rate by theory. */
    private static CurvePlot.Series guide(Curve curve) {
        double[] acceptance = {curve.bestAcceptance()};
        return new CurvePlot.Series(
                String.valueOf(curve.bestAcceptance()), CurvePlot.Look.UPRIGHT, 0, acceptance, new double[1]);
    }
}
