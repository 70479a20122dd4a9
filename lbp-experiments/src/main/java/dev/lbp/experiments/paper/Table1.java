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
import dev.lbp.proposal.ScaleController;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Table 1: six samplers on four targets, measured as in the paper, from the paper's initial states. The first half of
 * the steps is burn-in; adaptive samplers adapt during it. Statistics are over the second half, and seconds over all
 * steps.
 *
 * <p>GRWM and GLBP first search a grid of at most {@link #GRID} scales for the largest jump distance, from states after
 * steps of ALBP. Then they run with the best scale. Their seconds do not include the search, which has its own column.
 */
public final class Table1 extends Experiment {

    /** The largest number of scales of a grid search, over both passes. */
    private static final int GRID = 12;

    private static final int COARSE = 5;

    /** Steps at each scale of a search. */
    private static final int SEARCH_STEPS = 1_000;

    private static final int QUICK_SEARCH_STEPS = 100;

    /** Before a search ALBP makes 1/8 of all steps, because out of equilibrium other scales would be best. */
    private static final int SETTLING_SHARE = 8;

    /**
     * Factor between scales of the second pass. With it, the loss of EJD against the best scale is below one percent.
     */
    private static final double FINE = Math.pow(2.0, 0.25);

    /** The samplers, by their names in the paper. */
    enum Method {
        RWM_1,
        ARWM,
        GRWM,
        LBP_1,
        ALBP,
        GLBP;

        boolean searches() {
            return this == GRWM || this == GLBP;
        }

        boolean informed() {
            return this == LBP_1 || this == ALBP || this == GLBP;
        }

        /**
         * Makes the sampler.
         *
         * @param found the scale that a search has found; NaN for methods without a search
         */
        Sampler sampler(double found) {
            return switch (this) {
                case RWM_1 -> Samplers.rwm().scale(1).build();
                case ARWM -> Samplers.rwm().adaptive(0.234).build();
                case GRWM -> Samplers.rwm().scale(new ConstantScale(found)).build();
                case LBP_1 -> Samplers.lbp().scale(1).build();
                case ALBP -> Samplers.lbp().adaptive(0.574).build();
                case GLBP -> Samplers.lbp().scale(new ConstantScale(found)).build();
            };
        }

        @Override
        public String toString() {
            return name().replace('_', '-');
        }
    }

    public Table1() {
        super("table1", "Table 1: six samplers on four targets, beside the paper.", TargetKind.values());
    }

    static CellTable cells(Lab lab) throws IOException {
        return lab.table("cells", "target size config sampler", "steps search_seconds " + Outcome.COLUMNS);
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        return List.of(CellPlan.of(cells(lab), lab.targetKeys())
                .axis("sampler", Method.values(), method -> method)
                .work(key -> {
                    Method method = key.part(Method.class);
                    PaperTarget target = key.part(PaperTarget.class);
                    return work(lab, target, method) + (method.searches() ? searchWork(lab, target, method) : 0.0);
                })
                .measured(key -> cell(lab, key.part(PaperTarget.class), key.part(Method.class), key)));
    }

    private static double work(Lab lab, PaperTarget target, Method method) {
        return lab.work(target, typicalScale(target, method), lab.settings().steps(target));
    }

    private static double searchWork(Lab lab, PaperTarget target, Method method) {
        return settlingWork(lab, target) + lab.work(target, typicalScale(target, method), GRID * searchSteps(lab));
    }

    private static int settlingSteps(Lab lab, PaperTarget target) {
        return lab.settings().steps(target) / SETTLING_SHARE;
    }

    private static double settlingWork(Lab lab, PaperTarget target) {
        return lab.work(target, typicalScale(target, Method.ALBP), settlingSteps(lab, target));
    }

    private static int searchSteps(Lab lab) {
        return lab.settings().budget().quickOrPaper(QUICK_SEARCH_STEPS, SEARCH_STEPS);
    }

    /** A typical scale of the method, for estimates of time. */
    private static double typicalScale(PaperTarget target, Method method) {
        return method.informed() && method != Method.LBP_1 ? Math.pow(target.dimension(), 2.0 / 3.0) : 1.0;
    }

    /** Measures a method on a target, after its search if it has one. */
    private static Row cell(Lab lab, PaperTarget target, Method method, Row key) throws IOException {
        Search search = method.searches() ? search(lab, target, method) : new Search(Double.NaN, 0.0);
        String cell = method + ", " + target.id();
        int steps = lab.settings().steps(target);
        SampleResult result = lab.runSaved(
                cell,
                work(lab, target, method),
                method.sampler(search.scale)
                        .sample(target.model())
                        .chains(lab.settings().chains())
                        .warmup(steps / 2)
                        .draws(steps - steps / 2)
                        .seed(lab.settings().seed(cell))
                        .initial(initial(lab, target)));
        Outcome ofDraws = Outcome.of(result);
        double seconds = ofDraws.seconds() + 1e-9 * result.warmUpTime().toNanos();
        Outcome withWarmUpTime = new Outcome(
                ofDraws.scale(), ofDraws.acceptance(), ofDraws.jumpDistance(), ofDraws.sampleSize(), seconds);
        return withWarmUpTime.addTo(key.with("steps", steps).with("search_seconds", search.seconds));
    }

    private static byte[][] initial(Lab lab, PaperTarget target) {
        return target.initialStates(lab.settings().chains(), lab.settings().seed("start of " + target.id()));
    }

    /** The scale that a search has found, and the seconds that the search took. */
    private record Search(double scale, double seconds) {}

    /**
     * Searches the scale of largest jump distance. The best scale of RWM is O(1), so the grid is 1, 2, 3, ... The best
     * scale of LBP is O(N^(2/3)): a first pass covers N^(2/3) / 4 to 4 N^(2/3) in factors of two, and a second pass
     * covers the neighbourhood of the best scale found.
     */
    private static Search search(Lab lab, PaperTarget target, Method method) {
        String cell = "search of " + method + ", " + target.id();
        int each = searchSteps(lab);
        double work = lab.work(target, typicalScale(target, method), each);
        SampleResult settled = warmUp(
                lab,
                cell + ", start",
                settlingWork(lab, target),
                target,
                Samplers.lbp().build(),
                settlingSteps(lab, target),
                initial(lab, target));
        byte[][] from = settled.finalStates();
        double largest = Math.max(1.0, 0.5 * target.dimension());
        if (!method.informed()) {
            double[] scales = DoubleStream.iterate(1.0, r -> r <= Math.min(GRID, largest), r -> r + 1.0)
                    .toArray();
            Sampler grid = Samplers.rwm().scale(ScaleController.grid(scales)).build();
            SampleResult result = warmUp(lab, cell, work * scales.length, target, grid, each * scales.length, from);
            return new Search(result.scale(), seconds(settled, result));
        }
        double[] coarse = around(Math.pow(target.dimension(), 2.0 / 3.0), 2.0, COARSE, largest);
        SampleResult first = searchLbp(lab, cell + ", first pass", work, target, coarse, each, from);
        double[] fine = around(first.scale(), FINE, GRID - COARSE, largest);
        SampleResult second = searchLbp(lab, cell + ", second pass", work, target, fine, each, first.finalStates());
        return new Search(second.scale(), seconds(settled, first, second));
    }

    /**
     * Searches the best of some scales of LBP during a warm-up.
     *
     * @param work estimated seconds of {@code each} steps
     * @param each the number of steps for each scale
     * @param from the first states of the chains
     */
    private static SampleResult searchLbp(
            Lab lab, String cell, double work, PaperTarget target, double[] scales, int each, byte[][] from) {
        Sampler grid = Samplers.lbp().scale(ScaleController.grid(scales)).build();
        return warmUp(lab, cell, work * scales.length, target, grid, each * scales.length, from);
    }

    /**
     * An odd number of scales around {@code middle}, each {@code factor} times the previous one, limited to [1, {@code
     * largest}], without repetitions.
     */
    static double[] around(double middle, double factor, int count, double largest) {
        return IntStream.rangeClosed(-(count / 2), count / 2)
                .mapToDouble(k -> Math.min(largest, Math.max(1.0, middle * Math.pow(factor, k))))
                .distinct()
                .toArray();
    }

    private static SampleResult warmUp(
            Lab lab, String cell, double work, PaperTarget target, Sampler sampler, int steps, byte[][] from) {
        return lab.seeded(
                cell,
                work,
                sampler.sample(target.model())
                        .chains(from.length)
                        .warmup(steps)
                        .draws(1)
                        .initial(from));
    }

    /** The seconds of all warm-ups, for searches made of short runs. */
    private static double seconds(SampleResult... results) {
        return Stream.of(results)
                .mapToDouble(result -> 1e-9 * result.warmUpTime().toNanos())
                .sum();
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new Table1Report(lab).publish();
    }
}
