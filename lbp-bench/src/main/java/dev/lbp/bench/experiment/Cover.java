package dev.lbp.bench.experiment;

import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Gene sets that explain a list of genes: which sampler has most effective samples per processor second. Each repetition has its
 * own instance; on each, all samplers start from the same states in equilibrium, one after another, so that a temporary load meets
 * all of them.
 */
final class Cover implements Experiment {

    static final List<String> KEYS = List.of("size", "repetition", "sampler");

    private static final List<String> FIGURES = List.of(
            "sets",
            "found",
            "R",
            "us_per_step",
            "acceptance",
            "ess_log_prob",
            "rmse",
            "deviation",
            "cpu_seconds",
            "seconds");

    private static final int CHAINS = 2;

    /** Before the clock starts, a run of this part of the draws, for the compiler. */
    private static final int COLD = 5;

    private static final int REFERENCE_DRAWS = 25_000;

    /** Seconds of one thread for a cell and for a long run, for the progress. */
    private static final double CELL = 3.0;

    private static final double REFERENCE = 10.0;

    @Override
    public String name() {
        return "cover";
    }

    @Override
    public String purpose() {
        return "Gene sets: LBP, Gibbs and RWM by the processor second.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("cover", KEYS, FIGURES);
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CellTable table = table(lab);
        int cells =
                Repetitions.SEEDS * CoverSampler.values().length - table.rows().size();
        lab.expect(draws(lab, REFERENCE_DRAWS)
                / (double) REFERENCE_DRAWS
                * (CELL * cells + REFERENCE * Repetitions.SEEDS));
        for (int repetition = 1; repetition <= Repetitions.SEEDS; repetition++) {
            int number = repetition;
            List<CoverSampler> missing = Arrays.stream(CoverSampler.values())
                    .filter(sampler -> table.find(key(lab, number, sampler)).isEmpty())
                    .toList();
            if (missing.isEmpty()) {
                continue;
            }
            CoverInstance instance = new CoverInstance(lab, repetition, draws(lab, REFERENCE_DRAWS));
            for (CoverSampler sampler : missing) {
                table.add(measured(lab, instance, sampler, key(lab, repetition, sampler)));
            }
        }
    }

    /** A number of draws for the budget and the size. */
    private static int draws(Lab lab, int quick) {
        int draws = lab.settings().budget().either(quick, 10 * quick);
        return lab.settings().size().pick(draws / 20, draws, draws);
    }

    private static Row key(Lab lab, int repetition, CoverSampler sampler) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("repetition", repetition)
                .with("sampler", sampler.name());
    }

    private static Row measured(Lab lab, CoverInstance instance, CoverSampler sampler, Row key) {
        int draws = draws(lab, 2 * sampler.steps / sampler.thin);
        lab.run("warming up " + key, 0.0, run(lab, instance, sampler, "cold " + key, Math.max(100, draws / COLD)));
        SamplingRun run = run(lab, instance, sampler, key.toString(), draws);
        double before = ProcessorTime.ofProcess();
        SampleResult result = lab.run(key.toString(), 0.0, run);
        double cpu = ProcessorTime.ofProcess() - before;
        boolean averaged = sampler == CoverSampler.LBP_1_CONDITIONALS;
        double[] estimates = averaged ? result.conditionals().orElseThrow().marginals() : result.marginals();
        double[] errors = averaged ? result.conditionals().orElseThrow().errors() : result.marginalErrors();
        return key.with("sets", instance.model.dimension())
                .with("found", instance.found())
                .with("R", result.scale())
                .with("us_per_step", 1e6 * cpu / ((double) CHAINS * draws * sampler.thin))
                .with("acceptance", result.acceptanceRate())
                .with("ess_log_prob", result.effectiveSampleSize("logProb"))
                .with("rmse", instance.rootMeanSquare(estimates))
                .with("deviation", instance.largestDeviation(estimates, errors))
                .with("cpu_seconds", cpu)
                .with("seconds", 1e-9 * result.drawTime().toNanos());
    }

    private static SamplingRun run(Lab lab, CoverInstance instance, CoverSampler sampler, String task, int draws) {
        SamplingRun run = sampler.sampler(instance.tuned)
                .sample(instance.model)
                .chains(CHAINS)
                .initial(Arrays.copyOf(instance.states, CHAINS))
                .warmup(0)
                .draws(draws)
                .thin(sampler.thin)
                .seed(lab.settings().seed(task));
        return sampler == CoverSampler.LBP_1_CONDITIONALS ? run.conditionals() : run;
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return CoverTables.publish(lab);
    }
}
