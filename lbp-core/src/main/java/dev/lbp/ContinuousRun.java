package dev.lbp;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.RealStatistic;
import dev.lbp.internal.Check;
import dev.lbp.internal.Reals;
import dev.lbp.runtime.run.CheckpointFile;
import dev.lbp.runtime.run.RealSettings;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunNotifier;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.RunTask;
import dev.lbp.runtime.run.TraceNames;
import java.io.ObjectInputFilter;
import org.jspecify.annotations.Nullable;

/**
 * The description of a run whose states are points of real coordinates, made by {@link ContinuousSampler#sample}. {@link Run}
 * has most of its settings.
 *
 * <pre>{@code
 * ContinuousResult result = Samplers.barker().diagonal().build().sample(model).draws(10_000).run();
 * double[] means = result.means();
 * }</pre>
 */
public final class ContinuousRun extends Run<double[], ContinuousResult, ContinuousRun> {

    private static final long serialVersionUID = 1L;

    private final RealSettings settings;

    ContinuousRun(RealSettings settings) {
        super(settings);
        this.settings = settings;
    }

    /**
     * The description that {@link #toBytes} wrote, as {@link Run#fromBytes(byte[])} reads it.
     *
     * @param bytes from a trusted source
     * @throws IllegalArgumentException also if it is another type of run
     */
    public static ContinuousRun fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes::usual);
    }

    /**
     * The description that {@link #toBytes} wrote, as {@link Run#fromBytes(byte[], ObjectInputFilter)} reads it.
     *
     * @param classes refuses classes
     * @throws IllegalArgumentException also if it is another type of run
     */
    public static ContinuousRun fromBytes(byte[] bytes, ObjectInputFilter classes) {
        return new SavedRun(Check.notNull("bytes", bytes)).run(ContinuousRun.class, Check.notNull("classes", classes));
    }

    @Override
    ContinuousRun self() {
        return this;
    }

    @Override
    RunTask<double[], ContinuousResult> task(
            RunSettings<double[]> run, RunNotifier notifier, @Nullable CheckpointFile from) {
        return RunTask.ofReals(run, notifier, from);
    }

    /**
     * The initial point of each chain; default: points of {@link dev.lbp.continuous.DensityModel#start}. A point of
     * log-probability -Infinity, or without a finite gradient, ends the run before its first step.
     *
     * @param points [chains][d], finite
     */
    public ContinuousRun initial(double[][] points) {
        double[][] copies = new double[Check.notNull("initial", points).length][];
        for (int c = 0; c < copies.length; c++) {
            copies[c] = Reals.checked("initial[" + c + "]", points[c], settings.dimension);
        }
        settings.initial = copies;
        return this;
    }

    /**
     * Traces a statistic of the caller, as {@link SamplingRun#track} does for bits.
     *
     * @param name as there, and not "distance"
     */
    public ContinuousRun track(String name, RealStatistic statistic) {
        Check.that(
                !RealSettings.DISTANCE.equals(name),
                "be unlike the names of other traces",
                "name",
                String.valueOf(name));
        TraceNames.checked(name, settings.tracked.keySet());
        settings.track(name, Check.notNull("statistic", statistic));
        return this;
    }
}
