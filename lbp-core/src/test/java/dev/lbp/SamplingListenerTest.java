package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        Map<SamplingListener.Phase, Long> last = new EnumMap<>(SamplingListener.Phase.class);
        for (Report report : reports) {
            assertThat(report.thread).isSameAs(Thread.currentThread());
            assertThat(report.total).isEqualTo(report.phase == SamplingListener.Phase.WARM_UP ? 150 : 240);
            assertThat(report.steps).isBetween(last.getOrDefault(report.phase, 0L), report.total);
            last.put(report.phase, report.steps);
        }
        assertThat(last)
                .containsOnly(
                        Map.entry(SamplingListener.Phase.WARM_UP, 150L),
                        Map.entry(SamplingListener.Phase.SAMPLING, 240L));
        assertThat(reports).extracting(Report::phase).isSorted();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void progress_ofALongRun_comesAboutTenTimesASecond(boolean batched) {
        List<Long> steps = new ArrayList<>();
        EnergyModel model = batched ? SpinLine.of(8).batched(DataType.DOUBLE) : slow(8);
        long began = System.nanoTime();
        LBP.sample(model)
                .chains(2)
                .warmup(0)
                .draws(batched ? 8_000 : 500)
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
