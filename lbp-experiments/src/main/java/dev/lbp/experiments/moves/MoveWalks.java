package dev.lbp.experiments.moves;

import dev.lbp.ValueRun;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.paper.Weights;
import dev.lbp.experiments.report.Row;
import dev.lbp.internal.Sum;
import dev.lbp.result.ValueResult;
import dev.lbp.target.MoveModel;
import dev.lbp.target.ValueStatistic;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Compares samplers on targets with their own moves by effective samples per second. All samplers start from the same
 * states in equilibrium, take turns in each repetition, and have a practice run before their first run. Each repetition
 * has its own instance.
 */
final class MoveWalks {

    /** The columns with bulk ESS of the log-probability and of a linear statistic. */
    static final List<String> STATISTICS = List.of("ess_logProb", "ess_linear");

    private static final String LINEAR = "linear";

    /** Approximate seconds of one thread for the run of a chain. */
    private static final double QUICK_SECONDS = 0.04;

    private static final double SECONDS = 0.15;

    /** The share of the usual seconds at the small size, whose runs only show what the tables look like. */
    private static final double SMALL_SHARE = 0.03;

    /** A practice run has 1/5 of a run's draws. */
    private static final int PRACTICE_SHARE = 5;

    private final Lab lab;
    private final List<Walker> walkers;
    private final CellTable cells;
    private final double seconds;
    private final Set<String> practised = new HashSet<>();

    MoveWalks(Lab lab, List<Walker> walkers) throws IOException {
        this.lab = lab;
        this.walkers = walkers;
        this.cells = table(lab);
        this.seconds = lab.settings().budget().quickOrPaper(QUICK_SECONDS, SECONDS)
                * lab.settings().size().pick(SMALL_SHARE, 1.0, 1.0);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "cells",
                "model size repetition sampler",
                "a_rw touched acceptance ejd steps draws ess_logProb ess_linear seconds");
    }

    /** Checks that the runs of a case fit into memory. */
    static void check(MoveCase kind, Settings settings) {
        Walker.PAS_1
                .sampler
                .sample(kind.instance().apply(settings.seed()))
                .chains(Weights.chains(settings))
                .marginals(false)
                .check();
    }

    /** Estimated seconds of a run of all chains. */
    private double work() {
        return seconds * Weights.chains(lab);
    }

    /** The plan of the cells of an instance. */
    CellPlan plan(MoveInstance instance) {
        return CellPlan.of(cells, instance.key())
                .axis("sampler", walkers, walker -> walker.title)
                .work(key -> work())
                .measured(key -> measured(instance, key.part(Walker.class), key));
    }

    /** Runs a sampler on an instance; on the first instance of a case after a practice run. */
    private Row measured(MoveInstance instance, Walker walker, Row key) {
        if (practised.add(walker + instance.kind.name())) {
            lab.expect(work() / PRACTICE_SHARE);
            run("practice of ", instance, walker, work() / PRACTICE_SHARE, seconds / PRACTICE_SHARE);
        }
        ValueResult result = run("", instance, walker, work(), seconds);
        return key.with("a_rw", instance.uniformAcceptance())
                .with("touched", instance.touched())
                .with("acceptance", result.acceptanceRate())
                .with("ejd", result.expectedJumpDistance())
                .with("steps", (long) result.draws() * walker.thin(instance))
                .with("draws", result.draws())
                .with("ess_logProb", result.effectiveSampleSize("logProb"))
                .with("ess_linear", result.effectiveSampleSize(LINEAR))
                .with("seconds", result.drawTime());
    }

    /** Runs a sampler from states in equilibrium, for about {@code length} seconds per chain. */
    private ValueResult run(String prefix, MoveInstance instance, Walker walker, double work, double length) {
        int[][] from = instance.states();
        String cell = prefix + walker.title + ", " + instance.id();
        ValueRun run = walker.sampler
                .sample(instance.model())
                .chains(from.length)
                .warmup(0)
                .draws(walker.draws(instance, length))
                .thin(walker.thin(instance))
                .marginals(false)
                .track(LINEAR, linear(instance.model(), lab.settings().seed("numbers of " + instance.id())))
                .initial(from);
        return lab.seeded(cell, work, run);
    }

    /**
     * A statistic that is unrelated to the log-probability: the sum over sites of a standard normal number of the
     * site's value.
     */
    private static ValueStatistic linear(MoveModel model, long seed) {
        ZigguratSampler.NormalizedGaussian gaussian =
                ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
        double[][] numbers = new double[model.dimension()][];
        Arrays.setAll(numbers, i -> gaussian.samples(model.values()).toArray());
        return state -> Sum.of(state.length, i -> numbers[i][state[i]]);
    }
}
