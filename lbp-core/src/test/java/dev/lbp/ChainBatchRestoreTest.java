package dev.lbp;

import static dev.lbp.ChainBatchTest.N;
import static dev.lbp.ChainBatchTest.assertDrawTheSame;
import static dev.lbp.ChainBatchTest.bias;
import static dev.lbp.ChainBatchTest.of;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches that are saved, and restored into others. */
class ChainBatchRestoreTest {

    /** Saved in the middle of adaptation, and restored into a batch that has taken other steps. */
    @ParameterizedTest
    @MethodSource("dev.lbp.ChainBatchTest#samplersOnBoth")
    void restore_anotherBatch_drawsAsTheSavedOneAfterInvalidation(Sampler sampler, boolean batched) {
        for (Sampler each : List.of(sampler, Samplers.lbp().build())) {
            double[] bias = bias(2.0);
            ChainBatch saved = each.start(of(bias, batched), 9L, 5);
            ChainBatch restored = each.start(of(bias, batched), 3L, 5);
            saved.step(30);
            restored.step(7);
            restored.restore(saved.save());
            System.arraycopy(bias(-1.0), 0, bias, 0, N); // the model changes meanwhile
            saved.invalidate();
            assertDrawTheSame(restored, saved);
            assertThat(restored.scale()).isEqualTo(saved.scale());
        }
    }

    @Test
    void restore_ofAnotherBatch_isRefused() {
        ChainBatch batch = Samplers.lbp().build().start(of(bias(1.0), true), 2L, 3);
        byte[] saved = batch.save();
        String message = "must be saved by a batch of the same sampler, chains and sites: saved: ";
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Samplers.lbp().build().start(of(bias(1.0), true), 2L, 4).restore(saved))
                .withMessage(message
                        + "the batch must be 4 chains of 7 sites, adapting, and is 3 chains of 7 sites, adapting");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Samplers.lbp()
                        .scale(3)
                        .build()
                        .start(of(bias(1.0), true), 2L, 3)
                        .restore(saved))
                .withMessage(message
                        + "the batch must be 3 chains of 7 sites, frozen, and is 3 chains of 7 sites, adapting");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Samplers.gwg().build().start(of(bias(1.0), true), 2L, 3).restore(saved))
                .withMessage(message + "the sampler must be " + Samplers.gwg().build() + ", and is "
                        + Samplers.lbp().build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.restore(Arrays.copyOf(saved, saved.length - 1)))
                .withMessageStartingWith(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> batch.restore(Arrays.copyOf(saved, saved.length + 1)))
                .withMessage("must end with the last chain: bytes left of saved=1");
        assertThatNullPointerException().isThrownBy(() -> batch.restore(null)).withMessage("must not be null: saved");
    }

    /** Names are for people: the values of a weight function are what counts. */
    @Test
    void restore_anotherWeightFunctionOfTheSameName_isRefused() {
        Sampler third = Samplers.lbp()
                .weight(WeightFunction.of("own", logRatio -> logRatio / 3.0))
                .build();
        Sampler half = Samplers.lbp()
                .weight(WeightFunction.of("own", logRatio -> logRatio / 2.0))
                .build();
        byte[] saved = third.start(of(bias(1.0), true), 2L, 3).save();
        third.start(of(bias(1.0), true), 2L, 3).restore(saved);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> half.start(of(bias(1.0), true), 2L, 3).restore(saved))
                .withMessageContaining("the weight function (checksum of values) must be ");
    }

    /** Bytes that were damaged give an error or another batch, but never a state that is none. */
    @Test
    void restore_flippedBits_givesNoStateThatIsNotBinary() {
        EnergyModel model = of(bias(1.0), false); // batches of another engine are saved alike, and take longer to make
        byte[] saved = Samplers.lbp().build().start(model, 2L, 3).save();
        int refused = 0;
        for (int bit = 0; bit < 8 * saved.length; bit++) {
            ChainBatch batch = Samplers.lbp().build().start(model, 2L, 3);
            byte[] damaged = saved.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            try {
                batch.restore(damaged);
            } catch (IllegalArgumentException e) {
                refused += e.getMessage().contains(": must be 0 or 1: state of chain ") ? 1 : 0;
                continue;
            }
            for (int c = 0; c < 3; c++) {
                for (byte x : batch.state(c)) {
                    assertThat(x).isBetween((byte) 0, (byte) 1);
                }
            }
        }
        assertThat(refused).isEqualTo(7 * N * 3); // seven of the eight bits of each site
    }
}
