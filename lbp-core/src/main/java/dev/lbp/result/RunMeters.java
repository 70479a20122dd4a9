package dev.lbp.result;

import dev.lbp.internal.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * A listener that gives a run's progress and diagnostics to a registry of Micrometer, as gauges: {@code lbp.progress}
 * in [0, 1] of the phase, {@code lbp.scale}, {@code lbp.acceptance}, {@code lbp.draws} of each chain, {@code lbp.rhat},
 * the largest of all traces, {@code lbp.ess}, the smallest, and {@code lbp.mixed}, 1 or 0. A gauge is NaN until its
 * number is known. Each run needs a RunMeters of its own, with a tag that tells it from others:
 *
 * <pre>{@code
 * RunMeters meters = new RunMeters("run", "tray");
 * meters.bindTo(registry);
 * sampler.sample(model).listener(meters).run();
 * }</pre>
 *
 * <p>It needs {@code io.micrometer:micrometer-core} on the class path, which lbp does not bring.
 */
public final class RunMeters implements SamplingListener, MeterBinder {

    /** Diagnostics cost the time of a summary, so they are not computed more often while the run draws. */
    private static final long BETWEEN_DIAGNOSTICS = Duration.ofSeconds(10).toNanos();

    private final Tags tags;
    private volatile double progress = Double.NaN;
    private volatile double scale = Double.NaN;
    private volatile double acceptance = Double.NaN;
    private volatile double draws = Double.NaN;
    private volatile double rHat = Double.NaN;
    private volatile double effectiveSize = Double.NaN;
    private volatile double mixed = Double.NaN;

    /** When the diagnostics may be computed again, by nanoTime. */
    private long due = System.nanoTime();

    /** @param keysAndValues tags of all gauges: key, value, key, value, ... */
    public RunMeters(String... keysAndValues) {
        Check.that(keysAndValues.length % 2 == 0, "be even", "keysAndValues.length", keysAndValues.length);
        this.tags = Tags.of(keysAndValues);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "lbp.progress", "Share of the steps of the phase, warm-up or draws", meters -> meters.progress);
        gauge(registry, "lbp.scale", "Scale of a step", meters -> meters.scale);
        gauge(registry, "lbp.acceptance", "Mean acceptance probability of the phase", meters -> meters.acceptance);
        gauge(registry, "lbp.draws", "Draws of each chain", meters -> meters.draws);
        gauge(registry, "lbp.rhat", "Largest R-hat of a trace", meters -> meters.rHat);
        gauge(registry, "lbp.ess", "Smallest bulk effective sample size of a trace", meters -> meters.effectiveSize);
        gauge(registry, "lbp.mixed", "1 if the run has been shown to have mixed", meters -> meters.mixed);
    }

    private void gauge(MeterRegistry registry, String name, String what, ToDoubleFunction<RunMeters> value) {
        Gauge.builder(name, this, value)
                .description(what)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void warmUpProgress(long steps, long total, double present, double rate) {
        progress = (double) steps / total;
        scale = present;
        acceptance = rate;
    }

    @Override
    public void frozen(double frozenScale, boolean settled) {
        scale = frozenScale;
    }

    @Override
    public void drawsProgress(long steps, long total) {
        progress = (double) steps / total;
    }

    /** Sets the gauges by the draws so far, if the last time is long enough ago. */
    @Override
    public void resting(Supplier<RunResult> soFar) {
        if (System.nanoTime() - due >= 0) {
            finished(soFar.get());
            due = System.nanoTime() + BETWEEN_DIAGNOSTICS;
        }
    }

    @Override
    public void finished(RunResult result) {
        draws = result.draws();
        acceptance = result.acceptanceRate();
        rHat = result.rHat();
        effectiveSize = result.effectiveSampleSize();
        mixed = result.mixed() ? 1.0 : 0.0;
    }
}
