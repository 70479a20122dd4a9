package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Chain;
import dev.lbp.DriftingSums;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.WrappedTracker;
import dev.lbp.check.ModelCheck;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.Tempered;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Trackers whose numbers drift are refreshed at fixed steps and flips, so that a resumed run makes the same draws. */
class RefreshTest {

    private static final int N = 12;

    private static final int AFTER = LocalEnergyModel.Tracker.REFRESH_AFTER;

    @TempDir
    private Path directory;

    static List<Sampler> samplers() {
        return List.of(
                Samplers.lbp().build(),
                Samplers.lbp().scale(1).swaps(0.25).build(),
                Samplers.gwg().weight(WeightFunction.SQRT).build(),
                Samplers.rwm().build(),
                Samplers.gibbs().build(),
                Samplers.gibbs().randomScan().build(),
                Samplers.metropolis().build(),
                Samplers.gibbs().thinned().build(),
                Samplers.metropolis().thinned(0.1).build(),
                Samplers.pas().path(2).build(),
                Samplers.dlmc().build());
    }

    /** Warm-up and draws of several refreshes each. */
    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model).chains(2).warmup(1_000).draws(1_000).seed(11);
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void resume_fromAnyCheckpoint_givesTheBitsOfARunNeverStopped(Sampler sampler) {
        EnergyModel model = DriftingSums.of(N, true);
        SampleResult whole = run(sampler, model).threads(1).run();
        List<Path> copies = CheckpointCopies.of(run(sampler, model).threads(2), 1, directory);
        assertThat(copies).hasSizeGreaterThan(20);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 5) {
            assertSame(whole, run(sampler, model).threads(1 + k % 2).resume(copies.get(k)));
        }
        assertSame(whole, run(sampler, model).resume(copies.get(copies.size() - 1)));
    }

    /** What the test above would find if trackers were not refreshed. */
    @Test
    void resume_trackerWithoutRefresh_givesOtherBits() {
        Sampler sampler = Samplers.lbp().scale(1).build();
        EnergyModel model = DriftingSums.of(N, false);
        double[] whole = logProb(run(sampler, model).run());
        List<Path> copies = CheckpointCopies.of(run(sampler, model), 1, directory);
        assertThat(logProb(run(sampler, model).resume(copies.get(copies.size() / 2))))
                .isNotEqualTo(whole);
    }

    private static double[] logProb(SampleResult result) {
        return Arrays.stream(result.traces().get("logProb"))
                .flatMapToDouble(Arrays::stream)
                .toArray();
    }

    @Test
    void resume_subsetsOfAFixedSize_givesTheBitsOfARunNeverStopped() {
        EnergyModel model = DriftingSums.of(N, true);
        Sampler sampler = Samplers.lbp().build();
        SampleResult whole = run(sampler, model).ones(5).run();
        List<Path> copies = CheckpointCopies.of(run(sampler, model).ones(5), 1, directory);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 5) {
            assertSame(whole, run(sampler, model).ones(5).resume(copies.get(k)));
        }
    }

    /** With another weight than t/(t+1), a second tracker drifts too. */
    @Test
    void resume_conditionalsOfASecondTracker_givesTheBitsOfARunNeverStopped() {
        EnergyModel model = DriftingSums.of(N, true);
        Sampler sampler = Samplers.lbp().weight(WeightFunction.SQRT).build();
        SampleResult whole = run(sampler, model).thin(2).conditionals().run();
        List<Path> copies = CheckpointCopies.of(run(sampler, model).thin(2).conditionals(), 1, directory);
        for (int k = 0; k < copies.size(); k += 1 + copies.size() / 5) {
            SampleResult resumed = run(sampler, model).thin(2).conditionals().resume(copies.get(k));
            assertSame(whole, resumed);
            assertThat(resumed.conditionals().orElseThrow().marginals())
                    .isEqualTo(whole.conditionals().orElseThrow().marginals());
        }
    }

    /** Chains that are interrupted are not at the same step, and the second process writes checkpoints too. */
    @Test
    void resume_interruptedAgainAndAgain_givesTheBitsOfARunNeverStopped() {
        Thread caller = Thread.currentThread();
        AtomicInteger calls = new AtomicInteger();
        Sampler sampler = Samplers.lbp().build();
        EnergyModel model = DriftingSums.of(N, true);
        SamplingRun run = run(sampler, model)
                .checkpoint(directory.resolve("run.checkpoint"))
                .track("interrupting", x -> {
                    if (calls.incrementAndGet() % 250 == 0) {
                        caller.interrupt();
                    }
                    return x[4];
                });
        SampleResult some = run.run();
        int interruptions = 0;
        while (some.stopReason() == StopReason.INTERRUPTED) {
            assertThat(Thread.interrupted()).isTrue();
            interruptions++;
            some = run.threads(1 + interruptions % 2).resume(directory.resolve("run.checkpoint"));
        }
        assertThat(interruptions).isGreaterThan(3);
        assertSame(run(sampler, model).track("interrupting", x -> x[4]).run(), some);
    }

    @Test
    void resume_moreDraws_givesTheBitsOfOneRun() {
        Sampler sampler = Samplers.lbp().build();
        EnergyModel model = Tempered.of(DriftingSums.of(N, true), 0.7);
        SampleResult whole = run(sampler, model).draws(2_500).run();
        Path file = directory.resolve("run.checkpoint");
        run(sampler, model).checkpoint(file).run();
        SampleResult extended = run(sampler, model).draws(2_500).resume(file);
        assertThat(logProb(extended)).isEqualTo(logProb(whole));
        assertThat(extended.finalStates()).isDeepEqualTo(whole.finalStates());
    }

    @Test
    void refresh_ofAChain_comesAtItsStartAndAfterAThousandStepsAndFlips() {
        DriftingSums model = DriftingSums.of(N, true);
        Chain chain = Samplers.rwm().scale(1).build().start(model, 5L);
        int expected = 1;
        int since = 0;
        assertThat(model.calls()).hasValue(1);
        for (int t = 0; t < 5_000; t++) {
            if (since >= AFTER) {
                since = 0;
                expected++;
            }
            since += 1 + chain.step().flips();
            assertThat(model.calls()).hasValue(expected);
        }
        assertThat(expected).isBetween(6, 10);
        DriftingSums without = DriftingSums.of(N, false);
        Chain other = Samplers.rwm().scale(1).build().start(without, 5L);
        for (int t = 0; t < 5_000; t++) {
            other.step();
        }
        assertThat(without.calls()).as("only at its start").hasValue(1);
    }

    private static final class Wrapped extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final Fault fault;
        private int refreshes;
        private boolean impossible;

        Wrapped(Fault fault) {
            super(DriftingSums.of(N, true).newTracker());
            this.fault = fault;
        }

        @Override
        public boolean refresh() {
            refreshes++;
            impossible = fault == Fault.LOSES_THE_STATE && refreshes > 1;
            if (fault == Fault.THROWS && refreshes > 1) {
                throw new ArithmeticException("singular");
            }
            return fault == Fault.DENIES ? !sound.refresh() : fault == Fault.DOES_NOTHING || sound.refresh();
        }

        @Override
        public double logProb() {
            return impossible ? Double.NEGATIVE_INFINITY : sound.logProb();
        }
    }

    private enum Fault {
        THROWS,
        LOSES_THE_STATE,
        DOES_NOTHING,
        DENIES
    }

    private record Faulty(Fault fault) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public Tracker newTracker() {
            return new Wrapped(fault);
        }
    }

    @Test
    void refresh_thatFails_isAnErrorThatNamesChainAndStep() {
        SamplingRun throwing = run(Samplers.rwm().scale(1).build(), new Faulty(Fault.THROWS));
        assertThatThrownBy(throwing.warmup(0).chains(1)::run)
                .hasRootCauseInstanceOf(ArithmeticException.class)
                .hasMessageContaining("Faulty failed in chain 0 at step 0")
                .hasMessageContaining("singular");
        Chain chain = Samplers.rwm().scale(1).build().start(new Faulty(Fault.LOSES_THE_STATE), 1L);
        assertThatThrownBy(() -> {
                    for (int t = 0; t < AFTER + 1; t++) {
                        chain.step();
                    }
                })
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("Faulty failed in chain 0 at step ")
                .hasMessageContaining("must leave a possible state possible: refresh(), logProb=-Infinity");
        chain.step(); // with a new tracker
    }

    @Test
    void modelCheck_refreshThatIsNotAFunctionOfTheState_isFound() {
        for (Fault fault : List.of(Fault.DOES_NOTHING, Fault.DENIES)) {
            assertThatThrownBy(() -> ModelCheck.of(new Faulty(fault)).verify())
                    .isInstanceOf(ModelException.class)
                    .hasMessageContaining(
                            "refresh() must return true and leave a tracker that answers bit for bit as a new one");
        }
    }

    /** A chain that is refreshed has the error of 1,000 flips, however long it runs. */
    @Test
    void refresh_longChain_boundsTheDrift() {
        double[] errors = new double[2];
        for (int k = 0; k < 2; k++) {
            Chain chain = Samplers.gibbs().build().start(DriftingSums.of(N, k == 0), 8L);
            for (int t = 0; t < 50_000; t++) {
                chain.step();
            }
            errors[k] = Math.abs(chain.logProb() - DriftingSums.logProb(chain.state()));
        }
        assertThat(errors[0]).isLessThan(2e-13);
        assertThat(errors[1]).isGreaterThan(5 * errors[0]);
    }
}
