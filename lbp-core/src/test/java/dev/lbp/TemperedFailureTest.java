package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.result.StopReason;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tempered runs of models that fail in a step of a replica, in the reference or in an exchange: one exception that
 * tells where.
 */
class TemperedFailureTest {

    private static final int N = 8;

    /** Slots 1, 2, 3 of chain 0, its reference, then those of chain 1. */
    private static final int REPLICAS = 4;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private enum Call {
        RESET,
        FLIP,
        LOG_RATIOS,
        NAN,
        INFINITE
    }

    /** A model one of whose trackers breaks at a call, counted from its start. */
    private record Breaking(Call call, int tracker, int at, int[] made) implements LocalEnergyModel {

        static Breaking of(Call call, int tracker, int at) {
            return new Breaking(call, tracker, at, new int[1]);
        }

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public String name() {
            return "breaking";
        }

        @Override
        public Tracker newTracker() {
            return new BreakingTracker(SpinLine.of(N).newTracker(), this, made[0]++ == tracker);
        }
    }

    private static final class BreakingTracker extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final Breaking model;
        private final boolean breaks;
        private int calls;

        BreakingTracker(LocalEnergyModel.Tracker sound, Breaking model, boolean breaks) {
            super(sound);
            this.model = model;
            this.breaks = breaks;
        }

        private boolean isNow(Call call) {
            return breaks && model.call == call && calls++ == model.at;
        }

        private void call(Call call) {
            if (isNow(call)) {
                throw new Fault.Broken();
            }
        }

        @Override
        public void reset(byte[] state) {
            call(Call.RESET);
            super.reset(state);
        }

        @Override
        public int flip(int site, int[] touched) {
            call(Call.FLIP);
            return super.flip(site, touched);
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            call(Call.LOG_RATIOS);
            super.logRatios(sites, n, out);
        }

        @Override
        public double logProb() {
            boolean nan = isNow(Call.NAN);
            return isNow(Call.INFINITE) ? Double.POSITIVE_INFINITY : nan ? Double.NaN : super.logProb();
        }
    }

    private static SamplingRun run(LocalEnergyModel model) {
        return Samplers.lbp()
                .build()
                .sample(model)
                .chains(2)
                .tempering(Tempering.replicas(REPLICAS).every(2))
                .warmup(40)
                .draws(100)
                .seed(3);
    }

    private static void isPartial(RunException failure, boolean drawing) {
        SampleResult partial = failure.partialResult().orElseThrow();
        assertThat(partial.stopReason()).isEqualTo(StopReason.FAILED);
        assertThat(partial.draws()).isBetween(drawing ? 1 : 0, drawing ? 99 : 0);
        SampleResult whole = run(SpinLine.of(N)).run();
        for (int c = 0; c < 2; c++) {
            assertThat(partial.traces().get("logProb")[c])
                    .isEqualTo(Arrays.copyOf(whole.traces().get("logProb")[c], partial.draws()));
        }
        assertThat(partial.summary()).contains("breaking");
        assertThat(partial.tempering().isPresent()).isEqualTo(drawing);
    }

    /** Trackers are exchanged, so the first one of chain 1 may be in any of its replicas by then. */
    @ParameterizedTest
    @EnumSource(Call.class)
    void run_modelBreaksAfterWarmUp_namesChainReplicaAndStep(Call call) {
        for (int threads : new int[] {1, 2, 8}) {
            int at = call == Call.RESET ? 5 : call == Call.FLIP ? 90 : 60;
            RunException failure = Failures.of(
                    ModelException.class,
                    () -> run(Breaking.of(call, 2, at)).threads(threads).run());
            assertThat(failure.getMessage())
                    .containsPattern(
                            "^breaking failed in (chain 1, replica [123]|the replicas of chain 1) at step \\d+: ");
            if (call == Call.NAN || call == Call.INFINITE) {
                assertThat(failure).hasMessageContaining("must not be NaN or +Infinity");
            } else {
                assertThat(failure).hasRootCauseInstanceOf(Fault.Broken.class);
            }
            assertThat(failure.partialResult()).isPresent();
            assertThat(failure.partialResult().orElseThrow().summary()).contains("breaking");
        }
    }

    /** Every draw of the reference resets the tracker of slot 0, the second that a chain makes. */
    @Test
    void run_referenceBreaksInWarmUp_namesTheReplicas() {
        RunException failure = Failures.of(
                ModelException.class, () -> run(Breaking.of(Call.RESET, 1, 3)).run());
        assertThat(failure.getMessage()).containsPattern("^breaking failed in the replicas of chain 0 at step \\d+: ");
        isPartial(failure, false);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8})
    void run_coldestBreaksWhileDrawing_keepsTheDrawsBefore(int threads) {
        RunException failure = Failures.of(
                ModelException.class,
                () -> run(Breaking.of(Call.FLIP, 0, 260)).threads(threads).run());
        isPartial(failure, true);
    }

    @ParameterizedTest
    @EnumSource(Call.class)
    void run_replicaBreaksAtItsStart_namesTheChain(Call call) {
        if (call == Call.FLIP) {
            return;
        }
        for (int tracker = 0; tracker < 2 * REPLICAS; tracker++) {
            int which = tracker;
            if (tracker % 2 == 1 && tracker < 4) {
                continue; // the references are reset later
            }
            RunException failure = Failures.of(
                    ModelException.class, () -> run(Breaking.of(call, which, 0)).run());
            assertThat(failure.getMessage()).containsPattern("^breaking failed in chain [01] at its start: ");
            assertThat(failure.partialResult()).isEmpty();
        }
    }

    @Test
    void run_trackerSharedByReplicas_isRefused() {
        LocalEnergyModel sound = SpinLine.of(N);
        for (int own = 0; own < 2 * REPLICAS - 1; own++) {
            int[] left = {own};
            LocalEnergyModel.Tracker shared = sound.newTracker();
            LocalEnergyModel sharing = new Sharing(left, shared);
            RunException failure =
                    Failures.of(ModelException.class, () -> run(sharing).run());
            assertThat(failure)
                    .hasMessageStartingWith("sharing: newTracker() must return a new tracker for each replica");
        }
    }

    /** Makes some trackers, and then the same one for ever. */
    private record Sharing(int[] left, LocalEnergyModel.Tracker shared) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public String name() {
            return "sharing";
        }

        @Override
        public Tracker newTracker() {
            return left[0]-- > 0 ? SpinLine.of(N).newTracker() : shared;
        }
    }

    /**
     * With replicas() the chains begin with 10 slots each, and make new trackers where a round changes their number.
     * One thread: the comparisons of trackers with new ones would share the tracker too.
     */
    @Test
    void run_trackerSharedSinceALaterRound_isRefused() {
        LocalEnergyModel sharing = new Sharing(new int[] {20}, SpinLine.of(N).newTracker());
        RunException failure = Failures.of(
                ModelException.class,
                () -> run(sharing)
                        .threads(1)
                        .tempering(Tempering.replicas().every(2))
                        .run());
        assertThat(failure).hasMessageStartingWith("sharing: newTracker() must return a new tracker for each replica");
    }

    @Test
    void run_referenceThatIsNeverPossible_isRefusedAfterWarmUp() {
        LocalEnergyModel one = EnergyModels.of(N, x -> {
            for (byte bit : x) {
                if (bit == 0) {
                    return Double.NEGATIVE_INFINITY;
                }
            }
            return 0.0;
        });
        byte[][] initial = new byte[2][N];
        Arrays.fill(initial[0], (byte) 1);
        Arrays.fill(initial[1], (byte) 1);
        double[] away = new double[N];
        Arrays.fill(away, -20.0);
        SamplingRun run = run(one).initial(initial);
        RunException failure = Failures.of(
                ModelException.class,
                () -> run.tempering(Tempering.replicas(3).reference(away))
                        .warmup(50)
                        .run());
        assertThat(failure)
                .hasMessageContaining("must be possible (logProb > -Infinity) at some draws of tempering's reference")
                .hasMessageContaining("give a reference near the possible states");
        Arrays.fill(away, 20.0);
        SampleResult near = run.tempering(Tempering.replicas(3).reference(away)).run();
        assertThat(near.tempering().orElseThrow().logZ()).isCloseTo(0.0, within(1e-6));
    }

    /** Sums of larger numbers over the scans would be infinite, and log Z NaN. */
    @Test
    void run_logProbsTooFarApartForSums_namesTheBound() {
        for (double size : new double[] {0.9e290, 1.1e290, 5e307}) {
            LocalEnergyModel steep = EnergyModels.of(N, x -> size * (1 - 2 * x[0]));
            SamplingRun run = Samplers.gibbs()
                    .build()
                    .sample(steep)
                    .tempering(Tempering.replicas(REPLICAS).every(2))
                    .chains(1)
                    .warmup(40)
                    .draws(20);
            if (size < 1e290) {
                assertThat(run.run().tempering().orElseThrow().logZ()).isFinite();
            } else {
                assertThatThrownBy(run::run)
                        .hasMessageContaining("the replicas of chain 0 at step 2")
                        .hasMessageContaining("must differ by at most 1.0E290 from the reference's")
                        .hasMessageContaining("logProb=");
            }
        }
    }

    @Test
    void run_tooShortWarmUp_isRefused() {
        for (int every : List.of(1, 5, 7)) {
            assertThatThrownBy(() -> run(SpinLine.of(N))
                            .tempering(Tempering.replicas(3).every(every))
                            .warmup(10 * every - 1)
                            .run())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("must be >= 10 * every = " + 10 * every
                            + " with tempering, whose inverse temperatures it finds: warmup=" + (10 * every - 1));
            run(SpinLine.of(N))
                    .tempering(Tempering.replicas(3).every(every))
                    .warmup(10 * every)
                    .run();
        }
    }
}
