package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.BothPhases;
import dev.lbp.EngineCases;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that end before their last draw, by stop() and by their time. */
class StoppingTest {

    private static final Sampler SAMPLER = Samplers.lbp().scale(3).build();

    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        others.shutdownNow();
        Workers.assertNoneLeft();
    }

    /** Longer than anybody waits, in warm-up or after it. */
    private static SamplingRun endless(EnergyModel model, boolean inWarmUp) {
        return SAMPLER.sample(model)
                .chains(3)
                .warmup(inWarmUp ? 2_000_000_000 : 5)
                .draws(inWarmUp ? 1_000 : 1_000_000)
                .threads(2)
                .seed(3);
    }

    /**
     * Is open when every chain has steps in the phase: of local models, with rounds of at most 10,000 steps, the first
     * round is over; chains of batched models step together.
     */
    private static CountDownLatch underWay(SamplingRun run, EnergyModel model, boolean inWarmUp) {
        int least = model instanceof LocalEnergyModel ? 40_000 : 400;
        CountDownLatch open = new CountDownLatch(1);
        run.listener((BothPhases) (warmUp, steps, total) -> {
            if (warmUp == inWarmUp && steps > least) {
                open.countDown();
            }
        });
        return open;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void stop_byAnotherThread_returnsWhatRunReturns(boolean inWarmUp) throws Exception {
        for (EnergyModel model : EngineCases.models()) {
            SamplingRun run = endless(model, inWarmUp);
            CountDownLatch underWay = underWay(run, model, inWarmUp);
            Future<SampleResult> returned = others.submit(run::run);
            underWay.await();
            SampleResult result = run.stop();
            assertThat(returned.get()).isSameAs(result);
            assertThat(result.stopReason()).isEqualTo(StopReason.STOPPED);
            assertThat(run.stop())
                    .as("what stop() returns of a run that has ended")
                    .isSameAs(result);
            if (inWarmUp) {
                assertThat(result.draws()).isZero();
                assertThat(result.summary()).contains("nothing to judge: stopped before the first draw");
            } else {
                assertThat(result.draws()).isBetween(1, 999_999);
                assertThat(result.summary()).contains("note: stopped after " + result.draws() + " of 1000000 draws.");
                isPrefix(result, model);
            }
        }
    }

    private static void isPrefix(SampleResult stopped, EnergyModel model) {
        int compared = Math.min(50, stopped.draws());
        SampleResult whole = endless(model, false).draws(compared).run();
        stopped.traces().forEach((name, trace) -> {
            for (int c = 0; c < 3; c++) {
                assertThat(trace[c]).hasSize(stopped.draws());
                assertThat(Arrays.copyOf(trace[c], compared))
                        .isEqualTo(whole.traces().get(name)[c]);
            }
        });
    }

    /** Of 4 chains on 2 threads, the last two wait for the first two: not for 10,000 steps of a millisecond. */
    @Test
    void stop_ofASlowModel_hasDrawsOfEveryChain() throws Exception {
        SpinLine line = SpinLine.of(8);
        EnergyModel slow = EnergyModels.of(8, x -> {
            LockSupport.parkNanos(1_000_000);
            return line.score(x);
        });
        SamplingRun run = Samplers.rwm()
                .scale(1)
                .build()
                .sample(slow)
                .chains(4)
                .warmup(0)
                .draws(1_000_000)
                .threads(2);
        CountDownLatch underWay = new CountDownLatch(1);
        run.listener((BothPhases) (warmUp, steps, total) -> {
            if (steps >= 200) {
                underWay.countDown();
            }
        });
        Future<SampleResult> returned = others.submit(run::run);
        underWay.await();
        assertThat(run.stop().draws()).isGreaterThanOrEqualTo(10);
        returned.get();
    }

    @Test
    void stop_bySeveralThreadsOneOfThemInterrupted_givesAllTheResult() throws Exception {
        SamplingRun run = endless(SpinLine.of(16), true);
        CountDownLatch underWay = underWay(run, SpinLine.of(16), true);
        Future<SampleResult> returned = others.submit(run::run);
        underWay.await();
        Future<SampleResult> other = others.submit(run::stop);
        Thread.currentThread().interrupt();
        SampleResult result = run.stop();
        assertThat(Thread.interrupted()).as("the interrupt flag").isTrue();
        assertThat(other.get()).isSameAs(result);
        assertThat(returned.get()).isSameAs(result);
        assertThat(result.stopReason()).isEqualTo(StopReason.STOPPED);
    }

    @Test
    void stop_beforeRun_isRefused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> endless(SpinLine.of(16), true).stop())
                .withMessage("must be called after run()");
    }

    @Test
    void stop_byAListener_isRefused() {
        SamplingRun run = endless(SpinLine.of(16), true);
        run.listener(new SamplingListener() {
            @Override
            public void started(String description, long warmUpSteps, long drawSteps) {
                run.stop();
            }
        });
        refusesToStopItself(run);
    }

    /** Statistics and the model are called by the threads of the run. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void stop_byAStatistic_isRefused(EnergyModel model) {
        SamplingRun run = endless(model, true);
        AtomicInteger calls = new AtomicInteger();
        refusesToStopItself(run.track("own", x -> {
            if (calls.incrementAndGet() > 3) { // the starting states are scored by the caller of run()
                run.stop();
            }
            return 0.0;
        }));
    }

    @Test
    void stop_byAModel_isRefused() {
        SpinLine line = SpinLine.of(8);
        AtomicReference<SamplingRun> run = new AtomicReference<>();
        run.set(endless(
                EnergyModels.of(8, x -> {
                    if (Thread.currentThread().getName().startsWith("lbp-")) {
                        run.get().stop();
                    }
                    return line.score(x);
                }),
                true));
        refusesToStopItself(run.get());
    }

    private static void refusesToStopItself(SamplingRun run) {
        assertThatThrownBy(run::run)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("must be called by a thread that the run does not use")
                .hasRootCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void stop_runFails_throwsTheSame() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        IllegalStateException own = new IllegalStateException("enough");
        SamplingRun run = endless(SpinLine.of(16), true);
        CountDownLatch underWay = new CountDownLatch(1);
        run.listener((BothPhases) (warmUp, steps, total) -> {
            underWay.countDown();
            try {
                asked.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            throw own;
        });
        Future<SampleResult> returned = others.submit(run::run);
        underWay.await();
        Future<Throwable> stopped = others.submit(() -> catchThrowable(run::stop));
        asked.countDown();
        Throwable thrown =
                catchThrowableOfType(ExecutionException.class, returned::get).getCause();
        assertThat(thrown).isInstanceOf(RunException.class).hasCauseReference(own);
        assertThat(stopped.get()).isSameAs(thrown);
    }

    @Test
    void run_afterAStoppedOne_isWhole() throws Exception {
        SamplingRun run = endless(SpinLine.of(16), true);
        CountDownLatch underWay = underWay(run, SpinLine.of(16), true);
        Future<SampleResult> returned = others.submit(run::run);
        underWay.await();
        run.stop();
        returned.get();
        SampleResult whole = run.warmup(5).draws(20).run();
        assertThat(whole.stopReason()).isEqualTo(StopReason.DRAWS);
        assertThat(whole.summary()).doesNotContain("stopped");
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_budgetOver_endsWithWhatThereIs(EnergyModel model) {
        endless(model, false).draws(1).run();
        SampleResult none = endless(model, true).budget(Duration.ofMillis(50)).run();
        assertThat(none.stopReason()).isEqualTo(StopReason.BUDGET);
        assertThat(none.draws()).isZero();
        assertThat(none.summary())
                .contains("out of time before the first draw", "out of time after 0 of 1000 draws: a budget of 0.05s");

        Duration budget = Duration.ofMillis(250);
        SampleResult some = none;
        while (some.draws() == 0) { // 5 steps of warm-up and a draw take long on a machine that has other work
            budget = budget.multipliedBy(2);
            long began = System.nanoTime();
            some = endless(model, false).budget(budget).run();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(budget);
            assertThat(some.stopReason()).isEqualTo(StopReason.BUDGET);
        }
        assertThat(some.draws()).isLessThan(1_000_000);
        isPrefix(some, model);
    }

    @Test
    void checkTime_budgetNotOver_letsTheRunGoOn() {
        StopSignal signal = new StopSignal();
        Duration budget = Duration.ofSeconds(Long.MAX_VALUE); // more nanoseconds than a long holds
        new RunHandle<SampleResult>(signal, budget).checkTime();
        assertThat(signal.stopped()).isFalse();
    }
}
