package dev.lbp.experiments.paper;

import dev.lbp.Samplers;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Row;
import dev.lbp.models.IsingModel;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Acceptance of single flips against the roughness lambda of an Ising model, {@code log pi = lambda (sum_i a_i s_i +
 * sum_{i~j} s_i s_j)} with a_i uniform in (-1, 1), as in Zanella's slides on informed proposals. The proposals are
 * uninformed, {@code g = 1}, naively informed, {@code g(t) = t}, and locally balanced. Flips are proposed from states
 * in equilibrium. At large lambda nearly all spins of a lattice of this size are equal. So Gibbs sampling starts from
 * equal spins of the sign that the field favours; from random states it would stay in domains for long.
 */
public final class Roughness {

    public static final List<WeightFunction> WEIGHTS = List.of(
            WeightFunction.of("1", logT -> 0.0),
            WeightFunction.of("t", logT -> logT),
            WeightFunction.SQRT,
            WeightFunction.BARKER,
            WeightFunction.MIN,
            WeightFunction.MAX);

    private static final double[] LAMBDAS = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0};

    /** Sweeps of Gibbs sampling before flips are proposed. */
    private static final int SWEEPS = 1_000;

    private static final int STEPS = 1_000;

    /** Sweeps, and steps, of the small size. */
    private static final int SMALL = 200;

    private Roughness() {}

    /** The plan. It has no cells unless Ising is among the settings' targets. */
    static CellPlan plan(Lab lab) throws IOException {
        Settings settings = lab.settings();
        Shared<byte[][]> states = new Shared<>();
        // the estimated seconds of a cell: a step of a chain takes about a microsecond
        double share = Weights.chains(lab) * settings.size().pick(SMALL, STEPS, STEPS) * 1e-6;
        return CellPlan.of(table(lab), lab.sizeKey())
                .where(key -> settings.targets().contains(TargetKind.ISING))
                .axis("lambda", LAMBDAS)
                .repeated("seed", Lab.SEEDS)
                .axis("weight", WEIGHTS, WeightFunction::name)
                .work(key -> share)
                .measured(key -> {
                    String place = "lambda " + key.text("lambda") + ", " + key.text("seed");
                    long field = settings.seed("field " + key.text("seed"));
                    IsingModel model = instance(side(lab), key.number("lambda"), field);
                    byte[][] from = states.of(place, () -> equilibrium(lab, place, model));
                    return measured(lab, key, place, model, from, share);
                });
    }

    /** The side of the Ising target. */
    static int side(Lab lab) {
        return PaperTarget.side(TargetKind.ISING, lab.settings().size());
    }

    /** The last states of Gibbs sampling from equal spins. */
    private static byte[][] equilibrium(Lab lab, String place, IsingModel model) {
        String cell = "Gibbs, " + place;
        byte[][] start = new byte[Weights.chains(lab)][];
        Arrays.fill(start, ordered(model)); // the run copies the state
        return lab.seeded(
                        cell,
                        /* work= */ 0.0,
                        Samplers.gibbs()
                                .build()
                                .sample(model)
                                .chains(start.length)
                                .warmup(lab.settings().size().pick(SMALL, SWEEPS, SWEEPS))
                                .draws(1)
                                .initial(start))
                .finalStates();
    }

    /** The state of equal spins, all up or all down, with the higher probability. */
    static byte[] ordered(IsingModel model) {
        byte[] down = new byte[model.dimension()];
        byte[] up = down.clone();
        Arrays.fill(up, (byte) 1);
        LocalEnergyModel.Tracker tracker = model.newTracker();
        tracker.reset(down);
        double logProb = tracker.logProb();
        tracker.reset(up);
        return tracker.logProb() > logProb ? up : down;
    }

    /** Measures the acceptance rate of single flips by one weight function. */
    private static Row measured(Lab lab, Row key, String place, IsingModel model, byte[][] states, double share) {
        WeightFunction weight = key.part(WeightFunction.class);
        SampleResult result = lab.seeded(
                weight.name() + ", " + place,
                share,
                Samplers.lbp()
                        .weight(weight)
                        .scale(1)
                        .build()
                        .sample(model)
                        .chains(states.length)
                        .warmup(0)
                        .draws(lab.settings().size().pick(SMALL, STEPS, STEPS))
                        .initial(states));
        return key.with("acceptance", result.acceptanceRate()).with("seconds", result.drawTime());
    }

    /** An instance. Except for the factor lambda, the field of a seed is the same at every lambda. */
    public static IsingModel instance(int side, double lambda, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] field = new double[side * side];
        Arrays.setAll(field, i -> lambda * (2.0 * random.nextDouble() - 1.0));
        return IsingModel.lattice(side, side).coupling(lambda).field(field).build();
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("roughness", "size lambda weight seed", "acceptance seconds");
    }
}
