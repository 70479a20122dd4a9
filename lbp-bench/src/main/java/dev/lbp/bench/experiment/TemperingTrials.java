package dev.lbp.bench.experiment;

import dev.lbp.AnnealedImportance;
import dev.lbp.SamplingRun;
import dev.lbp.bench.data.DataSet;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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

    private static final int CHAINS = 4;

    /** Warm-up has this part of the scans of the draws. */
    private static final int WARM_UP = 4;

    /** Before the first run of a method, a run of this part of its draws, for the compiler. */
    private static final int COLD = 10;

    private static final int FEWEST_COLD = 50;

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

    @Override
    public void measure(Lab lab) throws IOException {
        TemperingTables tables = new TemperingTables(lab);
        List<TemperingCase> missing = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            List<TemperingMethod> methods = tables.missing(target);
            methods.forEach(method -> lab.expect(work(lab, target, method)));
            if (!methods.isEmpty() || !tables.missingAnnealed(target).isEmpty()) {
                missing.add(target);
            }
        }
        for (TemperingCase target : missing) {
            measure(lab, tables, target, target.instance(lab.settings()));
        }
    }

    /** Measures the missing cells of a target. Methods take turns, so that a temporary load meets all of them. */
    private static void measure(Lab lab, TemperingTables tables, TemperingCase target, TemperingInstance instance)
            throws IOException {
        Set<TemperingMethod> warm = new HashSet<>();
        for (int repetition = 1; repetition <= target.repetitions(lab.settings()); repetition++) {
            for (TemperingMethod method : target.methods()) {
                Row key = tables.key(target, method, repetition);
                if (tables.trials.find(key).isPresent()) {
                    continue;
                }
                if (warm.add(method)) {
                    int few = Math.max(FEWEST_COLD, target.scans(lab.settings()) / COLD);
                    lab.run("warming up " + key, 0.0, run(lab, target, instance, method, "cold " + key, few));
                }
                measure(lab, tables, target, instance, method, key);
            }
        }
        for (Row key : tables.missingAnnealed(target)) {
            tables.annealed.add(annealed(lab, target, instance, key));
        }
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
        return method.isTempered() ? run.tempering(method.tempering(instance.means())) : run;
    }

    private static void measure(
            Lab lab,
            TemperingTables tables,
            TemperingCase target,
            TemperingInstance instance,
            TemperingMethod method,
            Row key)
            throws IOException {
        int scans = target.scans(lab.settings());
        double before = ProcessorTime.ofProcess();
        SampleResult result = lab.run(
                key.toString(), work(lab, target, method), run(lab, target, instance, method, key.toString(), scans));
        double cpu = ProcessorTime.ofProcess() - before;
        double drawing = 1e-9 * result.drawTime().toNanos();
        double seconds = drawing + 1e-9 * result.warmUpTime().toNanos();
        double[] shares = instance.occupations(result);
        @Nullable TemperingResult tempering = method.isTempered() ? result.tempering().orElseThrow() : null;
        tables.addModes(key, shares, instance.modes());
        if (tempering != null) {
            tables.addLadder(key, tempering);
        }
        tables.trials.add(TemperingTables.withTempering(key, tempering)
                .with("scans", scans)
                .with("log_exact", instance.logZ())
                .with("marginal_worst", instance.worstMarginal(result.marginals()))
                .with("modes_rms", instance.rmsOfModes(shares))
                .with("r_hat", result.rHat())
                .with("draw_cpu_seconds", cpu * drawing / seconds)
                .with("cpu_seconds", cpu)
                .with("seconds", seconds));
    }

    /** Annealed importance sampling with about as many evaluations of states as tempering. */
    private static Row annealed(Lab lab, TemperingCase target, TemperingInstance instance, Row key) {
        TemperingMethod lbp = TemperingMethod.alone(TemperingMethod.Explorer.LBP);
        double evaluations =
                (1.0 + 1.0 / WARM_UP) * CHAINS * (double) target.scans(lab.settings()) * target.stepsAlone(lbp);
        int temperatures = (int) Math.max(100.0, evaluations / WITH_PILOT / ANNEALED_CHAINS);
        SamplingListener listener = lab.begin("annealed importance sampling " + key, 0.0);
        long began = System.nanoTime();
        double before = ProcessorTime.ofProcess();
        LogZEstimate estimate;
        try {
            estimate = AnnealedImportance.of(instance.model(), instance.means())
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
                .with("cpu_seconds", ProcessorTime.ofProcess() - before)
                .with("seconds", 1e-9 * (System.nanoTime() - began));
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new TemperingReport(lab).publish();
    }
}
