package dev.lbp.experiments.selection;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import dev.lbp.experiments.report.Rows.Group;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Compares samplers of variable selection by the error of their inclusion probabilities after about the same processor
 * time of one thread. Runs have fixed numbers of steps, so that all figures except times follow from the seed. Times
 * are processor times of the process.
 */
public final class Selection extends Experiment {

    /** The number of runs on each instance, from different starts. */
    static final int REPETITIONS = 3;

    /** The long run of an instance takes as long as 12 runs. */
    private static final int REFERENCE = 12;

    /** Chains of the long run. */
    private static final int REFERENCE_CHAINS = 4;

    /** Before its first run, a sampler makes an unmeasured run of 1/5 of the steps, for the just-in-time compiler. */
    private static final int COLD = 5;

    private static final Columns<Group<SelectionSampler>> TABLE = new Columns<Group<SelectionSampler>>()
            .add("sampler", Group::value)
            .add("R", group -> group.median("%.1f", "R"))
            .add("us per step", group -> group.median("%.1f", "us_per_step"))
            .add("seconds", group -> group.median("%.1f", "cpu_seconds"))
            .add("acceptance", group -> group.median("%.3f", "acceptance"))
            .add("error, shares", group -> group.spread("counted_rmse"))
            .add("error, averages", group -> averaged(group) ? group.spread("averaged_rmse") : "-")
            .add("times sqrt(s)", group -> group.median("%.5f", row -> timesRoot(group, row)))
            .add("largest", group -> group.spread(columnOf(group, "largest")));

    public Selection() {
        super("selection", "Variable selection: errors of probabilities by CPU time.");
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "selection",
                "size case instance repetition sampler",
                "p uncertain reference_error R us_per_step acceptance counted_rmse counted_largest averaged_rmse averaged_largest"
                        + " cpu_seconds seconds");
    }

    /** The number of instances of a case. */
    private static int instances(Lab lab) {
        return lab.settings().budget().quickOrPaper(1, 5);
    }

    /** The approximate seconds of a run. */
    private static double seconds(Lab lab) {
        return lab.settings().size().pick(0.5, 2.0, 4.0)
                * lab.settings().budget().quickOrPaper(1, 4);
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Shared<SelectionInstance> shared = new Shared<>();
        Set<SelectionSampler> warm = EnumSet.noneOf(SelectionSampler.class);
        int p = SelectionCase.columns(lab.settings().size());
        double reference = REFERENCE * seconds(lab);
        return List.of(CellPlan.of(table(lab), lab.sizeKey())
                .axis("case", SelectionCase.values(), Enum::name)
                .repeated("instance", instances(lab))
                .repeated("repetition", REPETITIONS)
                .axis("sampler", SelectionSampler.values(), Enum::name)
                // each run carries its part of the long run, which is made once for an instance
                .work(key -> seconds(lab) + reference / REPETITIONS / SelectionSampler.values().length)
                .measured(key -> {
                    SelectionSampler sampler = key.part(SelectionSampler.class);
                    SelectionCase kind = key.part(SelectionCase.class);
                    int number = key.whole("instance");
                    SelectionInstance instance = shared.of(kind.name() + number, () -> {
                        int draws = SelectionSampler.LBP_1_SWAPS.steps(reference, p) / REFERENCE_CHAINS;
                        return new SelectionInstance(lab, kind, number, draws, reference);
                    });
                    int steps = sampler.steps(seconds(lab), p);
                    if (warm.add(sampler)) {
                        sampler.run(lab, instance.model, "warming up " + key, /* work= */ 0.0, steps / COLD);
                    }
                    return measured(lab, instance, sampler, key, seconds(lab), steps);
                }));
    }

    /**
     * Measures a run.
     *
     * @param seconds the approximate seconds of the run
     * @return the key with all figures of this experiment and of {@link LogisticSelection}
     */
    static Row measured(
            Lab lab, SelectionInstance instance, SelectionSampler sampler, Row key, double seconds, int steps) {
        Stopwatch watch = new Stopwatch();
        SelectionSampler.Estimates estimates = sampler.run(lab, instance.model, key.toString(), seconds, steps);
        double cpu = watch.cpuSeconds();
        return key.with("p", instance.model.dimension())
                .with("uncertain", instance.uncertain())
                .with("reference_error", instance.ownError())
                .with("R", estimates.scale())
                .with("steps", steps)
                .with("us_per_step", 1e6 * cpu / steps)
                .with("acceptance", estimates.acceptance())
                .with("counted_rmse", instance.rootMeanSquare(estimates.counted()))
                .with("counted_largest", instance.largest(estimates.counted()))
                .with("averaged_rmse", instance.rootMeanSquare(estimates.averaged()))
                .with("averaged_largest", instance.largest(estimates.averaged()))
                .with("cpu_seconds", cpu)
                .with("seconds", watch.seconds());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        if (rows.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(
                "Medians over runs from different starts, with the least and the largest;"
                        + " times are processor time of one thread, and a tenth of each run is burn-in. Errors are root mean"
                        + " squares over the variables with a probability in (.01, .9999) by a long run: of shares of draws, and of"
                        + " averages of conditional probabilities. The last two columns are of the averages, or of the shares"
                        + " where there are none: the error times the root of the seconds, and the largest error of any variable.\n");
        for (Group<SelectionCase> group : rows.by("case", SelectionCase.values(), Enum::name)) {
            text.append(format(
                    "%n### %s, p = %,.0f%n%nUncertain variables: %s; error of the long run: %s.%n%n%s",
                    group.value(),
                    group.number("p"),
                    group.spread("uncertain"),
                    group.spread("reference_error"),
                    TABLE.of(group.by("sampler", SelectionSampler.values(), Enum::name))));
        }
        return text.append('\n').append(lab.provenance(rows)).toString();
    }

    /** Whether the sampler has averages of conditional probabilities. */
    private static boolean averaged(Rows rows) {
        return !Double.isNaN(rows.number("averaged_rmse"));
    }

    /**
     * The column of a figure: of the averages of conditional probabilities if the sampler has them, else of the shares
     * of steps with the variable.
     */
    private static String columnOf(Rows rows, String figure) {
        return (averaged(rows) ? "averaged_" : "counted_") + figure;
    }

    /** The error times the root of the seconds, which does not depend on the length of a run. */
    private static double timesRoot(Rows rows, Row row) {
        return row.number(columnOf(rows, "rmse")) * Math.sqrt(row.number("cpu_seconds"));
    }
}
