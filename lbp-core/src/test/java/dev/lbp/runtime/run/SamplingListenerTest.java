package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.BothPhases;
import dev.lbp.EngineCases;
import dev.lbp.Fault;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.Tempering;
import dev.lbp.Workers;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

class SamplingListenerTest {

    private static final Sampler LBP = Samplers.lbp().build();

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    /** Writes down all calls, and throws in a given method. */
    private static final class Recorder implements SamplingListener {

        private final List<String> called = new ArrayList<>();
        private final String throwingIn;
        private final Throwable thrown;
        private String run = "";
        private SampleResult result;
        private Throwable failure;
        private double scale;
        private double acceptance;
        private double frozen;
        private boolean settled;
        private double[] betas = {};
        private double barrier;

        Recorder() {
            this("nowhere", null);
        }

        Recorder(String throwingIn, Throwable thrown) {
            this.throwingIn = throwingIn;
            this.thrown = thrown;
        }

        private void called(String method, Object... numbers) {
            called.add(method + (numbers.length == 0 ? "" : Arrays.toString(numbers)));
            if (method.equals(throwingIn)) {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) thrown;
            }
        }

        @Override
        public void started(String description, long warmUpSteps, long drawSteps) {
            run = description;
            called("started", warmUpSteps, drawSteps);
        }

        @Override
        public void warmUpProgress(long steps, long total, double presentScale, double meanAcceptance) {
            scale = presentScale;
            acceptance = meanAcceptance;
            called("warmUpProgress", steps, total);
        }

        @Override
        public void frozen(double frozenScale, boolean hasSettled) {
            frozen = frozenScale;
            settled = hasSettled;
            called("frozen");
        }

        @Override
        public void tempered(double[] foundBetas, double foundBarrier) {
            betas = foundBetas;
            barrier = foundBarrier;
            called("tempered");
        }

        @Override
        public void drawsProgress(long steps, long total) {
            called("drawsProgress", steps, total);
        }

        @Override
        public void finished(SampleResult made) {
            result = made;
            called("finished");
        }

        @Override
        public void failed(Throwable cause) {
            failure = cause;
            called("failed");
        }
    }

    private static SamplingRun shortRun(EnergyModel model) {
        return LBP.sample(model).chains(3).warmup(50).draws(40).thin(2).threads(2);
    }

    @Test
    void listener_ofATemperedRun_isToldOfItsSchedule() {
        Recorder told = new Recorder();
        SampleResult result = shortRun(SpinLine.of(9))
                .tempering(Tempering.replicas(4).every(2))
                .listener(told)
                .run();
        assertThat(told.called)
                .containsSubsequence("warmUpProgress[150, 150]", "frozen", "tempered", "drawsProgress[240, 240]");
        assertThat(told.betas).isEqualTo(result.tempering().orElseThrow().betas());
        assertThat(told.barrier).isBetween(0.05, 3.0);
        Recorder plain = new Recorder();
        shortRun(SpinLine.of(9)).listener(plain).run();
        assertThat(plain.called).contains("frozen").doesNotContain("tempered");
    }

    /** The betas are a copy. */
    @Test
    void listener_thatChangesTheBetas_changesNoDraw() {
        SamplingRun run =
                shortRun(SpinLine.of(9)).tempering(Tempering.replicas(4).every(2));
        SampleResult expected = run.run();
        SampleResult actual = run.listener(new SamplingListener() {
                    @Override
                    public void tempered(double[] betas, double barrier) {
                        Arrays.fill(betas, 0.5);
                    }
                })
                .run();
        Results.assertSame(expected, actual);
        assertThat(actual.tempering().orElseThrow().betas())
                .isEqualTo(expected.tempering().orElseThrow().betas());
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void listener_ofARun_isToldOfEachPartInOrder(EnergyModel model) {
        Recorder told = new Recorder();
        SampleResult result = shortRun(model).listener(told).run();
        assertThat(told.called)
                .containsSubsequence(
                        "started[150, 240]",
                        "warmUpProgress[150, 150]",
                        "frozen",
                        "drawsProgress[240, 240]",
                        "finished")
                .doesNotContain("failed");
        assertThat(told.called.get(0)).startsWith("started");
        assertThat(told.called).last().isEqualTo("finished");
        assertThat(told.result).isSameAs(result);
        assertThat(told.run).contains("LBP", model.name(), "N = 16", "seed 1");
        assertThat(told.frozen).isEqualTo(result.scale());
        assertThat(told.settled).isEqualTo(result.warmUp().settled());
        // At the end of warm-up the scales are frozen at one; 50 steps fill a bin each.
        assertThat(told.scale).isCloseTo(result.scale(), within(1e-12 * result.scale()));
        double mean = Arrays.stream(result.warmUp().acceptance()).average().orElseThrow();
        assertThat(told.acceptance).isCloseTo(mean, within(1e-12));
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void progress_ofARun_growsAndComesOnTheCallingThread(EnergyModel model) {
        Thread caller = Thread.currentThread();
        long[] last = new long[2];
        shortRun(model)
                .listener((BothPhases) (warmUp, steps, total) -> {
                    assertThat(Thread.currentThread()).isSameAs(caller);
                    assertThat(total).isEqualTo(warmUp ? 150 : 240);
                    assertThat(steps).isBetween(last[warmUp ? 0 : 1], total);
                    last[warmUp ? 0 : 1] = steps;
                })
                .run();
        assertThat(last).containsExactly(150, 240);
    }

    @Test
    void warmUpProgress_whileChainsAdapt_isOfScalesAndAcceptancesThatMayBe() {
        List<double[]> seen = new ArrayList<>();
        SampleResult result = LBP.sample(slow(8))
                .chains(2)
                .warmup(300)
                .draws(1)
                .threads(2)
                .listener(new SamplingListener() {
                    @Override
                    public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                        if (steps > 0 && steps < total) {
                            seen.add(new double[] {scale, acceptance});
                        }
                    }
                })
                .run();
        assertThat(seen).isNotEmpty();
        for (double[] pair : seen) {
            assertThat(pair[0]).isBetween(1.0, 4.0);
            assertThat(pair[1]).isBetween(0.0, 1.0);
        }
        assertThat(seen).anySatisfy(pair -> assertThat(pair[0]).isNotEqualTo(result.scale()));
    }

    /** A sweep has no scale, and nothing of it is rejected. */
    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void warmUpProgress_gibbs_hasNoScaleAndNoAcceptance(EnergyModel model) {
        List<Double> seen = new ArrayList<>();
        Samplers.gibbs()
                .build()
                .sample(model)
                .warmup(20)
                .draws(1)
                .listener(new SamplingListener() {
                    @Override
                    public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                        seen.add(scale);
                        seen.add(acceptance);
                    }

                    @Override
                    public void frozen(double scale, boolean settled) {
                        seen.add(scale);
                    }
                })
                .run();
        assertThat(seen).hasSizeGreaterThanOrEqualTo(3).containsOnly(Double.NaN);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void progress_ofALongRun_comesAtMostTenTimesASecond(boolean batched) {
        List<Long> steps = new ArrayList<>();
        EnergyModel model = batched ? SpinLine.of(8).batched(DataType.DOUBLE) : slow(8);
        long began = System.nanoTime();
        SampleResult result = LBP.sample(model)
                .chains(2)
                .warmup(0)
                .draws(1_000_000)
                .thin(1_000)
                .threads(2)
                .listener((BothPhases) (warmUp, done, total) -> {
                    steps.add(done);
                    if (steps.size() == 8) {
                        Thread.currentThread().interrupt();
                    }
                })
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
        double tenths = (System.nanoTime() - began) * 1e-8; // more of them on a busy machine
        assertThat((double) steps.size()).isBetween(8.0, tenths + 3);
    }

    /** A millisecond and more a step. */
    private static EnergyModel slow(int n) {
        SpinLine line = SpinLine.of(n);
        return EnergyModels.of(n, x -> {
            LockSupport.parkNanos(100_000);
            return line.score(x);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"started", "warmUpProgress", "frozen", "drawsProgress", "finished"})
    void run_listenerThrows_endsWithThat(String method) {
        for (Throwable own : new Throwable[] {new IllegalStateException("enough"), new AssertionError()}) {
            for (EnergyModel model : EngineCases.models()) {
                Recorder told = new Recorder(method, own);
                RunException failure = catchThrowableOfType(
                        RunException.class, () -> shortRun(model).listener(told).run());
                assertThat(failure)
                        .hasMessage("the listener failed in " + method + ": "
                                + (own.getMessage() == null ? "assertion" : "enough"))
                        .hasCauseReference(own);
                assertThat(told.called.get(told.called.size() - 1))
                        .isEqualTo(method.equals("finished") ? method : "failed");
                assertThat(told.failure).isSameAs(method.equals("finished") ? null : failure);
                keepsWhatWasSampled(method, failure, shortRun(model).run());
            }
        }
    }

    private static void keepsWhatWasSampled(String method, RunException failure, SampleResult whole) {
        if (method.equals("started")) {
            assertThat(failure.partialResult()).isEmpty();
            return;
        }
        SampleResult partial = failure.partialResult().orElseThrow();
        switch (method) {
            case "finished" -> Results.assertSame(whole, partial);
            case "drawsProgress" -> { // at the end of a fast run, before that of a slow one
                double[][] expected = Arrays.stream(whole.traces().get("logProb"))
                        .map(trace -> Arrays.copyOf(trace, partial.draws()))
                        .toArray(double[][]::new);
                assertThat(partial.traces().get("logProb")).isDeepEqualTo(expected);
            }
            default -> assertThat(partial.draws()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_listenerThrowsWhileChainsRun_endsWithThat(EnergyModel model) {
        IllegalStateException own = new IllegalStateException("enough");
        assertThatThrownBy(() -> endless(model)
                        .listener((BothPhases) (warmUp, steps, total) -> {
                            throw own;
                        })
                        .run())
                .isInstanceOf(RunException.class)
                .hasCauseReference(own);
    }

    @Test
    void run_modelFails_listenerIsToldAndMayFailToo() {
        IllegalStateException own = new IllegalStateException("no screen");
        Recorder told = new Recorder("failed", own);
        Fault fault = new Fault(Fault.Kind.THROW, 2, 26);
        assertThatThrownBy(() -> Fault.run(LBP, fault.local()).listener(told).run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasSuppressedException(own)
                .satisfies(failure -> assertThat(told.failure).isSameAs(failure));
        assertThat(told.called).doesNotContain("finished");
    }

    @ParameterizedTest
    @MethodSource("dev.lbp.EngineCases#models")
    void run_listenerInterrupts_endsTheRun(EnergyModel model) {
        SampleResult result = endless(model)
                .listener((BothPhases)
                        (warmUp, steps, total) -> Thread.currentThread().interrupt())
                .run();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(result.stopReason()).isEqualTo(StopReason.INTERRUPTED);
    }

    /** Longer than anybody waits. */
    private static SamplingRun endless(EnergyModel model) {
        return LBP.sample(model).chains(3).warmup(2_000_000_000).draws(1_000).threads(2);
    }

    @Test
    void drawsProgress_limitBeyondAnyNumberOfSteps_hasATotal() {
        List<Long> totals = new ArrayList<>();
        Samplers.rwm()
                .scale(1)
                .build()
                .sample(SpinLine.of(4))
                .warmup(10)
                .draws(Integer.MAX_VALUE)
                .thin(Integer.MAX_VALUE)
                .budget(Duration.ofMillis(50))
                .listener(new SamplingListener() {
                    @Override
                    public void started(String description, long warmUpSteps, long drawSteps) {
                        totals.add(drawSteps);
                    }

                    @Override
                    public void drawsProgress(long steps, long total) {
                        totals.add(total);
                    }
                })
                .run();
        assertThat(totals).isNotEmpty().containsOnly(Long.MAX_VALUE);
    }
}
