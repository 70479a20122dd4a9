package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.result.RunException;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;

/** What a user may get wrong about parallel tempering. */
class BadTemperingTest {

    private static final SpinLine LINE = SpinLine.of(6);

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    private static SamplingRun run() {
        return Samplers.lbp().build().sample(LINE).chains(2).warmup(100).draws(10);
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatIllegalArgumentException().isThrownBy(call).withMessage(message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 0, -3, Integer.MIN_VALUE})
    void replicas_fewerThanTwo_areRefused(int count) {
        refused("must be >= 2: replicas=" + count, () -> Tempering.replicas(count));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void every_belowOne_isRefused(int steps) {
        refused("must be >= 1: every=" + steps, () -> Tempering.replicas().every(steps));
    }

    @Test
    void reference_ofAnotherLengthOrNotFinite_isRefused() {
        Tempering four = Tempering.replicas(4);
        refused("must have length 6: reference.length=5", () -> run().tempering(four.reference(new double[5])));
        refused("must be in [-700, 700]: reference[1]=NaN", () -> four.reference(new double[] {0.0, Double.NaN}));
        refused(
                "must be in [-700, 700]: reference[0]=-Infinity",
                () -> four.reference(new double[] {Double.NEGATIVE_INFINITY}));
        assertThatNullPointerException()
                .isThrownBy(() -> four.reference((double[]) null))
                .withMessage("must not be null: reference");
        assertThatNullPointerException()
                .isThrownBy(() -> run().tempering(null))
                .withMessage("must not be null: tempering");
    }

    /** The settings are immutable, and a reference that a caller changes later does not change them. */
    @Test
    void tempering_afterFurtherSettings_isAsItWas() {
        double[] logits = new double[6];
        Tempering given = Tempering.replicas(3).every(2).reference(logits);
        double expected = run().tempering(given).run().tempering().orElseThrow().logZ();
        logits[0] = 3.0;
        given.every(50);
        assertThat(run().tempering(given).run().tempering().orElseThrow().logZ())
                .isEqualTo(expected);
    }

    @Test
    void sampler_thatCannotBeTempered_isRefusedWithTheReason() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.blockGibbs()
                        .build()
                        .sample(new SmallRbm(4, 3, DataType.DOUBLE))
                        .tempering(Tempering.replicas(4)))
                .withMessageStartingWith(
                        "must be a sampler that tempering can use, but a layered model at another temperature"
                                + " is no layered model: ")
                .withMessageEndingWith(": sampler=Gibbs, all sites at once");
    }

    @Test
    void warmUp_tooShortForRounds_isRefused() {
        refused(
                "must be >= 10 * every = 50 with tempering, whose inverse temperatures it finds: warmup=49",
                () -> run().warmup(49).tempering(Tempering.replicas(3)).run());
        run().warmup(50).tempering(Tempering.replicas(3)).run();
    }

    @ParameterizedTest
    @CsvSource({"300000000, 3000000000", "429496730, 4294967300"})
    void every_ofMoreScansThanAnyWarmUpHas_isRefused(int every, long least) {
        refused(
                "must be >= 10 * every = " + least + " with tempering, whose inverse temperatures it finds: warmup=100",
                () -> run().tempering(Tempering.replicas(3).every(every)).run());
    }

    @Test
    void replicas_beyondMemory_areRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        run().tempering(Tempering.replicas(Integer.MAX_VALUE)).run())
                .withMessageStartingWith("must fit into memory: chains=2, model.dimension()=6, replicas=2147483647: ")
                .withMessageEndingWith("; run fewer chains, or fewer replicas");
    }

    /** Each slot needs 1,200 bytes for its generator, scale and schedule; the states of so few sites need less. */
    @Test
    void replicas_whoseGeneratorsExceedMemory_areRefused() {
        int replicas = (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / (2 * 1_200));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run().tempering(Tempering.replicas(replicas)).run())
                .withMessageContaining("replicas=" + replicas + ": ");
    }

    @Test
    void frozen_allSites_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> run().initial(new byte[2][6])
                        .frozen(new boolean[] {true, true, true, true, true, true})
                        .tempering(Tempering.replicas(3))
                        .run());
    }

    /** Only a state of 40 ones is possible, which the reference never draws. */
    @Test
    void reference_thatDrawsOnlyImpossibleStates_endsTheRunWithAnError() {
        byte[][] ones = new byte[1][40];
        Arrays.fill(ones[0], (byte) 1);
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(40, x -> {
                    for (byte bit : x) {
                        if (bit == 0) {
                            return Double.NEGATIVE_INFINITY;
                        }
                    }
                    return 0.0;
                }))
                .initial(ones)
                .chains(1)
                .warmup(100)
                .draws(10)
                .tempering(Tempering.replicas(3));
        assertThatThrownBy(run::run)
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining("must be possible (logProb > -Infinity) at some draws of tempering's reference");
    }

    @Test
    void tempering_ofARunWithoutIt_isEmpty() {
        assertThat(run().run().tempering()).isEmpty();
        Thread.currentThread().interrupt();
        assertThat(run().tempering(Tempering.replicas(3)).run().tempering()).isEmpty();
        assertThat(Thread.interrupted()).isTrue();
    }
}
