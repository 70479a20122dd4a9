package dev.lbp.experiments.tempering;

import dev.lbp.AnnealedImportance;
import dev.lbp.SamplingRun;
import dev.lbp.cli.data.DataSet;
import dev.lbp.experiments.frame.CellPlan;
import dev.lbp.experiments.frame.Experiment;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.frame.RunInterrupted;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Shared;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.result.LogZEstimate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * Compares parallel tempering with plain samplers and annealed importance sampling, on targets with separate modes and
 * exact answers: log Z, the probabilities of the modes, and round trips. A plain sampler makes as many steps as all
 * replicas together. Times are processor times of the process.
 */
public final class TemperingTrials extends Experiment {

    private static final int CHAINS = 4;

    /** Warm-up has 1/4 of the scans of the draws. */
    private static final int WARM_UP = 4;

    /** Before its first run, a method makes an unmeasured run of 1/10 of the scans, for the just-in-time compiler. */
    private static final int COLD = 10;

    /** The smallest number of scans of an unmeasured run. */
    private static final int FEWEST_COLD = 50;

    /** The largest number of repetitions of annealed importance sampling, which takes long on a small target. */
    private static final int ANNEALED = 3;

    private static final int ANNEALED_CHAINS = 100;

    /** The cost of annealed importance sampling with its pilot run, which has a fifth of the temperatures. */
    private static final double WITH_PILOT = 1.2;

    public TemperingTrials() {
        super("tempering", "Separate modes: tempering's log Z against exact answers.", Data.OPTIONAL);
    }

    @Override
    public void check(Settings settings) {
        @Nullable Path data = settings.data();
        if (data != null) {
            DataSet.STATIC_MNIST.check(data);
        }
    }

    @Override
    protected List<CellPlan> plans(Lab lab) throws IOException {
        TemperingTables tables = new TemperingTables(lab);
        Shared<TemperingInstance> instances = new Shared<>();
        List<CellPlan> plans = new ArrayList<>();
        for (TemperingCase target : TemperingCase.values()) {
            Set<TemperingMethod> warm = new HashSet<>();
            plans.add(CellPlan.of(tables.trials, lab.sizeKey())
                    .axis("case", List.of(target), Enum::name)
                    .axis("method", target.methods(), method -> method)
                    .repeated("repetition", target.repetitions(lab.settings()))
                    // methods take turns, so that a temporary load slows all of them
                    .sorted(Comparator.comparingInt(key -> key.whole("repetition")))
                    .work(key -> work(lab, key))
                    .measured(key -> {
                        TemperingInstance instance = instances.of(target, () -> target.instance(lab.settings()));
                        if (warm.add(key.part(TemperingMethod.class))) { // the method's first run
                            int few = Math.max(FEWEST_COLD, target.scans(lab.settings()) / COLD);
                            // 0.0: the expected work does not count this run
                            lab.run("warming up " + key, 0.0, run(lab, instance, key, "cold " + key, few));
                        }
                        return measured(lab, tables, instance, key);
                    }));
            plans.add(CellPlan.of(tables.annealed, lab.sizeKey())
                    .axis("case", List.of(target), Enum::name)
                    .repeated(
                            "repetition",
                            target.isAnnealed() ? Math.min(ANNEALED, target.repetitions(lab.settings())) : 0)
                    .measured(key -> annealed(lab, instances.of(target, () -> target.instance(lab.settings())), key)));
        }
        return plans;
    }

    /** Estimated seconds of one thread. */
    private static double work(Lab lab, Row key) {
        TemperingMethod method = key.part(TemperingMethod.class);
        return stepsAlone(lab, key, method) * method.explorer().seconds;
    }

    /** The steps of all chains of a plain sampler. */
    private static double stepsAlone(Lab lab, Row key, TemperingMethod method) {
        TemperingCase target = key.part(TemperingCase.class);
        double scans = (1.0 + 1.0 / WARM_UP) * CHAINS * target.scans(lab.settings()); // warm-up, then draws
        return scans * target.stepsAlone(method);
    }

    /** A run of the method of a key, with the seed of {@code task}. */
    private static SamplingRun run(Lab lab, TemperingInstance instance, Row key, String task, int scans) {
        TemperingMethod method = key.part(TemperingMethod.class);
        int thin = method.isTempered()
                ? method.every()
                : key.part(TemperingCase.class).stepsAlone(method);
        SamplingRun run = instance.tracked(method.explorer().sampler.sample(instance.model()))
                .chains(CHAINS)
                .warmup(Math.multiplyExact(scans / WARM_UP, thin))
                .draws(scans)
                .thin(thin)
                .seed(lab.settings().seed(task));
        return method.isTempered() ? run.tempering(method.tempering(instance.means())) : run;
    }

    /** Measures a run. Also writes the rows of its modes and of its ladder. */
    private static Row measured(Lab lab, TemperingTables tables, TemperingInstance instance, Row key)
            throws IOException {
        int scans = key.part(TemperingCase.class).scans(lab.settings());
        Stopwatch watch = new Stopwatch();
        SampleResult result = lab.run(key.toString(), work(lab, key), run(lab, instance, key, key.toString(), scans));
        double cpu = watch.cpuSeconds();
        double drawing = 1e-9 * result.drawTime().toNanos();
        double seconds = drawing + 1e-9 * result.warmUpTime().toNanos();
        double[] shares = instance.occupations(result);
        @Nullable TemperingResult tempering = result.tempering().orElse(null);
        tables.addModes(key, shares, instance.modes());
        if (tempering != null) {
            tables.addLadder(key, tempering);
        }
        return TemperingTables.withTempering(key, tempering)
                .with("scans", scans)
                .with("log_exact", instance.logZ())
                .with("marginal_worst", instance.worstMarginal(result.marginals()))
                .with("modes_rms", instance.rmsOfModes(shares))
                .with("r_hat", result.rHat())
                .with("draw_cpu_seconds", cpu * drawing / seconds) // the draws' share of the time, without warm-up
                .with("cpu_seconds", cpu)
                .with("seconds", seconds);
    }

    /** Measures annealed importance sampling with about as many evaluations as tempering. */
    private static Row annealed(Lab lab, TemperingInstance instance, Row key) {
        double evaluations = stepsAlone(lab, key, TemperingMethod.alone(TemperingMethod.Explorer.LBP));
        int temperatures = (int) Math.max(100.0, evaluations / WITH_PILOT / ANNEALED_CHAINS);
        // 0.0: the expected work does not count this run
        SamplingListener listener = lab.begin("annealed importance sampling " + key, 0.0);
        Stopwatch watch = new Stopwatch();
        try {
            LogZEstimate estimate = AnnealedImportance.of(instance.model(), instance.means())
                    .temperatures(temperatures)
                    .chains(ANNEALED_CHAINS)
                    .seed(lab.settings().seed("annealed " + key))
                    .listener((done, total) -> listener.drawsProgress(done, total))
                    .run();
            return watch.addTo(key.with("temperatures", temperatures)
                    .with("evaluations", WITH_PILOT * temperatures * ANNEALED_CHAINS)
                    .with("log_exact", instance.logZ())
                    .with("log_z", estimate.logZ())
                    .with("log_error", estimate.standardError())
                    .with("effective_share", estimate.effectiveSampleSize() / ANNEALED_CHAINS));
        } catch (CancellationException e) {
            Thread.interrupted();
            throw new RunInterrupted("annealed " + key);
        }
    }

    @Override
    public String publish(Lab lab) throws IOException {
        return new TemperingReport(lab).publish();
    }
}
