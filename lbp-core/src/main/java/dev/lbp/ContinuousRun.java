package dev.lbp;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.continuous.RealStatistic;
import dev.lbp.internal.Check;
import dev.lbp.runtime.record.TracedStatistic;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunKind;
import dev.lbp.runtime.run.RunSettings;
import java.io.ObjectInputFilter;

/**
 * The description of a run whose states are points of real coordinates, made by {@link ContinuousSampler#sample}.
 * {@link Run} has most of its settings.
 *
 * <pre>{@code
 * ContinuousResult result = Samplers.barker().diagonal().build().sample(model).draws(10_000).run();
 * double[] means = result.means();
 * }</pre>
 */
public final class ContinuousRun extends Run<double[], ContinuousResult, ContinuousRun> {

    private static final long serialVersionUID = 1L;

    ContinuousRun(RunSettings<double[]> settings) {
        super(settings, RunKind.REALS);
    }

    /**
     * Reads a description that {@link #toBytes} wrote, see {@link Run#fromBytes(byte[])}.
     *
     * @param bytes from a trusted source
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ContinuousRun fromBytes(byte[] bytes) {
        return fromBytes(bytes, RunBytes.of());
    }

    /**
     * Reads a description that {@link #toBytes} wrote, also if it has classes of the packages of {@code users}; see
     * {@link Run#fromBytes(byte[], Class...)}.
     *
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ContinuousRun fromBytes(byte[] bytes, Class<?>... users) {
        return fromBytes(bytes, RunBytes.of(users));
    }

    /**
     * Reads a description that {@link #toBytes} wrote, of classes that a filter permits; see
     * {@link Run#fromBytes(byte[], ObjectInputFilter)}.
     *
     * @param classes the filter that refuses classes
     * @throws IllegalArgumentException if the bytes cannot be read, or are of another type of run
     */
    public static ContinuousRun fromBytes(byte[] bytes, ObjectInputFilter classes) {
        return new SavedRun(Check.notNull("bytes", bytes)).run(ContinuousRun.class, Check.notNull("classes", classes));
    }

    /**
     * The initial point of each chain; default: points of {@link dev.lbp.continuous.DensityModel#start}, and draws of q
     * for an independence sampler. A point of log-probability -Infinity, or without a finite gradient, ends the run
     * before its first step.
     *
     * @param points [chains][d], finite
     */
    public ContinuousRun initial(double[][] points) {
        settings.start(points);
        return this;
    }

    /**
     * Samples by parallel tempering, so that chains cross between separate modes: every chain becomes a ladder of
     * replicas, see {@link SamplingRun#tempering}. Log Z is that of the integral of exp(log-probability) over all
     * points.
     *
     * @param tempering with a reference of {@link Tempering#reference(double[], double[]) normal coordinates}
     * @throws IllegalArgumentException if the sampler cannot be tempered, as with {@code diagonal()} and {@code
     *     independent(q)}, or there is no such reference
     */
    public ContinuousRun tempering(Tempering tempering) {
        settings.temper(Check.notNull("tempering", tempering).plan());
        return this;
    }

    /**
     * Traces a statistic of the caller: the result has its value at each draw, and the diagnostics use it.
     *
     * @param name not blank, none that files of draws use (see {@link SamplingRun#track}), and not "distance"
     */
    public ContinuousRun track(String name, RealStatistic statistic) {
        settings.track(name, new TracedStatistic.OfReals(statistic));
        return this;
    }
}
