package dev.lbp.bench.experiment;

import dev.lbp.ValueRun;
import dev.lbp.result.ValueResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Compares samplers on targets with their own moves by effective samples per second, as {@link Alternatives} does on bits: all
 * start from the same states in equilibrium, take turns in each repetition, and have a practice run before their first run.
 * Repetitions differ in the instance.
 */
final class MoveWalks {

    /** The columns with effective sample sizes: bulk ESS of the log-probability and of a {@link LinearStatistic}. */
    static final List<String> STATISTICS = List.of("ess_logProb", "ess_linear");

    private static final List<String> FIGURES =
            List.of("a_rw", "touched", "acceptance", "ejd", "steps", "draws", "ess_logProb", "ess_linear", "seconds");

    private static final String LINEAR = "linear";

    /** Approximate seconds of one thread for a chain. */
    private static final double QUICK_SECONDS = 0.04;

    private static final double SECONDS = 0.15;

    /** The small size is for a look at the tables. */
    private static final double SMALL_SHARE = 0.1;

    /** A practice run has 1/5 of a run's draws. */
    private static final int PRACTICE_SHARE = 5;

    private final Lab lab;
    private final List<Walker> walkers;
    private final CellTable cells;
    private final double seconds;
    private final Set<Walker> practised = EnumSet.noneOf(Walker.class);
    private String practisedOn = "";

    MoveWalks(Lab lab, List<Walker> walkers) throws IOException {
        this.lab = lab;
        this.walkers = walkers;
        this.cells = table(lab);
        this.seconds = lab.settings().budget().either(QUICK_SECONDS, SECONDS)
                * lab.settings().size().pick(SMALL_SHARE, 1.0, 1.0);
    }

    static CellTable table(Lab lab) throws IOException {
        List<String> keys = new ArrayList<>(MoveInstance.KEYS);
        keys.add("sampler");
        return lab.table("cells", keys, FIGURES);
    }

    /** Checks that the runs fit into memory. */
    static void check(MoveCase kind, Settings settings) {
        Walker.PAS_1
                .sampler
                .sample(kind.instance().apply(settings.seed()))
                .chains(Weights.chains(settings))
                .marginals(false)
                .check();
    }

    /** Adds the work of an instance's missing cells to the expected work. */
    void expect(MoveInstance instance) {
        for (Walker walker : walkers) {
            lab.expect(cells.find(key(instance, walker)).isPresent() ? 0.0 : work());
        }
    }

    private double work() {
        return seconds * Weights.chains(lab);
    }

    /** Measures an instance's missing cells. */
    void measure(MoveInstance instance) throws IOException {
        if (!practisedOn.equals(instance.kind.name())) {
            practised.clear();
            practisedOn = instance.kind.name();
        }
        for (Walker walker : walkers) {
            Row key = key(instance, walker);
            if (cells.find(key).isEmpty()) {
                if (practised.add(walker)) {
                    lab.expect(work() / PRACTICE_SHARE);
                    run("practice of ", instance, walker, work() / PRACTICE_SHARE, seconds / PRACTICE_SHARE);
                }
                ValueResult result = run("", instance, walker, work(), seconds);
                cells.add(key.with("a_rw", instance.uniformAcceptance())
                        .with("touched", instance.touched())
                        .with("acceptance", result.acceptanceRate())
                        .with("ejd", result.expectedJumpDistance())
                        .with("steps", (long) result.draws() * walker.thin(instance))
                        .with("draws", result.draws())
                        .with("ess_logProb", result.effectiveSampleSize("logProb"))
                        .with("ess_linear", result.effectiveSampleSize(LINEAR))
                        .with("seconds", 1e-9 * result.drawTime().toNanos()));
            }
        }
    }

    private static Row key(MoveInstance instance, Walker walker) {
        return instance.key().with("sampler", walker.title);
    }

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
                .track(
                        LINEAR,
                        LinearStatistic.random(instance.model(), lab.settings().seed("numbers of " + instance.id())))
                .seed(lab.settings().seed(cell))
                .initial(from);
        return lab.run(cell, work, run);
    }
}
