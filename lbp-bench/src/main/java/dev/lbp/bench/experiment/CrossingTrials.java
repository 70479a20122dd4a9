package dev.lbp.bench.experiment;

import dev.lbp.SamplingRun;
import dev.lbp.learn.LearnedProposal;
import dev.lbp.learn.ProposalTraining;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Jumps by learned proposals beside parallel tempering and samplers alone, on targets with separate modes and exact answers. Each
 * repetition learns its proposal again. Times are processor times of the process.
 */
final class CrossingTrials {

    static final int CHAINS = 16;

    private static final int WARM_UP = 10;

    /** Before the first run of a method, a run of this part of its draws, for the compiler. */
    private static final int COLD = 10;

    /** Seconds of one thread, roughly. */
    private static final double LEARNING = 6.0;

    private static final List<String> KEYS = List.of("size", "case", "method", "repetition");

    private static final List<String> FIGURES = List.of(
            "draws",
            "pooled_error",
            "chain_error",
            "crossed",
            "ess",
            "gap_log_prob",
            "jump_acceptance",
            "draw_cpu_seconds",
            "cpu_seconds",
            "seconds");

    private static final List<String> LEARNING_KEYS = List.of("size", "case", "repetition");

    private static final List<String> LEARNING_FIGURES =
            List.of("acceptance", "gap_bound", "importance", "worth", "rarest", "cpu_seconds", "seconds");

    private final Lab lab;

    /** A row for each run. */
    final CellTable trials;

    /** A row for each proposal that was learned. */
    final CellTable learning;

    private final Set<CrossingMethod> warm = new HashSet<>();

    CrossingTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.trials = lab.table("crossing", KEYS, FIGURES);
        this.learning = lab.table("learning", LEARNING_KEYS, LEARNING_FIGURES);
    }

    Row key(CrossingCase target, int repetition) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", target.name())
                .with("repetition", repetition);
    }

    private List<CrossingMethod> missing(CrossingCase target, int repetition) {
        List<CrossingMethod> missing = new ArrayList<>();
        for (CrossingMethod method : CrossingMethod.values()) {
            if (trials.find(key(target, repetition).with("method", method.title))
                    .isEmpty()) {
                missing.add(method);
            }
        }
        return missing;
    }

    /** Adds the missing cells to the expected work. */
    void expect() {
        for (CrossingCase target : CrossingCase.values()) {
            for (int repetition = 1; repetition <= CrossingCase.repetitions(lab.settings()); repetition++) {
                List<CrossingMethod> missing = missing(target, repetition);
                missing.forEach(method -> lab.expect(work(method)));
                lab.expect(missing.stream().anyMatch(CrossingMethod::jumps) ? LEARNING : 0.0);
            }
        }
    }

    private double work(CrossingMethod method) {
        return (1.0 + 1.0 / WARM_UP) * CHAINS * CrossingCase.draws(lab.settings()) * method.seconds;
    }

    /** Measures the missing cells. Methods take turns, so that a temporary load meets all of them. */
    void measure() throws IOException {
        for (CrossingCase kind : CrossingCase.values()) {
            @Nullable CrossingTarget target = null;
            for (int repetition = 1; repetition <= CrossingCase.repetitions(lab.settings()); repetition++) {
                List<CrossingMethod> missing = missing(kind, repetition);
                if (missing.isEmpty()) {
                    continue;
                }
                target = target == null ? kind.target(lab.settings()) : target;
                Row key = key(kind, repetition);
                boolean learned = missing.stream().anyMatch(CrossingMethod::jumps);
                @Nullable StateDistribution q = learned ? learn(target, key) : null;
                for (CrossingMethod method : missing) {
                    measure(target, method, method.jumps() ? q : null, key.with("method", method.title));
                }
            }
        }
    }

    private StateDistribution learn(CrossingTarget target, Row key) throws IOException {
        String task = "learning " + key;
        double cpu = ProcessorTime.ofProcess();
        long began = System.nanoTime();
        LearnedProposal learned = lab.task(
                task,
                LEARNING,
                () -> ProposalTraining.of(target.model())
                        .seed(lab.settings().seed(task))
                        .run());
        if (learning.find(key).isEmpty()) {
            learning.add(key.with("acceptance", learned.acceptance())
                    .with("gap_bound", learned.lowerBound())
                    .with("importance", learned.importanceEss())
                    .with("worth", learned.isWorthIt() ? 1 : 0)
                    .with("rarest", target.rarest())
                    .with("cpu_seconds", ProcessorTime.ofProcess() - cpu)
                    .with("seconds", 1e-9 * (System.nanoTime() - began)));
        }
        return learned.proposal();
    }

    private void measure(CrossingTarget target, CrossingMethod method, @Nullable StateDistribution q, Row key)
            throws IOException {
        int draws = CrossingCase.draws(lab.settings());
        if (warm.add(method)) {
            lab.run("warming up " + key, 0.0, run(target, method, q, "cold " + key, draws / COLD));
        }
        double before = ProcessorTime.ofProcess();
        SampleResult result = lab.run(key.toString(), work(method), run(target, method, q, key.toString(), draws));
        double cpu = ProcessorTime.ofProcess() - before;
        double drawing = 1e-9 * result.drawTime().toNanos();
        double seconds = drawing + 1e-9 * result.warmUpTime().toNanos();
        CrossingTarget.Score score = target.score(result);
        double jumps = method == CrossingMethod.JUMPS ? result.acceptanceRate() : result.jumpAcceptance();
        trials.add(key.with("draws", draws)
                .with("pooled_error", score.pooled())
                .with("chain_error", score.ofChain())
                .with("crossed", score.crossed())
                .with("ess", score.sampleSize())
                .with("gap_log_prob", target.gap(result))
                .with("jump_acceptance", method.jumps() ? jumps : 0.0)
                .with("draw_cpu_seconds", cpu * drawing / seconds)
                .with("cpu_seconds", cpu)
                .with("seconds", seconds));
    }

    private SamplingRun run(
            CrossingTarget target, CrossingMethod method, @Nullable StateDistribution q, String task, int draws) {
        return method.sample(target.model(), q)
                .chains(CHAINS)
                .warmup(Math.max(100, draws / WARM_UP))
                .draws(draws)
                .seed(lab.settings().seed(task))
                .keepDraws();
    }
}
