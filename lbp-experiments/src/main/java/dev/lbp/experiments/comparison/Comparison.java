package dev.lbp.experiments.comparison;

import dev.lbp.Samplers;
import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Effective samples of every sampler per processor second and per step, relative to {@link Samplers#auto}, on ten
 * targets.
 *
 * <p>All samplers of a target start from the same states, the last ones of a long run of auto(). Each sampler has its
 * own warm-up and a practice slice for the just-in-time compiler; neither is measured. Then samplers take turns: a
 * round has one slice of each sampler, and begins with another sampler than the last round. Ratios are between slices
 * of one round, because other programs on the machine slow both alike.
 *
 * <p>Processor seconds are those of the steps, without recording. On targets that are scored as a whole they are those
 * of the process, because native code may use several threads.
 */
public final class Comparison extends Experiment {

    public Comparison() {
        super("samplers", "All samplers on ten targets, per second and per step.");
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table(
                "samplers",
                "size case round sampler",
                "sites chains steps draws ess_energy ess_direction cpu_seconds seconds");
    }

    /** The table with the sampler that auto() has chosen on each target. */
    static CellTable choices(Lab lab) throws IOException {
        return lab.table("choices", "size case choice", "steps");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        ComparisonPlan plan = ComparisonPlan.of(lab.settings());
        Shared<ComparisonInstance> shared = new Shared<>();
        CellTable choices = choices(lab);
        return List.of(CellPlan.of(table(lab), lab.sizeKey())
                .axis("case", ComparisonTarget.values(), Enum::name)
                .repeated("round", plan.rounds())
                .axis("sampler", Comparison::turns, Enum::name)
                .work(key -> plan.work(key.part(ComparisonTarget.class).kind))
                .measured(key -> {
                    ComparisonTarget target = key.part(ComparisonTarget.class);
                    ComparisonInstance instance =
                            shared.of(target, () -> new ComparisonInstance(lab.settings(), plan, target));
                    Row row = lab.task(key.toString(), plan.work(target.kind), () -> instance.measured(key));
                    if (key.part(ComparisonSampler.class) == ComparisonSampler.AUTO) {
                        keepChoice(lab, choices, key.only("size", "case"), instance);
                    }
                    return row;
                }));
    }

    /** Records which sampler auto() has chosen on a target, unless it is recorded already. */
    private static void keepChoice(Lab lab, CellTable choices, Row target, ComparisonInstance instance)
            throws IOException {
        if (new Rows(choices.rows()).with(target).isEmpty()) {
            String choice = lab.task("choice on " + target, 0.0, instance::choice);
            choices.add(target.with("choice", choice).with("steps", instance.warmUp()));
        }
    }

    /**
     * The samplers that fit the target. Odd and even rounds begin at different ones, so that none is always the first.
     */
    private static Stream<ComparisonSampler> turns(Row key) {
        Kind kind = key.part(ComparisonTarget.class).kind;
        List<ComparisonSampler> turns = Stream.of(ComparisonSampler.values())
                .filter(sampler -> sampler.fits(kind))
                .collect(Collectors.toList());
        Collections.rotate(turns, turns.size() / 2 * (key.whole("round") - 1));
        return turns.stream();
    }

    @Override
    public String publish(Lab lab) throws IOException {
        Rows rows = lab.rows(table(lab));
        return rows.isEmpty()
                ? ""
                : new ComparisonReport(rows, lab.rows(choices(lab))).text() + "\n" + lab.provenance(rows);
    }
}
