package dev.lbp.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The gauges of a run in Micrometer's own registry. */
class RunMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private double gauge(String name) {
        return registry.get("lbp." + name).tag("run", "a").gauge().value();
    }

    @Test
    void gauges_afterARun_haveItsDiagnostics() {
        RunMeters meters = new RunMeters("run", "a");
        meters.bindTo(registry);
        assertThat(gauge("draws")).isNaN();
        SampleResult result = Samplers.lbp()
                .sample(SpinLine.of(12))
                .warmup(200)
                .draws(1_000)
                .listener(meters)
                .run();
        assertThat(gauge("draws")).isEqualTo(1_000.0);
        assertThat(gauge("progress")).isEqualTo(1.0);
        assertThat(gauge("scale")).isEqualTo(result.scale());
        assertThat(gauge("acceptance")).isEqualTo(result.acceptanceRate());
        assertThat(gauge("rhat")).isEqualTo(result.rHat());
        assertThat(gauge("ess")).isEqualTo(result.effectiveSampleSize());
        assertThat(gauge("mixed")).isEqualTo(result.mixed() ? 1.0 : 0.0);
    }

    @Test
    void resting_looksAtMostEveryTenSeconds() {
        RunResult result =
                Samplers.gibbs().sample(SpinLine.of(4)).warmup(0).draws(50).run();
        RunMeters meters = new RunMeters();
        AtomicInteger looks = new AtomicInteger();
        for (int k = 0; k < 3; k++) {
            meters.resting(() -> {
                looks.incrementAndGet();
                return result;
            });
        }
        assertThat(looks).hasValue(1);
    }

    @Test
    void tags_withoutAValue_areRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunMeters("run"))
                .withMessage("must be even: keysAndValues.length=1");
    }
}
