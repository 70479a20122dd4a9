package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Interrupting the thread that called run() ends it long before its last step, with what there is. */
class InterruptionTest {

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Interrupts the calling thread as soon as it has reported a number of steps in a phase. */
    private static SampleResult interrupted(SamplingRun run, boolean inWarmUp, long atLeast)
            throws InterruptedException {
        Thread caller = Thread.currentThread();
        CountDownLatch begun = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            Patience.await(begun);
            caller.interrupt();
        });
        other.start();
        SampleResult result = run.listener((BothPhases) (warmUp, steps, total) -> {
                    if (warmUp == inWarmUp && steps >= atLeast && steps < total) {
                        begun.countDown();
                    }
                })
                .run();
        assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
        other.join();
        return result;
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#samplersInTurn")
    void run_interruptedInWarmUp_hasNoDraws(Sampler sampler, EnergyModel model) throws InterruptedException {
        SampleResult result = interrupted(
                sampler.sample(model)
                        .chains(3)
                        .warmup(2_000_000_000)
                        .draws(1_000)
                        .threads(2),
                true,
                1);
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.draws()).isZero();
        assertThat(result.traces().get("logProb")).isDeepEqualTo(new double[3][0]);
        assertThat(result.acceptanceRate()).isNaN();
        assertThat(result.marginals()).containsOnly(Double.NaN);
        assertThat(result.marginalErrors()).containsOnly(Double.NaN);
        assertThat(result.best().state()).hasSize(EngineCases.N);
        assertThat(result.finalStates()).hasDimensions(3, EngineCases.N);
        assertThat(result.summary()).contains("interrupted before the first draw");
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_interruptedWhileSampling_hasEqualTracesThatAreAPrefix(EnergyModel model) throws InterruptedException {
        Sampler sampler = Samplers.lbp().scale(3).build();
        SampleResult result = interrupted(
                sampler.sample(model)
                        .chains(3)
                        .warmup(5)
                        .draws(1_000_000)
                        .threads(2)
                        .seed(3),
                false,
                // of the local engine's rounds of 3 x 10,000 steps, one is over; batched chains step together
                model instanceof LocalEnergyModel ? 35_000 : 400);
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.draws()).isBetween(1, 999_999);
        int compared = Math.min(50, result.draws());
        SampleResult whole = sampler.sample(model)
                .chains(3)
                .warmup(5)
                .draws(compared)
                .seed(3)
                .run();
        result.traces().forEach((name, trace) -> {
            for (int c = 0; c < 3; c++) {
                assertThat(trace[c]).hasSize(result.draws());
                assertThat(Arrays.copyOf(trace[c], compared))
                        .isEqualTo(whole.traces().get(name)[c]);
            }
        });
        assertThat(result.summary()).contains("verdict");
    }

    @Test
    void run_threadAlreadyInterrupted_endsAtOnce() {
        for (EnergyModel model : EngineCases.models()) {
            Thread.currentThread().interrupt();
            SampleResult result = Samplers.lbp()
                    .build()
                    .sample(model)
                    .warmup(2_000_000_000)
                    .threads(2)
                    .run();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        }
    }

    /** The threads are the run's own: what interrupts the caller between runs does not reach the next one. */
    @Test
    void run_afterAnInterruptedOne_isWhole() {
        SamplingRun run =
                Samplers.rwm().build().sample(SpinLine.of(8)).warmup(10).draws(10);
        Thread.currentThread().interrupt();
        run.run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(run.run().stopReason()).isEqualTo(StopReason.DRAWS);
    }
}
