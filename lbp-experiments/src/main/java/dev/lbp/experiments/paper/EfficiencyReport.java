package dev.lbp.experiments.paper;

import static java.util.Comparator.comparingDouble;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.cli.terminal.Text;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.paper.Efficiency.Curve;
import dev.lbp.experiments.paper.Optimum.Point;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.math3.stat.StatUtils;

/** The tables and figures of {@link Efficiency}. */
final class EfficiencyReport {

    /** The measurements of one sampler on one target, by increasing scale. */
    record Measured(PaperTarget target, Curve curve, List<Outcome> points) {

        /** A figure at each point. */
        double[] values(Function<Outcome, Double> figure) {
            return points.stream().mapToDouble(figure::apply).toArray();
        }

        boolean hasTheory() {
            return target.kind().independent();
        }

        /** The scale of the largest jump distance. */
        Optimum optimum() {
            return optimum(Outcome::jumpDistance);
        }

        /**
         * The top of a figure. For RWM on sites of two probabilities it is the best point, because the curve is a
         * staircase in R, to which no parabola fits. All NaN if noise hides the top, or if every point has a chain that
         * never moved.
         */
        Optimum optimum(Function<Outcome, Estimate> figure) {
            List<Point> curve = points(figure);
            if (curve.stream().allMatch(point -> Double.isNaN(point.value()))) {
                return new Optimum(Double.NaN, Double.NaN, Double.NaN);
            }
            boolean isStaircase = this.curve == Curve.RWM && target.kind() == TargetKind.TWO_VALUED;
            return isStaircase ? Optimum.best(curve) : Optimum.of(curve);
        }

        /** The best R by a figure, and the acceptance rate there. */
        String best(Function<Outcome, Estimate> figure) {
            Estimate scale = optimum(figure).scaleEstimate();
            return scale + " at " + Text.number(3, acceptanceAt(scale.mean()));
        }

        /** A curve of a figure against R, divided by the largest value of the curve. */
        private Series relative(String name, int colour, Function<Outcome, Estimate> figure) {
            double top = StatUtils.max(values(point -> figure.apply(point).mean())); // ignores NaN
            double[] parts = values(point -> figure.apply(point).mean() / top);
            double[] errors = values(point -> figure.apply(point).error() / top);
            return new Series(name, Look.JOINED, colour, values(Outcome::scale), parts, errors);
        }

        private List<Point> points(Function<Outcome, Estimate> figure) {
            return points.stream()
                    .map(point -> new Point(
                            point.scale(),
                            figure.apply(point).mean(),
                            figure.apply(point).error()))
                    .toList();
        }

        /** The acceptance rate at a scale, interpolated linearly in log R. NaN if {@code scale} is NaN. */
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
    private final Rows rows;
    private final List<Measured> measured = new ArrayList<>();

    EfficiencyReport(Lab lab) throws IOException {
        this.lab = lab;
        this.rows = lab.rows(Efficiency.points(lab));
        for (PaperTarget target : lab.settings().instances(TargetKind.values())) {
            for (Group<Curve> curve : rows.with(target.key()).by("sampler", Curve.values(), each -> each)) {
                List<Outcome> points = curve.stream()
                        .map(Outcome::of)
                        .sorted(comparingDouble(Outcome::scale))
                        .toList();
                measured.add(new Measured(target, curve.value(), points));
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
                String name =
                        "efficiency-" + kind + "-" + curves.get(0).target().size();
                String title = "Efficiency against acceptance, " + kind.title();
                figures.append(figure(kind, curves).link(lab.file(name + ".png"), title, 2))
                        .append("\n\n")
                        .append(measures(curves).link(lab, "measures-" + kind, "ESS, EJD and ESJD over R", 2))
                        .append("\n\n");
            }
        }
        return figures + optima() + BernoulliTheory.limits(measured) + Walks.text(lab) + lab.provenance(rows);
    }

    /** The table of the most efficient scales. */
    private String optima() {
        return "Where efficiency is largest, by a cubic in log R through the points above 0.9 of the top (RWM on sites of two"
                + " probabilities: the best integer); in brackets standard errors; - where noise hides the top.\n\n"
                + new Columns<Measured>()
                        .add("target", m -> m.target().title())
                        .add("sampler", Measured::curve)
                        .add("best R", m -> m.optimum().scaleEstimate())
                        .add("acceptance there", m -> m.optimum().acceptance())
                        .add("EJD", 2, m -> m.optimum().value())
                        .add("ESS best at R, acceptance", m -> m.best(Outcome::sampleSize))
                        .add("ESJD best at R, acceptance", m -> m.best(Outcome::squaredJumps))
                        .add("points", m -> m.points().size())
                        .of(measured)
                + "\n";
    }

    /** A figure of ESS, EJD and ESJD over R, for each sampler and target. */
    private static Figure measures(List<Measured> measured) {
        Figure figure = new Figure();
        for (Measured m : measured) {
            List<Series> curves = List.of( // 0 to 2 are numbers of colours
                    m.relative("ESS", 0, Outcome::sampleSize),
                    m.relative("EJD", 1, Outcome::jumpDistance),
                    m.relative("ESJD", 2, Outcome::squaredJumps));
            String title = m.curve() + "-R, " + m.target().title();
            figure.panel(title, "R", "part of the largest", /* logX= */ true, /* logY= */ false, curves);
        }
        return figure;
    }

    /** A figure of EJD and ESS against the acceptance rate, with a panel for each sampler. */
    private static Figure figure(TargetKind kind, List<Measured> measured) {
        Figure figure = new Figure();
        for (String what : new String[] {"EJD", "ESS"}) {
            for (Curve curve : Curve.values()) {
                Curves curves = new Curves();
                List<Measured> ofSampler =
                        measured.stream().filter(m -> m.curve() == curve).toList();
                for (int k = 0; k < ofSampler.size(); k++) {
                    addTo(curves, ofSampler.get(k), /* colour= */ k, /* distance= */ what.equals("EJD"));
                }
                double[] guide = {curve.bestAcceptance}; // an upright line at the best acceptance by theory
                curves.add(String.valueOf(curve.bestAcceptance), Look.UPRIGHT, 0, guide, new double[1]);
                int n = measured.get(0).target().dimension();
                figure.panel(
                        what + " of " + curve + "-R, " + kind.title() + " N=" + n, "acceptance rate", what, curves);
            }
        }
        return figure;
    }

    /**
     * Adds the curve of EJD or ESS of a sampler on a target; for EJD also the curve of theory and the top. Measured
     * points are not joined where theory gives a curve, and for the ESS of RWM.
     *
     * @param distance true for EJD, false for ESS
     */
    private static void addTo(Curves curves, Measured m, int colour, boolean distance) {
        Function<Outcome, Estimate> figure = distance ? Outcome::jumpDistance : Outcome::sampleSize;
        boolean points = m.hasTheory() || (m.curve() == Curve.RWM && !distance);
        curves.add(new Series(
                m.target().variant(),
                points ? Look.POINTS : Look.JOINED,
                colour,
                m.values(point -> point.acceptance().mean()),
                m.values(point -> figure.apply(point).mean()),
                m.values(point -> figure.apply(point).error())));
        if (distance && m.hasTheory()) {
            curves.add(BernoulliTheory.curve(m, colour));
        }
        if (distance) {
            Optimum top = m.optimum();
            double[] acceptance = {top.value() / top.scale()}; // EJD is R times the acceptance
            curves.add("top", Look.MARK, colour, acceptance, new double[] {top.value()});
        }
    }
}
