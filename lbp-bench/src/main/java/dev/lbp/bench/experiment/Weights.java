package dev.lbp.bench.experiment;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.models.PaperConfiguration;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.List;

/**
 * Compares weight functions: the common locally balanced ones, with and without replacement, each adapted to acceptance 0.574
 * (GWG-R is LBP-R with replacement). {@link Roughness} measures why they should be locally balanced.
 *
 * <p>Each seed draws its own instance, so that standard errors over seeds include the differences between instances. The first
 * half of the steps is warm-up; during it chains also reach equilibrium.
 */
final class Weights implements Experiment {

    static final List<String> GROUP = List.of("target", "size", "config", "sampler", "weight");

    static final List<String> KEYS = List.of("target", "size", "config", "sampler", "weight", "seed");

    static final List<WeightFunction> BALANCED =
            List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX);

    @Override
    public String name() {
        return "weights";
    }

    @Override
    public String purpose() {
        return "Weight functions, replacement, and local balance.";
    }

    /** Drawing paths without replacement and with it. */
    enum Method {
        LBP,
        GWG;

        Sampler sampler(WeightFunction weight) {
            return this == LBP
                    ? Samplers.lbp().weight(weight).build()
                    : Samplers.gwg().weight(weight).build();
        }
    }

    /**
     * The settings' number of chains divided by the number of seeds: all seeds together have the chains of another experiment.
     */
    static int chains(Lab lab) {
        return chains(lab.settings());
    }

    static int chains(Settings settings) {
        return Math.max(2, settings.chains() / Repetitions.SEEDS);
    }

    @Override
    public void check(Settings settings) {
        for (PaperTarget target : settings.instances(TargetKind.values())) {
            target.check(chains(settings), settings.drawSteps(target));
        }
    }

    @Override
    public void measure(Lab lab) throws IOException {
        lab.expect(comparisons(lab, false) + Roughness.measure(lab, false));
        comparisons(lab, true);
        Roughness.measure(lab, true);
    }

    /** Returns the work of the missing cells; measures them if {@code carryOut}. */
    private static double comparisons(Lab lab, boolean carryOut) throws IOException {
        double work = 0.0;
        Settings settings = lab.settings();
        for (TargetKind kind : settings.targets()) {
            for (PaperConfiguration configuration : settings.configurations()) {
                for (int seed = 1; seed <= Repetitions.SEEDS; seed++) {
                    PaperTarget target = PaperTarget.of(
                            kind, settings.size(), configuration, settings.seed("instance " + seed), settings.rbm());
                    for (Method method : Method.values()) {
                        for (WeightFunction weight : BALANCED) {
                            work += cell(lab, target, method, weight, seed, carryOut);
                        }
                    }
                }
            }
        }
        return work;
    }

    private static double cell(
            Lab lab, PaperTarget target, Method method, WeightFunction weight, int seed, boolean carryOut)
            throws IOException {
        CellTable table = table(lab);
        Row key = key(target, method, weight, seed);
        if (table.find(key).isPresent()) {
            return 0.0;
        }
        int steps = lab.settings().steps(target);
        double work = chains(lab) * (double) steps * target.secondsPerStep(Math.pow(target.dimension(), 2.0 / 3.0));
        if (carryOut) {
            String cell = method + ", " + weight.name() + ", " + seed + ", " + target.id();
            SampleResult result = lab.run(
                    cell,
                    work,
                    method.sampler(weight)
                            .sample(target.model())
                            .chains(chains(lab))
                            .warmup(steps / 2)
                            .draws(steps - steps / 2)
                            .seed(lab.settings().seed(cell))
                            .initial(target.initialStates(
                                    chains(lab), lab.settings().seed("start " + cell))));
            table.add(Outcome.of(result).addTo(key));
        }
        return work;
    }

    private static Row key(PaperTarget target, Method method, WeightFunction weight, int seed) {
        return target.key()
                .with("sampler", method)
                .with("weight", weight.name())
                .with("seed", seed);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("weights", KEYS, Outcome.FIGURES);
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return WeightsReport.publish(lab);
    }
}
