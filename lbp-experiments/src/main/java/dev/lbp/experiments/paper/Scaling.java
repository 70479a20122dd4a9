package dev.lbp.experiments.paper;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Size;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Figure 5: the growth with N of the best scale of LBP, and of the ratio of its efficiency to that of RWM. At every N
 * the best scale is the maximum of measured jump distances; it is not tuned to the acceptance rate that is best by
 * theory.
 *
 * <p>LBP runs with both weight functions of the paper, because on coupled targets their best scales may grow
 * differently. Two coupled sites that are flipped together add a term to log alpha. With sqrt(t) the term cancels,
 * exactly if the target is quadratic; with t/(t+1) it does not. The number of such pairs grows as R^2 / N.
 *
 * <p>Only jump distances are measured; a fixed number of steps estimates them equally well at every N. Every accepted
 * step flips R sites, so the estimate is R times the acceptance rate, which has less noise than a count of flips.
 */
public final class Scaling extends Experiment {

    /** The measured scales of LBP, in units of the scale at acceptance 0.574. */
    private static final double[] MULTIPLES = {0.6, 0.7, 0.8, 0.9, 1.0, 1.12, 1.25, 1.4, 1.6};

    /** A chain of a large target needs about 150 bytes per site, so there are few chains, and they are long. */
    private static final int CHAINS_DIVISOR = 5;

    /** Steps of a first warm-up from random states, which may be far from equilibrium. */
    private static final int FIRST_STEPS = 300;

    /** Flips of each site during burn-in. */
    private static final double SWEEPS = 30.0;

    /** RWM is measured at increasing scales until its jump distance is below this share of the largest one. */
    private static final double FALLEN = 0.7;

    private static final int FEWEST_RWM_SCALES = 4;

    public Scaling() {
        super(
                "scaling",
                "Figure 5: best R, and LBP over RWM, against N.",
                TargetKind.BERNOULLI,
                TargetKind.ISING,
                TargetKind.FHMM); // the number of sites of an RBM is fixed
    }

    /**
     * The values of N, evenly spaced in log N: from the smallest to a hundred times it, for the small size to ten
     * times.
     */
    private static List<Integer> sites(Settings settings) {
        double least = settings.size().pick(2.0, 3.0, 4.0);
        double decades = settings.size() == Size.SMALL ? 1.0 : 2.0;
        int count = settings.budget().quickOrPaper(5, 7);
        List<Integer> sites = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            sites.add((int) Math.round(Math.pow(10.0, least + decades * k / (count - 1))));
        }
        return sites;
    }

    /** Checks that the runs fit into memory, at the largest N alone because it needs the most. */
    @Override
    public void check(Settings settings) {
        List<Integer> sites = sites(settings);
        int most = sites.get(sites.size() - 1);
        for (TargetKind kind : settings.targets()) {
            PaperTarget.ofSites(
                            kind,
                            settings.size(),
                            most,
                            settings.configurations().get(0),
                            settings.seed())
                    .check(chains(settings), steps(settings));
        }
    }

    @Override
    public void measure(Lab lab) throws IOException {
        Settings settings = lab.settings();
        for (TargetKind kind : TargetKind.values()) {
            if (!kinds().contains(kind) || !settings.targets().contains(kind)) {
                continue;
            }
            for (PaperConfiguration configuration : settings.configurations()) {
                for (int sites : sites(settings)) {
                    PaperTarget target =
                            PaperTarget.ofSites(kind, settings.size(), sites, configuration, settings.seed());
                    for (Weight weight : Weight.values()) {
                        new Place(lab, target, weight).measure();
                    }
                }
            }
        }
    }

    private static int chains(Settings settings) {
        return Math.max(2, settings.chains() / CHAINS_DIVISOR);
    }

    private static int steps(Settings settings) {
        return settings.budget().quickOrPaper(400, 2_000);
    }

    /** The lengths of the runs at each point, in words. */
    static String effort(Lab lab) {
        return format(
                "%d chains of %,d steps at each point, and a burn-in of %.0f flips of each site.",
                chains(lab.settings()), steps(lab.settings()), SWEEPS);
    }

    static CellTable points(Lab lab) throws IOException {
        return lab.table(
                "points", "target size config sites sampler scale", "acceptance acceptance_se ejd ejd_se seconds");
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new ScalingReport(lab).publish();
    }

    /** The paper's weight functions. */
    enum Weight {
        BARKER("lbp-barker", WeightFunction.BARKER),
        SQRT("lbp-sqrt", WeightFunction.SQRT);

        /** The name in the table. */
        final String sampler;

        final WeightFunction function;

        Weight(String sampler, WeightFunction function) {
            this.sampler = sampler;
            this.function = function;
        }
    }

    /** The name of RWM in the table. */
    static final String WALK = "rwm";

    /** Measures LBP with one weight function on one target of one size, and with the first weight function RWM too. */
    private static final class Place {

        private final Lab lab;
        private final PaperTarget target;
        private final CellTable points;
        private final CellTable tuned;
        private final int chains;
        private final Weight weight;
        private byte[][] states = {};

        Place(Lab lab, PaperTarget target, Weight weight) throws IOException {
            this.lab = lab;
            this.target = target;
            this.weight = weight;
            this.points = Scaling.points(lab);
            this.tuned = lab.table("tuned", "target size config sites sampler", "steps R seconds");
            this.chains = chains(lab.settings());
        }

        /** Measures the points at multiples of the adapted scale. */
        void measure() throws IOException {
            double tunedScale = tuned.cell(key(weight.sampler), this::burnIn).number("R");
            lab.measure(List.of(CellPlan.of(points, key(weight.sampler))
                    .axis(
                            "scale",
                            ConstantScale.halves(tunedScale, MULTIPLES, 0.5 * target.dimension()),
                            scale -> scale)
                    .work(point -> work(point.number("scale"), steps()))
                    .measured(point -> {
                        double scale = point.number("scale");
                        return point(
                                point, lbp().scale(new ConstantScale(scale)).build());
                    })));
            if (weight == Weight.BARKER) { // RWM has no weight function, so it is measured once
                measureRwm();
            }
        }

        private Samplers.Lbp lbp() {
            return Samplers.lbp().weight(weight.function);
        }

        /** Measures RWM at increasing scales until its jump distance falls. */
        private void measureRwm() throws IOException {
            double largest = 0.0;
            double last = 0.0;
            for (int next = 1; next <= FEWEST_RWM_SCALES || last >= FALLEN * largest; next++) {
                int scale = next;
                Row walked = points.cell(key(WALK).with("scale", (double) next), point -> {
                    lab.expect(work(scale, steps()));
                    return point(point, Samplers.rwm().scale(scale).build());
                });
                last = walked.number("ejd");
                largest = Math.max(largest, last);
            }
        }

        private Row key(String sampler) {
            return target.key().with("sites", target.dimension()).with("sampler", sampler);
        }

        /** Measures acceptance and jump distance at one scale, from states in equilibrium, so without warm-up. */
        private Row point(Row point, Sampler sampler) {
            if (states.length == 0) {
                burnIn(key(weight.sampler));
            }
            double scale = point.number("scale");
            SampleResult result =
                    run(point.text("sampler") + "-" + scale, sampler, states, 0, steps(), work(scale, steps()));
            Estimate acceptance = Estimate.of(result.acceptanceRates());
            return point.with("acceptance", acceptance)
                    .with("ejd", acceptance.times(scale))
                    .with("seconds", result.drawTime());
        }

        /** The number of steps of each chain at each point. */
        private int steps() {
            return Scaling.steps(lab.settings());
        }

        /** Finds states in equilibrium, and the scale of LBP. */
        private Row burnIn(Row tunedKey) {
            double work = work(Math.pow(target.dimension(), 2.0 / 3.0), FIRST_STEPS);
            lab.expect(work);
            Sampler lbp = lbp().build();
            byte[][] start = target.initialStates(chains, lab.settings().seed("start of " + target.id()));
            int drawn = 1; // after warm-up, which is all that counts here
            SampleResult first = run("first steps", lbp, start, FIRST_STEPS, drawn, work);
            // at acceptance 0.574, enough steps for SWEEPS flips of each site
            int steps = (int) (SWEEPS * target.dimension() / (0.574 * first.scale()));
            work = work(first.scale(), steps);
            lab.expect(work);
            SampleResult second = run("burn-in", lbp, first.finalStates(), steps, drawn, work);
            states = second.finalStates();
            return tunedKey.with("steps", steps).with("R", second.scale()).with("seconds", second.warmUpTime());
        }

        private double work(double scale, int steps) {
            return (double) chains * steps * target.secondsPerStep(scale);
        }

        /** Runs the chains; all steps after warm-up count as one draw. */
        private SampleResult run(String what, Sampler sampler, byte[][] initial, int warmup, int steps, double work) {
            String cell = what + ", " + target.id() + " " + weight.sampler;
            return lab.seeded(
                    cell,
                    work,
                    sampler.sample(target.model())
                            .chains(chains)
                            .warmup(warmup)
                            .draws(1)
                            .thin(steps)
                            .initial(initial));
        }
    }
}
