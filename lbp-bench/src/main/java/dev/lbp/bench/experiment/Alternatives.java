package dev.lbp.bench.experiment;

import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Compares the samplers that a user could choose instead of LBP, by effective samples per second.
 *
 * <p>All start from the same states, the final ones of burn-in, and its time counts for none. Adaptive samplers have their own
 * warm-up; its time does not count either. Each has a practice run before its first run, so that the compiler's time does not
 * count. Repetitions differ in the seed, and samplers take turns in each, so that other work of the machine slows all alike. The
 * lengths of runs differ, so that both fast and slow samplers have enough effective samples; a rate does not depend on the
 * length.
 *
 * <p>ESS is bulk ESS over all chains, of the log-probability and of the Hamming distance to a random state: a sampler may be good
 * for one and bad for the other.
 */
final class Alternatives implements Experiment {

    static final List<String> KEYS = List.of("target", "size", "config", "sampler", "repetition");

    static final List<String> FIGURES =
            List.of("R", "acceptance", "ejd", "steps", "draws", "ess_logProb", "ess_hamming", "seconds");

    static final int REPETITIONS = 7;

    /** A practice run has 1/5 of a run's draws. */
    private static final int PRACTICE_SHARE = 5;

    @Override
    public String name() {
        return "alternatives";
    }

    @Override
    public String purpose() {
        return "ESS per second of LBP, RWM and Gibbs of all kinds.";
    }

    static CellTable cells(Lab lab) throws IOException {
        return lab.table("cells", KEYS, FIGURES);
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CellTable cells = cells(lab);
        List<PaperTarget> targets = lab.settings().instances(TargetKind.values());
        for (PaperTarget target : targets) {
            for (Rival rival : Rival.values()) {
                for (int repetition = 1; repetition <= REPETITIONS && rival.fits(target); repetition++) {
                    boolean done = cells.find(key(target, rival, repetition)).isPresent();
                    lab.expect(done ? 0.0 : rival.work(lab, target));
                }
            }
        }
        for (PaperTarget target : targets) {
            Set<Rival> practised = EnumSet.noneOf(Rival.class);
            for (int repetition = 1; repetition <= REPETITIONS; repetition++) {
                for (Rival rival : Rival.values()) {
                    Row key = key(target, rival, repetition);
                    if (rival.fits(target) && cells.find(key).isEmpty()) {
                        if (practised.add(rival)) {
                            practise(lab, target, rival);
                        }
                        cells.add(cell(lab, target, rival, repetition, key));
                    }
                }
            }
        }
    }

    static Row key(PaperTarget target, Rival rival, int repetition) {
        return target.key().with("sampler", rival).with("repetition", repetition);
    }

    /** Executes a run and discards its result; once for each rival, target and process. */
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

    private static Row cell(Lab lab, PaperTarget target, Rival rival, int repetition, Row key) throws IOException {
        String cell = rival.title + " " + repetition + ", " + target.id();
        byte[][] from = lab.burnIn(target).states();
        SampleResult result = lab.run(
                cell,
                rival.work(lab, target),
                rival.sampler
                        .sample(target.model())
                        .chains(from.length)
                        .warmup(rival.warmUp(lab, target))
                        .draws(rival.draws(lab, target))
                        .thin(rival.thin(target))
                        .seed(lab.settings().seed(cell))
                        .initial(from));
        return key.with("R", result.scale())
                .with("acceptance", result.acceptanceRate())
                .with("ejd", result.expectedJumpDistance())
                .with("steps", rival.draws(lab, target) * rival.thin(target))
                .with("draws", rival.draws(lab, target))
                .with("ess_logProb", result.effectiveSampleSize("logProb"))
                .with("ess_hamming", result.effectiveSampleSize("hamming"))
                .with("seconds", 1e-9 * result.drawTime().toNanos());
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new AlternativesReport(lab).publish();
    }
}
