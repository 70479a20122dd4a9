package dev.lbp.bench.experiment;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Figures 1 to 4: jump distance and effective sample size of LBP-R and RWM-R against the acceptance rate.
 *
 * <p>The paper moves along each curve by target acceptance rates and adapts to each of them. Here each point has a fixed scale:
 * multiples of the scale of burn-in for LBP, the first integers for RWM. Acceptance is then a result, so that no point depends on
 * an adaptation rule, none needs warm-up, and points can be dense near the top.
 */
final class Efficiency implements Experiment {

    static final List<String> KEYS = List.of("target", "size", "config", "sampler", "scale");

    /** In units of the scale at acceptance 0.574: to an acceptance of about 0.03, as in the paper; close near the top. */
    static final double[] MULTIPLES = {
        0.1, 0.16, 0.25, 0.36, 0.48, 0.6, 0.7, 0.8, 0.9, 1.0, 1.12, 1.25, 1.4, 1.6, 1.9, 2.25, 2.65
    };

    private static final double[] FEWER_MULTIPLES = {0.12, 0.25, 0.45, 0.65, 0.8, 1.0, 1.2, 1.45, 1.8, 2.4};

    /** RWM continues to larger scales until its acceptance is below this. */
    private static final double LEAST_ACCEPTANCE = 0.03;

    /** RWM goes from R to R + R / WALK_DIVISOR, but at least to the next integer. */
    private static final int WALK_DIVISOR = 5;

    private static final int SPARSE_WALK_DIVISOR = 2;

    @Override
    public String name() {
        return "efficiency";
    }

    @Override
    public String purpose() {
        return "Figures 1-4: EJD and ESS against acceptance, LBP and RWM.";
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CellTable points = points(lab);
        List<PaperTarget> targets = lab.settings().instances(TargetKind.values());
        for (PaperTarget target : targets) {
            double expected = 0.0;
            for (double scale : scales(lab, target)) {
                boolean done = points.find(key(target, Curve.LBP, scale)).isPresent();
                expected += done ? 0.0 : lab.work(target, scale, lab.drawSteps(target));
            }
            lab.expect(expected);
        }
        for (PaperTarget target : targets) {
            for (double scale : scales(lab, target)) {
                Sampler lbp = Samplers.lbp().scale(new ConstantScale(scale)).build();
                point(lab, points, target, Curve.LBP, scale, lbp, false);
            }
            int scale = 1;
            double acceptance = 1.0;
            while (acceptance >= LEAST_ACCEPTANCE && scale <= target.dimension() / 2) {
                Sampler rwm = Samplers.rwm().scale(scale).build();
                acceptance =
                        point(lab, points, target, Curve.RWM, scale, rwm, true).number("acceptance");
                scale += Math.max(1, scale / (sparse(target) ? SPARSE_WALK_DIVISOR : WALK_DIVISOR));
            }
            Walks.measure(lab, target);
        }
    }

    static CellTable points(Lab lab) throws IOException {
        return lab.table("points", KEYS, Outcome.FIGURES);
    }

    private static Row key(PaperTarget target, Curve curve, double scale) {
        return target.key().with("sampler", curve).with("scale", scale);
    }

    private static Row point(
            Lab lab,
            CellTable points,
            PaperTarget target,
            Curve curve,
            double scale,
            Sampler sampler,
            boolean unexpected)
            throws IOException {
        Row key = key(target, curve, scale);
        Row done = points.find(key).orElse(null);
        if (done != null) {
            return done;
        }
        if (unexpected) {
            lab.expect(lab.work(target, scale, lab.drawSteps(target)));
        }
        String cell = curve + "-" + scale + ", " + target.id();
        return points.add(lab.fromBurnIn(cell, target, sampler, scale).addTo(key));
    }

    /** Whether it has few points: a step of an RBM costs the same at any scale, and a hundred times a step of the others. */
    private static boolean sparse(PaperTarget target) {
        return target.kind() == TargetKind.RBM;
    }

    /** The scales of LBP, ascending. */
    private static List<Double> scales(Lab lab, PaperTarget target) throws IOException {
        double tuned = lab.tunedScale(target);
        double[] multiples =
                sparse(target) ? FEWER_MULTIPLES : lab.settings().budget().either(FEWER_MULTIPLES, MULTIPLES);
        List<Double> scales = new ArrayList<>();
        for (double multiple : multiples) {
            double scale = ConstantScale.half(multiple * tuned);
            if (!scales.contains(scale) && scale <= 0.5 * target.dimension()) {
                scales.add(scale);
            }
        }
        return scales;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new EfficiencyReport(lab).publish();
    }

    /** A sampler, and its best acceptance rate by theory. */
    enum Curve {
        LBP(OptimalScaling.LBP_ACCEPTANCE),
        RWM(OptimalScaling.RWM_ACCEPTANCE);

        private final double bestAcceptance;

        Curve(double bestAcceptance) {
            this.bestAcceptance = bestAcceptance;
        }

        double bestAcceptance() {
            return bestAcceptance;
        }
    }
}
