package dev.lbp.experiments.proposals;

import dev.lbp.SamplingRun;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.CellTable;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.learn.LearnedProposal;
import dev.lbp.learn.ProposalTraining;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares jumps by learned proposals with parallel tempering and with plain samplers, on targets with separate modes
 * and exact answers. Each repetition learns its own proposal. Times are processor times of the process.
 */
final class CrossingTrials {

    static final int CHAINS = 16;

    /** Warm-up has 1/10 of the draws. */
    private static final int WARM_UP = 10;

    /** Before its first run, a method makes an unmeasured run of 1/10 of the draws, for the just-in-time compiler. */
    private static final int COLD = 10;

    /** Estimated seconds of one thread for the learning of a proposal. */
    private static final double LEARNING = 6.0;

    private final Lab lab;

    /** A row for each run. */
    final CellTable trials;

    /** A row for each learned proposal. */
    final CellTable learning;

    /** The methods that have made their unmeasured run. */
    private final Set<CrossingMethod> warm = new HashSet<>();

    CrossingTrials(Lab lab) throws IOException {
        this.lab = lab;
        this.trials = lab.table(
                "crossing",
                "size case method repetition",
                "draws pooled_error chain_error crossed ess gap_log_prob jump_acceptance draw_cpu_seconds cpu_seconds seconds");
        this.learning = lab.table(
                "learning", "size case repetition", "acceptance gap_bound importance worth rarest cpu_seconds seconds");
    }

    /** The plan of the runs. Methods take turns, so that a temporary load slows all of them. */
    CellPlan plan() {
        Shared<CrossingTarget> targets = new Shared<>();
        Shared<StateDistribution> learned = new Shared<>();
        long jumping =
                Stream.of(CrossingMethod.values()).filter(CrossingMethod::jumps).count();
        return CellPlan.of(trials, lab.sizeKey())
                .axis("case", CrossingCase.values(), Enum::name)
                .repeated("repetition", CrossingCase.repetitions(lab.settings()))
                .axis("method", CrossingMethod.values(), method -> method.title)
                // the methods with jumps share the proposal of a repetition, and the seconds of its learning
                .work(key -> work(method(key)) + (method(key).jumps() ? LEARNING / jumping : 0.0))
                .measured(key -> {
                    CrossingCase kind = key.part(CrossingCase.class);
                    CrossingTarget target = targets.of(kind, () -> kind.target(lab.settings()));
                    Row instance = key.only("size", "case", "repetition");
                    return measured(
                            target,
                            method(key).jumps() ? learned.of(instance.toString(), () -> learn(target, instance)) : null,
                            key);
                });
    }

    private static CrossingMethod method(Row key) {
        return key.part(CrossingMethod.class);
    }

    /** Estimated seconds of one thread for a run. */
    private double work(CrossingMethod method) {
        return (1.0 + 1.0 / WARM_UP) * CHAINS * CrossingCase.draws(lab.settings()) * method.seconds;
    }

    /** Learns the proposal of a repetition, and writes its row of {@link #learning}. */
    private StateDistribution learn(CrossingTarget target, Row key) throws IOException {
        String task = "learning " + key;
        Stopwatch watch = new Stopwatch();
        LearnedProposal learned = lab.task(
                task,
                LEARNING,
                () -> ProposalTraining.of(target.model())
                        .seed(lab.settings().seed(task))
                        .run());
        learning.cell(
                key,
                row -> watch.addTo(row.with("acceptance", learned.acceptance())
                        .with("gap_bound", learned.lowerBound())
                        .with("importance", learned.importanceEss())
                        .with("worth", learned.isWorthIt() ? 1 : 0)
                        .with("rarest", target.rarest())));
        return learned.proposal();
    }

    /** Measures a run. {@code q} is the proposal of jumps, null for methods without them. */
    private Row measured(CrossingTarget target, @Nullable StateDistribution q, Row key) {
        CrossingMethod method = method(key);
        int draws = CrossingCase.draws(lab.settings());
        if (warm.add(method)) { // a short run first, for the just-in-time compiler
            lab.seeded("warming up " + key, /* work= */ 0.0, run(target, method, q, draws / COLD));
        }
        Stopwatch watch = new Stopwatch();
        SampleResult result = lab.seeded(key.toString(), work(method), run(target, method, q, draws));
        // the processor time of the draws alone is estimated by their share of the wall-clock time
        double cpu = watch.cpuSeconds();
        double drawing = 1e-9 * result.drawTime().toNanos();
        double seconds = drawing + 1e-9 * result.warmUpTime().toNanos();
        CrossingTarget.Score score = target.score(result);
        double jumps = method == CrossingMethod.JUMPS ? result.acceptanceRate() : result.jumpAcceptance();
        return key.with("draws", draws)
                .with("pooled_error", score.pooled())
                .with("chain_error", score.ofChain())
                .with("crossed", score.crossed())
                .with("ess", score.sampleSize())
                .with("gap_log_prob", target.gap(result))
                .with("jump_acceptance", method.jumps() ? jumps : 0.0)
                .with("draw_cpu_seconds", cpu * drawing / seconds)
                .with("cpu_seconds", cpu)
                .with("seconds", seconds);
    }

    private SamplingRun run(CrossingTarget target, CrossingMethod method, @Nullable StateDistribution q, int draws) {
        return method.sample(target.model(), q)
                .chains(CHAINS)
                .warmup(Math.max(100, draws / WARM_UP))
                .draws(draws)
                .keepDraws();
    }
}
