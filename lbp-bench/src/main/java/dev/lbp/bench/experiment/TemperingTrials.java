package dev.lbp.bench.experiment;

import com.sun.management.OperatingSystemMXBean;
import dev.lbp.AnnealedImportance;
import dev.lbp.SamplingRun;
import dev.lbp.bench.data.DataSet;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Parallel tempering on targets with separate modes and exact answers: log Z, the modes' probabilities and round trips, beside the
 * samplers alone and annealed importance sampling. A sampler alone makes as many steps as the replicas together. Times are processor
 * times of the process.
 */
final class TemperingTrials implements Experiment {

    static final List<String> KEYS = List.of("size", "case", "method", "repetition");

    static final List<String> FIGURES = List.of(
            "replicas",
            "scans",
            "log_exact",
            "log_z",
            "log_error",
            "log_forward",
            "log_backward",
            "marginal_worst",
            "modes_rms",
            "r_hat",
            "restarts",
            "round_trips",
            "expected_round_trips",
            "barrier",
            "least_swap",
            "draw_cpu_seconds",
            "cpu_seconds",
            "seconds");

    /** Each slot of the first repetition. */
    static final List<String> LADDER_KEYS = List.of("size", "case", "method", "slot");

    static final List<String> LADDER_FIGURES = List.of("beta", "barrier", "R", "acceptance", "log_prob");

    /** Each mode's share of the draws. */
    static final List<String> MODE_KEYS = List.of("size", "case", "method", "repetition", "mode");

    static final List<String> MODE_FIGURES = List.of("share", "exact");

    static final List<String> ANNEALED_KEYS = List.of("size", "case", "repetition");

    static final List<String> ANNEALED_FIGURES = List.of(
            "temperatures",
            "evaluations",
            "log_exact",
            "log_z",
            "log_error",
            "effective_share",
            "cpu_seconds",
            "seconds");

    private static final int CHAINS = 4;

    /** Warm-up has this part of the scans of the draws. */
    private static final int WARM_UP = 4;

    /** Before the first run of a method, a run of this part of its draws, for the compiler. */
    private static final int COLD = 10;

    private static final int FEWEST_COLD = 50;

    /** Most repetitions of annealed importance sampling, which takes long on a small target. */
    static final int ANNEALED = 3;

    private static final int ANNEALED_CHAINS = 100;

    /** Annealed importance sampling makes a pilot run of a fifth of its temperatures. */
    private static final double WITH_PILOT = 1.2;

    @Override
    public String name() {
        return "tempering";
    }

    @Override
    public String purpose() {
        return "Separate modes: tempering's log Z against exact answers.";
    }

    @Override
    public Set<TargetKind> kinds() {
        return EnumSet.noneOf(TargetKind.class);
    }

    @Override
    public boolean usesData() {
        return true;
    }

    @Override
    public boolean needsData() {
        return false;
    }

    @Override
    public void check(Settings settings) {
        @Nullable Path data = settings.data();
        if (data != null) {
            DataSet.STATIC_MNIST.check(data);
        }
    }

    static CellTable table(Lab lab) throws IOException {
        return lab.table("tempering", KEYS, FIGURES);
    }

    static CellTable ladders(Lab lab) throws IOException {
        return lab.table("ladders", LADDER_KEYS, LADDER_FIGURES);
    }

    static CellTable modes(Lab lab) throws IOException {
        return lab.table("modes", MODE_KEYS, MODE_FIGURES);
    }

    static CellTable annealed(Lab lab) throws IOException {
        return lab.table("annealed", ANNEALED_KEYS, ANNEALED_FIGURES);
    }

    @Override
    public void measure(Lab lab) throws IOException {
        CellTable table = table(lab);
        CellTable annealed = annealed(lab);
        for (TemperingCase target : TemperingCase.values()) {
            for (int repetition = 1; repetition <= target.repetitions(lab.settings()); repetition++) {
                for (TemperingMethod method : target.methods()) {
                    if (table.find(key(lab, target, method, repetition)).isEmpty()) {
                        lab.expect(work(lab, target, method));
                    }
                }
            }
        }
        for (TemperingCase target : TemperingCase.values()) {
            Set<TemperingMethod> warm = new HashSet<>();
            @Nullable TemperingInstance instance = null;
            for (int repetition = 1; repetition <= target.repetitions(lab.settings()); repetition++) {
                for (TemperingMethod method : target.methods()) {
                    Row key = key(lab, target, method, repetition);
                    if (table.find(key).isEmpty()) {
                        instance = instance == null ? target.instance(lab.settings()) : instance;
                        if (warm.add(method)) {
                            int few = Math.max(FEWEST_COLD, target.scans(lab.settings()) / COLD);
                            lab.run("warming up " + key, 0.0, run(lab, target, instance, method, "cold " + key, few));
                        }
                        table.add(measured(lab, target, instance, method, key));
                    }
                }
                Row key = annealedKey(lab, target, repetition);
                if (target.isAnnealed()
                        && repetition <= ANNEALED
                        && annealed.find(key).isEmpty()) {
                    instance = instance == null ? target.instance(lab.settings()) : instance;
                    annealed.add(annealed(lab, target, instance, key));
                }
            }
        }
    }

    private static Row key(Lab lab, TemperingCase target, TemperingMethod method, int repetition) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", target.name())
                .with("method", method)
                .with("repetition", repetition);
    }

    private static Row annealedKey(Lab lab, TemperingCase target, int repetition) {
        return Row.EMPTY
                .with("size", lab.settings().sizeText())
                .with("case", target.name())
                .with("repetition", repetition);
    }

    /** Seconds of one thread, roughly. */
    private static double work(Lab lab, TemperingCase target, TemperingMethod method) {
        return (1.0 + 1.0 / WARM_UP)
                * CHAINS
                * target.scans(lab.settings())
                * target.stepsAlone(method)
                * method.explorer().seconds;
    }

    private static SamplingRun run(
            Lab lab, TemperingCase target, TemperingInstance instance, TemperingMethod method, String task, int scans) {
        int thin = method.isTempered() ? method.every() : target.stepsAlone(method);
        SamplingRun run = instance.tracked(method.explorer().sampler.sample(instance.model()))
                .chains(CHAINS)
                .warmup(Math.multiplyExact(scans / WARM_UP, thin))
                .draws(scans)
                .thin(thin)
                .seed(lab.settings().seed(task));
        return method.isTempered() ? run.tempering(method.tempering()) : run;
    }

    private static Row measured(
            Lab lab, TemperingCase target, TemperingInstance instance, TemperingMethod method, Row key)
            throws IOException {
        int scans = target.scans(lab.settings());
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long before = process.getProcessCpuTime();
        SampleResult result = lab.run(
                key.toString(), work(lab, target, method), run(lab, target, instance, method, key.toString(), scans));
        double cpu = 1e-9 * (process.getProcessCpuTime() - before);
        double drawing = 1e-9 * result.drawTime().toNanos();
        double seconds = drawing + 1e-9 * result.warmUpTime().toNanos();
        double[] shares = instance.occupations(result);
        CellTable modes = modes(lab);
        for (int m = 0; m < shares.length; m++) {
            addOnce(modes, key.with("mode", m + 1).with("share", shares[m]).with("exact", instance.modes()[m]));
        }
        @Nullable TemperingResult tempering = method.isTempered() ? result.tempering().orElseThrow() : null;
        if (tempering != null && key.number("repetition") == 1.0) {
            addLadder(ladders(lab), key, tempering);
        }
        return withTempering(key, tempering)
                .with("scans", scans)
                .with("log_exact", instance.logZ())
                .with("marginal_worst", instance.worstMarginal(result.marginals()))
                .with("modes_rms", instance.rmsOfModes(shares))
                .with("r_hat", result.rHat())
                .with("draw_cpu_seconds", cpu * drawing / seconds)
                .with("cpu_seconds", cpu)
                .with("seconds", seconds);
    }

    /** A process that was killed before it added the cell may have written these rows. */
    private static void addOnce(CellTable table, Row row) throws IOException {
        if (table.find(row).isEmpty()) {
            table.add(row);
        }
    }

    private static void addLadder(CellTable table, Row key, TemperingResult tempering) throws IOException {
        double barrier = 0.0;
        for (int k = 0; k < tempering.replicas(); k++) {
            barrier += k == 0 ? 0.0 : 1.0 - tempering.swapAcceptance()[k - 1];
            addOnce(
                    table,
                    key.with("slot", k)
                            .with("beta", tempering.betas()[k])
                            .with("barrier", barrier)
                            .with(
                                    "R",
                                    Double.isNaN(tempering.scales()[k])
                                            ? 0.0
                                            : tempering.scales()[k])
                            .with("acceptance", k == 0 ? 1.0 : tempering.acceptanceRates()[k])
                            .with("log_prob", tempering.meanLogProb()[k]));
        }
    }

    /** Figures of tempering; zeros and NaN for a sampler alone. */
    private static Row withTempering(Row row, @Nullable TemperingResult tempering) {
        boolean alone = tempering == null;
        return row.with("replicas", alone ? 0 : tempering.replicas())
                .with("log_z", alone ? Double.NaN : tempering.logZ())
                .with("log_error", alone ? Double.NaN : tempering.logZError())
                .with("log_forward", alone ? Double.NaN : tempering.forwardLogZ())
                .with("log_backward", alone ? Double.NaN : tempering.backwardLogZ())
                .with("restarts", alone ? 0 : tempering.fewestRestarts())
                .with("round_trips", alone ? 0 : tempering.roundTrips())
                .with("expected_round_trips", alone ? 0.0 : tempering.expectedRoundTrips())
                .with("barrier", alone ? 0.0 : tempering.barrier())
                .with("least_swap", alone ? 0.0 : tempering.swapAcceptance()[tempering.worstPair()]);
    }

    /** Annealed importance sampling with about as many evaluations of states as tempering. */
    private static Row annealed(Lab lab, TemperingCase target, TemperingInstance instance, Row key) {
        TemperingMethod lbp = TemperingMethod.alone(TemperingMethod.Explorer.LBP);
        double evaluations =
                (1.0 + 1.0 / WARM_UP) * CHAINS * (double) target.scans(lab.settings()) * target.stepsAlone(lbp);
        int temperatures = (int) Math.max(100.0, evaluations / WITH_PILOT / ANNEALED_CHAINS);
        SamplingListener listener = lab.begin("annealed importance sampling " + key, 0.0);
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long began = System.nanoTime();
        long before = process.getProcessCpuTime();
        LogZEstimate estimate;
        try {
            estimate = AnnealedImportance.of(instance.model())
                    .temperatures(temperatures)
                    .chains(ANNEALED_CHAINS)
                    .seed(lab.settings().seed("annealed " + key))
                    .listener((done, total) -> listener.drawsProgress(done, total))
                    .run();
        } catch (CancellationException e) {
            Thread.interrupted();
            throw new RunInterrupted("annealed " + key);
        }
        return key.with("temperatures", temperatures)
                .with("evaluations", WITH_PILOT * temperatures * ANNEALED_CHAINS)
                .with("log_exact", instance.logZ())
                .with("log_z", estimate.logZ())
                .with("log_error", estimate.standardError())
                .with("effective_share", estimate.effectiveSampleSize() / ANNEALED_CHAINS)
                .with("cpu_seconds", 1e-9 * (process.getProcessCpuTime() - before))
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new TemperingReport(lab).publish();
    }
}
