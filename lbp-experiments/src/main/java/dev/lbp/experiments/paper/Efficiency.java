package dev.lbp.experiments.paper;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Outcome;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Row;
import dev.lbp.theory.OptimalScaling;
import java.io.IOException;
import java.util.List;

/**
 * Figures 1 to 4: jump distance and effective sample size of LBP-R and RWM-R against the acceptance rate.
 *
 * <p>The paper adapts to a target acceptance rate for each point of a curve. Here each point has a fixed scale: a
 * multiple of the scale of burn-in for LBP, an integer for RWM. So no point depends on an adaptation rule, no point
 * needs warm-up, and points can be dense near the top.
 */
public final class Efficiency extends Experiment {

    /**
     * Scales in units of the scale at acceptance 0.574. The last one has an acceptance of about 0.03, as in the paper.
     */
    static final double[] MULTIPLES = {
        0.1, 0.16, 0.25, 0.36, 0.48, 0.6, 0.7, 0.8, 0.9, 1.0, 1.12, 1.25, 1.4, 1.6, 1.9, 2.25, 2.65
    };

    private static final double[] FEWER_MULTIPLES = {0.12, 0.25, 0.45, 0.65, 0.8, 1.0, 1.2, 1.45, 1.8, 2.4};

    /** RWM continues to larger scales until its acceptance is below this. */
    private static final double LEAST_ACCEPTANCE = 0.03;

    /** RWM goes from R to R + R / WALK_DIVISOR, but at least to the next integer. */
    private static final int WALK_DIVISOR = 5;

    private static final int SPARSE_WALK_DIVISOR = 2;

    public Efficiency() {
        super("efficiency", "Figures 1-4: EJD and ESS against acceptance, LBP and RWM.", TargetKind.values());
    }

    @Override
    public void measure(Lab lab) throws IOException {
        List<PaperTarget> targets = lab.settings().instances(TargetKind.values());
        for (PaperTarget target : targets) {
            lab.expect(lbp(lab, target).work());
        }
        for (PaperTarget target : targets) {
            lbp(lab, target).measure(1); // cell by cell, because each run uses all threads
            walk(lab, target);
            lab.measure(List.of(Walks.plan(lab, target)));
        }
    }

    static CellTable points(Lab lab) throws IOException {
        return lab.table("points", "target size config sampler scale", Outcome.COLUMNS);
    }

    /** The cells of LBP, at multiples of the scale of burn-in. */
    private static CellPlan lbp(Lab lab, PaperTarget target) throws IOException {
        double[] multiples =
                sparse(target) ? FEWER_MULTIPLES : lab.settings().budget().quickOrPaper(FEWER_MULTIPLES, MULTIPLES);
        return CellPlan.of(points(lab), target.key().with("sampler", Curve.LBP))
                .axis(
                        "scale",
                        ConstantScale.halves(lab.tunedScale(target), multiples, 0.5 * target.dimension()),
                        scale -> scale)
                .work(key -> lab.work(target, key.number("scale"), lab.drawSteps(target)))
                .measured(key -> {
                    double scale = key.number("scale");
                    Sampler lbp = Samplers.lbp().scale(new ConstantScale(scale)).build();
                    return point(lab, target, key, scale, lbp);
                });
    }

    /** Measures RWM at increasing scales until its acceptance is small. */
    private static void walk(Lab lab, PaperTarget target) throws IOException {
        CellTable points = points(lab);
        int divisor = sparse(target) ? SPARSE_WALK_DIVISOR : WALK_DIVISOR;
        double acceptance = 1.0;
        for (int scale = 1; acceptance >= LEAST_ACCEPTANCE && scale <= target.dimension() / 2; ) {
            double walked = scale;
            Row key = target.key().with("sampler", Curve.RWM).with("scale", walked);
            Row point = points.cell(key, missing -> {
                lab.expect(lab.work(target, walked, lab.drawSteps(target)));
                return point(
                        lab,
                        target,
                        missing,
                        walked,
                        Samplers.rwm().scale((int) walked).build());
            });
            acceptance = point.number("acceptance");
            scale += Math.max(1, scale / divisor);
        }
    }

    /** Measures one point of a curve. */
    private static Row point(Lab lab, PaperTarget target, Row key, double scale, Sampler sampler) throws IOException {
        String cell = key.text("sampler") + "-" + scale + ", " + target.id();
        return lab.fromBurnIn(cell, target, sampler, scale).addTo(key);
    }

    /** Whether the curve has few points. A step of an RBM costs a hundred times a step of another target. */
    private static boolean sparse(PaperTarget target) {
        return target.kind() == TargetKind.RBM;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new EfficiencyReport(lab).publish();
    }

    /** A sampler, with its best acceptance rate by theory. */
    enum Curve {
        LBP(OptimalScaling.LBP_ACCEPTANCE),
        RWM(OptimalScaling.RWM_ACCEPTANCE);

        final double bestAcceptance;

        Curve(double bestAcceptance) {
            this.bestAcceptance = bestAcceptance;
        }
    }
}
