package dev.lbp.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ChainBatch;
import dev.lbp.OneOfSix;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallTargets;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/**
 * Penalties of a thousand and more, with every weight function, engine and type. A weight of 0 would keep a chain where
 * it is, and detailed balance would not notice.
 */
class ExtremeRatiosTest {

    static Stream<Arguments> modelsAndWeights() {
        return models().flatMap(m -> SmallTargets.risingWeights().stream().map(weight -> Arguments.of(m, weight)));
    }

    /**
     * Single flips. While the constraint is broken, two sites of the six or more lower the penalty, with weights no
     * smaller than any other and a sum W that only falls; so one of them is drawn with probability 2/46 or more, and
     * accepted. 5 such moves are enough: fewer than 5 in 600 steps have probability 1e-7, for each of 12 starts and 15
     * cases: P(failure) below 2e-5.
     */
    @ParameterizedTest
    @MethodSource("modelsAndWeights")
    void singleFlips_anyStart_reachTheMode(EnergyModel model, WeightFunction weight) {
        Sampler sampler = Samplers.lbp().weight(weight).scale(1).build();
        for (byte start = 0; start < 2; start++) {
            ChainBatch batch = sampler.start(model, 3L, 6);
            byte[] state = new byte[46];
            Arrays.fill(state, start);
            for (int chain = 0; chain < 6; chain++) {
                batch.reset(chain, state);
            }
            for (int t = 0; t < 600; t++) {
                batch.step();
            }
            for (int chain = 0; chain < 6; chain++) {
                assertThat(OneOfSix.ones(batch.state(chain))).isEqualTo(1);
            }
        }
    }

    /**
     * Steps that flip each site independently find the one of six too, from zeros and from ones. A site whose flip
     * lowers a penalty of a thousand has the weight 1, so the time step decides how many of them flip at once.
     */
    @ParameterizedTest
    @MethodSource("models")
    void factorised_anyStart_reachTheMode(EnergyModel model) {
        for (Sampler sampler : List.of(Samplers.dlmc().build(), Samplers.dmala().build())) {
            for (byte start = 0; start < 2; start++) {
                SampleResult result = run(sampler, model, start);
                assertThat(Arrays.stream(result.marginals(), 0, 6).sum())
                        .as("%s from %d", sampler, start)
                        .isEqualTo(1.0);
            }
        }
    }

    /** With sqrt(t) all six flip at any time step, which leads to a state that is far worse; the summary says so. */
    @ParameterizedTest
    @MethodSource("models")
    void factorised_sqrtFromZeros_standsStillAndSaysSo(EnergyModel model) {
        SampleResult result = run(Samplers.dlmc().weight(WeightFunction.SQRT).build(), model, (byte) 0);
        assertThat(result.acceptanceRate()).isZero();
        assertThat(result.summary()).contains("the chains stand still", "lbp()");
    }

    private static SampleResult run(Sampler sampler, EnergyModel model, byte start) {
        byte[][] initial = new byte[2][46];
        Arrays.fill(initial[0], start);
        Arrays.fill(initial[1], start);
        return sampler.sample(model)
                .chains(2)
                .initial(initial)
                .warmup(1_000)
                .draws(200)
                .seed(7)
                .run();
    }

    static Stream<EnergyModel> models() {
        OneOfSix model = new OneOfSix(46, 1_000.0, DataType.DOUBLE);
        return Stream.of(model.local(), model, new OneOfSix(46, 1_000.0, DataType.FLOAT));
    }

    /** Other numbers of ones have a probability of e^-1000: the expected number of ones is 1.0000. */
    @ParameterizedTest
    @MethodSource("modelsAndWeights")
    void adaptiveRun_fromZeros_keepsExactlyOne(EnergyModel model, WeightFunction weight) {
        for (Sampler sampler : List.of(
                Samplers.lbp().weight(weight).build(),
                Samplers.gwg().weight(weight).build())) {
            SampleResult result = sampler.sample(model)
                    .chains(2)
                    .initial(new byte[2][46])
                    .warmup(300)
                    .draws(100)
                    .seed(7)
                    .run();
            assertThat(Arrays.stream(result.marginals(), 0, 6).sum()).isEqualTo(1.0);
        }
    }
}
