package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.result.RunException;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A model that writes to the states it is shown, ends the run, which would sample something else. */
class WrittenStatesTest {

    private static final int N = 3;
    private static final String WORDS = "must not be written to: state";

    private static double score(byte[] state) {
        return 0.8 * (state[0] + state[1] + state[2]);
    }

    private static void assertRefused(EnergyModel model, Sampler sampler, String words) {
        assertThatThrownBy(() -> sampler.sample(model)
                        .chains(4)
                        .warmup(200)
                        .draws(400)
                        .seed(1)
                        .run())
                .isInstanceOf(RunException.class)
                .hasCauseInstanceOf(ModelException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void plainModel_thatWritesToItsState_endsTheRun(int site) {
        EnergyModel writing = EnergyModels.of(N, x -> {
            double score = score(x);
            x[site] = 1;
            return score;
        });
        for (Sampler sampler : new Sampler[] {
            Samplers.lbp().build(), Samplers.rwm().build(), Samplers.gibbs().build()
        }) {
            assertRefused(writing, sampler, WORDS + "[" + site + "]=");
        }
    }

    @Test
    void plainModel_whoseGradientWritesToItsState_endsTheRun() {
        EnergyModel writing = EnergyModels.of(N, WrittenStatesTest::score, (x, gradient) -> {
            Arrays.fill(gradient, 0.8);
            x[1] ^= 1;
        });
        assertRefused(writing, Samplers.lbp().build(), WORDS + "[1]=");
    }

    /** Scratch use is fine if the state is as it was when the function returns. */
    @Test
    void plainModel_thatPutsItsStateBack_isSampledAsOneThatDoesNotWrite() {
        EnergyModel undoing = EnergyModels.of(N, x -> {
            x[0] ^= 1;
            x[0] ^= 1;
            return score(x);
        });
        EnergyModel sound = EnergyModels.of(N, WrittenStatesTest::score);
        double[][] expected =
                Samplers.lbp().build().sample(sound).run().traces().get("logProb");
        assertThat(Samplers.lbp().build().sample(undoing).run().traces().get("logProb"))
                .isDeepEqualTo(expected);
    }

    /** A batched model that does something to its states in one of its methods. */
    private record Batched(DataType dataType, boolean inGradient, Consumer<INDArray> deed) implements EnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public INDArray logProb(INDArray states) {
            INDArray answer = states.sum(1).muli(0.8);
            if (!inGradient) {
                deed.accept(states);
            }
            return answer;
        }

        @Override
        public INDArray gradient(INDArray states) {
            if (inGradient) {
                deed.accept(states);
            }
            return Nd4j.zeros(dataType, states.shape()).addi(0.8);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DataType.class,
            names = {"FLOAT", "DOUBLE"})
    void batchedModel_thatWritesToItsStates_endsTheRun(DataType type) {
        Sampler lbp = Samplers.lbp().build();
        assertRefused(new Batched(type, false, states -> states.assign(1)), lbp, WORDS + "s[");
        assertRefused(new Batched(type, true, states -> states.rsubi(1)), lbp, WORDS + "s[0][0]=");
        Sampler rwm = Samplers.rwm().build();
        assertRefused(new Batched(type, false, states -> states.putScalar(2, 1, 0.5)), rwm, WORDS + "s[2][1]=0.5");
    }

    /** The same array is shown again, so its memory must stay. */
    @Test
    void batchedModel_thatClosesItsStates_isSampledAsOneThatDoesNot() {
        Sampler lbp = Samplers.lbp().build();
        assertThat(lbp.sample(new Batched(DataType.DOUBLE, true, INDArray::close))
                        .run()
                        .traces()
                        .get("logProb"))
                .isDeepEqualTo(lbp.sample(new Batched(DataType.DOUBLE, true, states -> {}))
                        .run()
                        .traces()
                        .get("logProb"));
    }
}
