package dev.lbp.runtime.space;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.internal.States;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * States kept in memory, a bit per site; {@link dev.lbp.runtime.run.SinkTest} compares those of runs with an oracle.
 */
class KeptDrawsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 63, 64, 65, 130})
    void state_ofAnySize_comesBack(int sites) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(5L);
        KeptDraws<byte[]> kept = new KeptDraws<>(new BitSpace(sites, 0), 2);
        kept.makeRoom(5);
        byte[][][] states = new byte[2][21][];
        for (int t = 0; t < 21; t++) {
            kept.makeRoom(t < 5 ? 5 : 21);
            for (int c = 0; c < 2; c++) {
                states[c][t] = States.random(sites, rng);
                kept.store(c).accept(states[c][t]);
            }
        }
        for (int c = 0; c < 2; c++) {
            for (int t = 0; t < 21; t++) {
                assertThat(kept.state(c, t)).isEqualTo(states[c][t]);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"5, 2", "7, 3", "63, 4", "64, 5", "13, 1000", "3, 2147483647"})
    void values_ofAnySize_comeBack(int sites, int values) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(6L);
        ValueSpace space = new ValueSpace(sites, values, 1);
        KeptDraws<int[]> kept = new KeptDraws<>(space, 1);
        kept.makeRoom(21);
        int[][] states = new int[21][sites];
        for (int[] state : states) {
            Arrays.setAll(state, i -> rng.nextInt(4) == 0 ? values - 1 : rng.nextInt(values));
            kept.store(0).accept(state);
        }
        for (int t = 0; t < 21; t++) {
            assertThat(kept.state(0, t)).isEqualTo(states[t]);
        }
        int bits = (int) Math.ceil(Math.log(values) / Math.log(2.0));
        assertThat(space.bitsPerDraw()).isEqualTo((long) sites * bits);
    }

    /** 2 x 10^6 x 10^8 bits are 25 TB. */
    @Test
    void run_moreThanTheHeap_isRefusedWithTheSize() {
        SamplingRun run = Samplers.rwm()
                .build()
                .sample(SpinLine.of(1_000_000))
                .chains(2)
                .draws(100_000_000)
                .keepDraws();
        assertThatIllegalArgumentException()
                .isThrownBy(run::run)
                .withMessageMatching(
                        "must fit into memory: keepDraws\\(\\), chains=2, draws=100000000, model.dimension\\(\\)=1000000:"
                                + " 25\\.0 TB needed, [\\d.]+ .B free of a heap of [\\d.]+ .B; thin, or stream to a sink");
    }

    @Test
    void draw_notKeptOrOutOfRange_isRefused() {
        SamplingRun run =
                Samplers.rwm().build().sample(SpinLine.of(4)).chains(2).draws(3);
        SampleResult without = run.run();
        assertThatIllegalStateException()
                .isThrownBy(() -> without.draw(0, 0))
                .withMessage("must be asked for before the run: keepDraws()");
        SampleResult with = run.keepDraws().run();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with.draw(2, 0))
                .withMessage("must be in [0, 2): chain=2");
        assertThatIllegalArgumentException().isThrownBy(() -> with.draw(0, 3)).withMessage("must be in [0, 3): draw=3");
        assertThat(with.draw(1, 2)).isEqualTo(with.finalStates()[1]);
        with.draw(1, 2)[0] ^= 1;
        assertThat(with.draw(1, 2)).isEqualTo(with.finalStates()[1]);
    }
}
