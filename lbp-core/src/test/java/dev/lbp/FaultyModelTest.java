package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A model that throws, or says NaN or +Infinity, in one chain: one exception that tells where, and no thread left. */
class FaultyModelTest {

    /** The one chain that fails, at its start or at step 25, which is draw 15 after 10 steps of warm-up. */
    private static final int CHAIN = 2;

    private static final int STEP = 25;
    private static final int DRAWS = 15;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(3).build(),
                Samplers.lbp().weight(WeightFunction.MIN).scale(2).build(),
                Samplers.lbp().weight(WeightFunction.MAX).scale(3).build(),
                Samplers.lbp()
                        .weight(WeightFunction.of("bounded", logT -> Math.min(logT, 1.0)))
                        .scale(3)
                        .build(),
                Samplers.gwg().scale(2).build(),
                Samplers.rwm().scale(1).build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build());
    }

    /** All pairs but those in which the sampler does not ask for log-ratios. */
    private static Stream<Arguments> batchedFaults() {
        return pairs(Method::rejects);
    }

    /** Gibbs does, where a tracker has them. */
    private static Stream<Arguments> localFaults() {
        return pairs(method -> true);
    }

    private static Stream<Arguments> pairs(Predicate<Method> askForRatios) {
        return samplers().stream()
                .flatMap(sampler -> Stream.of(Fault.Kind.values())
                        .filter(kind -> !kind.name().startsWith("RATIO")
                                || (askForRatios.test(sampler.method())
                                        && !sampler.toString().startsWith("RWM")))
                        .map(kind -> Arguments.of(sampler, kind)));
    }

    private static RunException failure(SamplingRun run) {
        return Failures.of(ModelException.class, run::run);
    }

    @ParameterizedTest
    @MethodSource("localFaults")
    void run_localModelFailsAtAStep_namesChainAndStepAndKeepsTheRest(Sampler sampler, Fault.Kind kind) {
        boolean beforeScoring = !sampler.method().rejects() && kind.name().startsWith("RATIO");
        Fault fault = new Fault(kind, CHAIN, beforeScoring ? STEP : STEP + 1);
        RunException failure = failure(Fault.run(sampler, fault.local()));
        assertThat(failure).hasMessageStartingWith("faulty failed in chain 2 at step 25: ");
        tellsWhat(kind, failure);
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).as("what every chain has").isBetween(1, DRAWS);
        isPrefix(
                partial,
                Fault.run(sampler, new Fault(kind, CHAIN, Integer.MAX_VALUE - 1).local())
                        .run());
        assertThat(partial.summary()).contains("faulty");
    }

    @ParameterizedTest
    @MethodSource("batchedFaults")
    void run_batchedModelFailsAtAStep_namesStepAndKeepsTheRest(Sampler sampler, Fault.Kind kind) {
        int again = 1; // after step 16, states are scored a second time
        int scorings = again + (!sampler.method().rejects() ? STEP * (Fault.N - 2) + 6 : STEP + 1);
        RunException failure = failure(Fault.run(sampler, new Fault(kind, CHAIN, scorings).batched()));
        String where = kind == Fault.Kind.THROW ? "the batch of 4 chains" : "chain 2";
        assertThat(failure).hasMessageStartingWith("faulty failed in " + where + " at step 25: ");
        tellsWhat(kind, failure);
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isEqualTo(DRAWS);
        EnergyModel sound = new Fault(kind, CHAIN, Integer.MAX_VALUE - 1).batched();
        isPrefix(partial, Fault.run(sampler, sound).run());
        if (kind == Fault.Kind.THROW) {
            SampleResult shorter = Fault.run(sampler, sound).draws(DRAWS).run();
            assertThat(partial.marginals()).isEqualTo(shorter.marginals());
            assertThat(partial.finalStates()).isDeepEqualTo(shorter.finalStates());
            assertThat(partial.best().state()).isEqualTo(shorter.best().state());
            assertThat(partial.expectedJumpDistance()).isEqualTo(shorter.expectedJumpDistance());
        }
    }

    @ParameterizedTest
    @MethodSource("localFaults")
    void run_localModelFailsAtItsStart_namesTheChain(Sampler sampler, Fault.Kind kind) {
        if (kind.name().startsWith("RATIO") && !sampler.method().rejects()) {
            return; // asks for no ratios before its first step
        }
        RunException failure = failure(Fault.run(sampler, new Fault(kind, CHAIN, 0).local()));
        assertThat(failure).hasMessageStartingWith("faulty failed in chain 2 at its start: ");
        tellsWhat(kind, failure);
        assertThat(failure.partialResult()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("batchedFaults")
    void run_batchedModelFailsAtItsStart_saysSo(Sampler sampler, Fault.Kind kind) {
        RunException failure = failure(Fault.run(sampler, new Fault(kind, CHAIN, 0).batched()));
        String where = kind == Fault.Kind.THROW ? "the batch of 4 chains" : "chain 2";
        assertThat(failure).hasMessageStartingWith("faulty failed in " + where + " at ");
        tellsWhat(kind, failure);
        assertThat(failure.partialResult()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("localFaults")
    void step_modelFails_namesChainAndStep(Sampler sampler, Fault.Kind kind) {
        byte[][] initial = new byte[3][Fault.N];
        initial[2][1] = 1; // chain 2, in the first two sites
        ChainBatch batch = sampler.start(new Fault(kind, CHAIN, 1).local(), 1L, initial);
        ModelException failure = null;
        for (int t = 0; t < 1_000 && failure == null; t++) {
            batch.reset(0, initial[0]);
            failure = catchThrowableOfType(ModelException.class, batch::step);
        }
        assertThat(failure).isNotNull().hasMessageContaining("at step ");
        tellsWhat(kind, failure);
    }

    /** The others are in the midst of a round of steps. They wait until the run knows of the failure. */
    @Test
    void run_oneChainFails_theOthersStopAfterTheirStep() {
        SpinLine line = SpinLine.of(Fault.N);
        AtomicReference<Thread> failed = new AtomicReference<>();
        AtomicInteger scoredLater = new AtomicInteger();
        EnergyModel slow = EnergyModels.of(Fault.N, x -> {
            if (x[0] == 1 && x[2] == 1) {
                failed.set(Thread.currentThread());
                throw new Fault.Broken();
            }
            LockSupport.parkNanos(5_000_000);
            Thread idle = failed.get();
            if (idle != null) {
                while (idle != Thread.currentThread()
                        && idle.getState() != Thread.State.WAITING
                        && idle.getState() != Thread.State.TERMINATED) {
                    LockSupport.parkNanos(5_000_000);
                }
                scoredLater.incrementAndGet();
            }
            return line.score(x);
        });
        RunException failure =
                failure(Fault.run(Samplers.rwm().scale(1).build(), slow).warmup(100_000));
        assertThat(failure).hasRootCauseInstanceOf(Fault.Broken.class);
        assertThat(scoredLater).hasValueLessThan(5); // 21 if the round went on to its end
    }

    private static void tellsWhat(Fault.Kind kind, Throwable failure) {
        if (kind == Fault.Kind.THROW) {
            assertThat(failure).hasRootCauseInstanceOf(Fault.Broken.class).hasMessageContaining("broken");
        } else {
            assertThat(failure)
                    .hasMessageContaining("must not be NaN or +Infinity")
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
    }

    private static void isPrefix(SampleResult partial, SampleResult whole) {
        partial.traces().forEach((name, trace) -> {
            for (int c = 0; c < Fault.CHAINS; c++) {
                assertThat(trace[c]).isEqualTo(Arrays.copyOf(whole.traces().get(name)[c], partial.draws()));
            }
        });
    }
}
