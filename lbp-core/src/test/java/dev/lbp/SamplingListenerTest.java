package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

@Timeout(120) // a run that does not end hangs the build
class SamplingListenerTest {

    private static final Sampler LBP = Samplers.lbp().build();

    private record Report(SamplingListener.Phase phase, long steps, long total, Thread thread) {}

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void progress_ofARun_reachesTheTotalOfEachPhase(EnergyModel model) {
        List<Report> reports = new ArrayList<>();
        LBP.sample(model)
                .chains(3)
                .warmup(50)
                .draws(40)
                .thin(2)
                .threads(2)
                .listener((phase, steps, total) -> reports.add(new Report(phase, steps, total, Thread.currentThread())))
                .run();
        long[] last = new long[2];
        for (Report report : reports) {
            assertThat(report.thread).isSameAs(Thread.currentThread());
            assertThat(report.total).isEqualTo(report.phase == SamplingListener.Phase.WARM_UP ? 150 : 240);
            assertThat(report.steps).isBetween(last[report.phase.ordinal()], report.total);
            last[report.phase.ordinal()] = report.steps;
        }
        assertThat(last).containsExactly(150, 240);
        assertThat(reports).extracting(Report::phase).isSorted();
    }

    @ParameterizedTest
    @EnumSource(names = {"DOUBLE", "UTF8"})
    void progress_ofALongRun_comesAboutTenTimesASecond(DataType engine) {
        List<Long> steps = new ArrayList<>();
        EnergyModel model = engine == DataType.DOUBLE ? SpinLine.of(8).batched(engine) : slow(8);
        long began = System.nanoTime();
        LBP.sample(model)
                .chains(2)
                .warmup(0)
                .draws(engine == DataType.DOUBLE ? 8_000 : 500)
                .threads(2)
                .listener((phase, done, total) -> steps.add(done))
                .run();
        double seconds = (System.nanoTime() - began) * 1e-9;
        assertThat((double) steps.size()).isBetween(Math.min(3, 2 * seconds), 12 * seconds + 3);
    }

    /** A millisecond and more a step. */
    private static EnergyModel slow(int n) {
        SpinLine line = SpinLine.of(n);
        return EnergyModels.of(n, x -> {
            long until = System.nanoTime() + 100_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            return line.score(x);
        });
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_listenerThrows_endsWithThat(EnergyModel model) {
        IllegalStateException own = new IllegalStateException("enough");
        assertThatThrownBy(() -> endless(LBP, model)
                        .listener((phase, steps, total) -> {
                            throw own;
                        })
                        .run())
                .isSameAs(own);
        AssertionError error = new AssertionError("enough");
        assertThatThrownBy(() -> endless(LBP, model)
                        .listener((phase, steps, total) -> {
                            throw error;
                        })
                        .run())
                .isSameAs(error);
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_listenerInterrupts_endsTheRun(EnergyModel model) {
        SampleResult result = endless(LBP, model)
                .listener((phase, steps, total) -> Thread.currentThread().interrupt())
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    }

    /** Longer than anybody waits. */
    private static SamplingRun endless(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(3)
                .warmup(2_000_000_000)
                .draws(1_000)
                .threads(2);
    }
}
