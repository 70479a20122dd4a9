package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Variable selection: the error of inclusion probabilities that each sampler has after about the same processor time of one
 * thread. Runs have fixed numbers of steps, so that figures other than times follow from the seed. Times are those of the process.
 */
final class Selection implements Experiment {

    static final List<String> KEYS = List.of("size", "case", "instance", "repetition", "sampler");

    static final List<String> FIGURES = List.of(
            "p",
            "uncertain",
            "reference_error",
            "R",
            "us_per_step",
            "acceptance",
            "counted_rmse",
            "counted_largest",
            "averaged_rmse",
            "averaged_largest",
            "cpu_seconds",
            "seconds");

    /** Runs from different starts on each instance. */
    static final int REPETITIONS = 3;

    /** The long run of an instance takes as long as this many runs. */
    private static final int REFERENCE = 12;

    /** Chains of the long run. */
    private static final int REFERENCE_CHAINS = 4;

    /** Before the first run of a sampler, a run of this part of its steps, for the compiler. */
    private static final int COLD = 5;

    @Override
    public String name() {
        return "selection";
    }

    @Override
    public String purpose() {
        return "Variable selection: errors of probabilities by CPU time.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("selection", KEYS, FIGURES);
    }

    private static int instances(Lab lab) {
        return lab.settings().budget().either(1, 5);
    }

    /** Seconds of one run. */
    private static double seconds(Lab lab) {
        return lab.settings().size().pick(0.5, 2.0, 4.0)
                * lab.settings().budget().either(1, 4);
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CellTable table = table(lab);
        int cells = SelectionCase.values().length * instances(lab) * REPETITIONS * SelectionSampler.values().length;
        lab.expect(seconds(lab)
                * (cells - table.rows().size() + REFERENCE * SelectionCase.values().length * instances(lab)));
        Set<SelectionSampler> warm = EnumSet.noneOf(SelectionSampler.class);
        for (SelectionCase kind : SelectionCase.values()) {
            for (int instance = 1; instance <= instances(lab); instance++) {
                measure(lab, table, kind, instance, warm);
            }
        }
    }

    /** @param warm the samplers that this process has run */
    private static void measure(Lab lab, CellTable table, SelectionCase kind, int number, Set<SelectionSampler> warm)
            throws IOException {
        int p = SelectionCase.columns(lab.settings().size());
        SelectionInstance instance = null;
        for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
            for (SelectionSampler sampler : SelectionSampler.values()) {
                Row key = key(lab, kind, number, repetition, sampler);
                if (table.find(key).isPresent()) {
                    continue;
                }
                if (instance == null) {
                    double work = REFERENCE * seconds(lab);
                    int draws = SelectionSampler.LBP_1_SWAPS.steps(work, p) / REFERENCE_CHAINS;
                    instance = new SelectionInstance(lab, kind, number, draws, work);
                }
                int steps = sampler.steps(seconds(lab), p);
                if (warm.add(sampler)) {
                    sampler.run(lab, instance.model, "warming up " + key, 0.0, steps / COLD);
                }
                table.add(measured(lab, instance, sampler, key, steps));
            }
        }
    }

    private static Row key(Lab lab, SelectionCase kind, int instance, int repetition, SelectionSampler sampler) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", kind.name())
                .with("instance", instance)
                .with("repetition", repetition)
                .with("sampler", sampler.name());
    }

    private static Row measured(Lab lab, SelectionInstance instance, SelectionSampler sampler, Row key, int steps) {
        long began = System.nanoTime();
        double before = ProcessorTime.ofProcess();
        SelectionSampler.Estimates estimates = sampler.run(lab, instance.model, key.toString(), seconds(lab), steps);
        double cpu = ProcessorTime.ofProcess() - before;
        return key.with("p", instance.model.dimension())
                .with("uncertain", instance.uncertain())
                .with("reference_error", instance.ownError())
                .with("R", estimates.scale())
                .with("us_per_step", 1e6 * cpu / steps)
                .with("acceptance", estimates.acceptance())
                .with("counted_rmse", instance.rootMeanSquare(estimates.counted()))
                .with("counted_largest", instance.largest(estimates.counted()))
                .with("averaged_rmse", instance.rootMeanSquare(estimates.averaged()))
                .with("averaged_largest", instance.largest(estimates.averaged()))
                .with("cpu_seconds", cpu)
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return SelectionTables.publish(lab);
    }
}
