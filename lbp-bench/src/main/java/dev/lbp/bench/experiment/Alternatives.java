package dev.lbp.bench.experiment;

import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a user would pick instead of LBP, by effective samples per second.
 *
 * <p>All start from the same states, where burn-in has led to, so that nobody is charged for it; those that adapt do so in a
 * warm-up of their own, whose time does not count either; and each practises before its first run, so that the compiler's
 * time is not counted. Repetitions differ in the seed, and samplers take turns in
 * each, so that what else the machine does falls on all. The lengths of runs differ, so that fast samplers and slow ones both have
 * effective samples enough to count; a rate does not depend on them.
 *
 * <p>ESS is bulk ESS over all chains, of the log-probability and of the Hamming distance to a random state: a sampler may be good at
 * the one and bad at the other.
 */
final class Alternatives implements Experiment {

    static final List<String> KEYS = List.of("target", "size", "config", "sampler", "repetition");

    static final List<String> FIGURES =
            List.of("R", "acceptance", "ejd", "steps", "draws", "ess_logProb", "ess_hamming", "seconds");

    static final int REPETITIONS = Repetitions.SEEDS;

    /** Of a run. */
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

    /** A run whose result is forgotten; once for each rival, target and process. */
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
