package dev.lbp.experiments.paper;

import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.paper.Efficiency.Curve;
import dev.lbp.experiments.paper.EfficiencyReport.Measured;
import dev.lbp.experiments.report.Columns;
import dev.lbp.models.BernoulliModel;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.theory.OptimalScaling;
import java.util.List;

/**
 * The theory for independent sites by {@link OptimalScaling}, with the equations of the paper that it names: 6 and 8
 * for LBP; 20 for RWM, with probabilities that keep their distance from 1/2 as N grows (beta of that equation is 0).
 */
final class BernoulliTheory {

    private static final int CURVE_POINTS = 200;

    private BernoulliTheory() {}

    /** Theoretical EJD against acceptance over the scales of the measured points. */
    static CurvePlot.Series curve(Measured m, int colour) {
        double[] p = probabilities(m.target());
        List<Outcome> points = m.points();
        double least = 0.5 * points.get(0).scale();
        double growth = 1.5 * points.get(points.size() - 1).scale() / least;
        double[] acceptance = new double[CURVE_POINTS];
        double[] distance = new double[CURVE_POINTS];
        for (int k = 0; k < CURVE_POINTS; k++) {
            double scale = least * Math.pow(growth, k / (CURVE_POINTS - 1.0));
            acceptance[k] = acceptance(m.curve(), p, scale);
            distance[k] = scale * acceptance[k];
        }
        return new CurvePlot.Series(
                m.target().configuration() + " theory", CurvePlot.Look.LINE, colour, acceptance, distance);
    }

    /** The acceptance rate by theory. */
    private static double acceptance(Curve curve, double[] p, double scale) {
        return switch (curve) {
            case LBP -> OptimalScaling.lbpAcceptance(lambda1(p), scale, p.length);
            case RWM -> OptimalScaling.rwmAcceptance(OptimalScaling.lambda2(p), scale);
        };
    }

    private static double lambda1(double[] p) {
        return OptimalScaling.lambda1(p, WeightFunction.BARKER::logWeight);
    }

    private static double[] probabilities(PaperTarget target) {
        return ((BernoulliModel) target.model()).probabilities();
    }

    /** A table of theory beside the measurements of LBP. Empty without measurements on independent sites. */
    static String limits(List<Measured> measured) {
        List<Measured> known = measured.stream()
                .filter(m -> m.hasTheory() && m.curve() == Curve.LBP)
                .toList();
        return known.isEmpty()
                ? ""
                : "LBP on independent sites beside the limit of large N (equations 6 to 8).\n\n"
                        + new Columns<Measured>()
                                .add("target", m -> m.target().title())
                                .add("best R", m -> m.optimum().scaleEstimate())
                                .add("in theory", 1, BernoulliTheory::scale)
                                .add("EJD at the top", 2, m -> m.optimum().value())
                                .add("in theory", 2, BernoulliTheory::distance)
                                .add("measured / theory", 3, m -> m.optimum().value() / distance(m))
                                .of(known)
                        + "\n";
    }

    /** The best R of LBP by theory. */
    private static double scale(Measured m) {
        double[] p = probabilities(m.target());
        return OptimalScaling.lbpScale(lambda1(p), OptimalScaling.LBP_ACCEPTANCE, p.length);
    }

    /** EJD of LBP at the best R, by theory. */
    private static double distance(Measured m) {
        double[] p = probabilities(m.target());
        return OptimalScaling.lbpJumpDistance(lambda1(p), scale(m), p.length);
    }
}
