package dev.lbp.experiments.alternatives;

import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.PaperTarget;
import dev.lbp.experiments.frame.TargetKind;
import dev.lbp.experiments.report.Row;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Compares LBP with other samplers that a user could choose, by effective samples per second.
 *
 * <p>All samplers start from the final states of the same burn-in. The times of burn-in and of an adaptive sampler's
 * warm-up are not counted. Each sampler has a practice run before its first run, so that just-in-time compilation is
 * not counted. Each repetition has its own seed, and samplers take turns in it, because other programs then slow all
 * samplers alike. The lengths of runs differ, so that fast and slow samplers have enough effective samples; a rate does
 * not depend on the length.
 *
 * <p>ESS is bulk ESS over all chains, of the log-probability and of the Hamming distance to a random state, because a
 * sampler may be fast for one statistic and slow for the other.
 */
public final class Alternatives extends Experiment {

    static final int REPETITIONS = 7;

    /** A practice run has 1/5 of a run's draws. */
    private static final int PRACTICE_SHARE = 5;

    public Alternatives() {
        super("alternatives", "ESS per second of LBP, RWM and Gibbs of all kinds.", TargetKind.values());
    }

    static CellTable cells(Lab lab) throws IOException {
        return lab.table(
                "cells",
                "target size config sampler repetition",
                "R acceptance ejd steps draws ess_logProb ess_hamming seconds");
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        Set<String> practised = new HashSet<>();
        return List.of(CellPlan.of(cells(lab), lab.targetKeys())
                .repeated("repetition", REPETITIONS)
                .axis("sampler", Rival.values(), rival -> rival)
                .where(key -> key.part(Rival.class).fits(key.part(PaperTarget.class)))
                .work(key -> key.part(Rival.class).work(lab, key.part(PaperTarget.class)))
                .measured(key -> {
                    Rival rival = key.part(Rival.class);
                    PaperTarget target = key.part(PaperTarget.class);
                    if (practised.add(rival + target.id())) {
                        practise(lab, target, rival);
                    }
                    return cell(lab, target, rival, key);
                }));
    }

    /** Executes a practice run and discards its result. */
    private static void practise(Lab lab, PaperTarget target, Rival rival) throws IOException {
        byte[][] from = lab.burnIn(target).states();
        double work = rival.work(lab, target) / PRACTICE_SHARE;
        lab.expect(work);
        lab.run(
                "practice of " + rival.title + ", " + target.id(),
                work,
                rival.sampler
                        .sample(target.model())
                        .chains(from.length)
                        .warmup(0)
                        .draws(Math.max(1, rival.draws(lab, target) / PRACTICE_SHARE))
                        .thin(rival.thin(target))
                        .initial(from));
    }

    private static Row cell(Lab lab, PaperTarget target, Rival rival, Row key) throws IOException {
        String cell = rival.title + " " + key.text("repetition") + ", " + target.id();
        byte[][] from = lab.burnIn(target).states();
        SampleResult result = lab.seeded(
                cell,
                rival.work(lab, target),
                rival.sampler
                        .sample(target.model())
                        .chains(from.length)
                        .warmup(rival.warmUp(lab, target))
                        .draws(rival.draws(lab, target))
                        .thin(rival.thin(target))
                        .initial(from));
        return key.with("R", result.scale())
                .with("acceptance", result.acceptanceRate())
                .with("ejd", result.expectedJumpDistance())
                .with("steps", rival.draws(lab, target) * rival.thin(target))
                .with("draws", rival.draws(lab, target))
                .with("ess_logProb", result.effectiveSampleSize("logProb"))
                .with("ess_hamming", result.effectiveSampleSize("hamming"))
                .with("seconds", result.drawTime());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new AlternativesReport(lab).publish();
    }
}
