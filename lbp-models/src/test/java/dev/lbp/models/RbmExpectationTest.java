package dev.lbp.models;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.Tempered;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** The batched engine on a 10 x 4 restricted Boltzmann machine, against the sum over its 1,024 visible states. */
class RbmExpectationTest {

    private static final int N = 10;

    private static final BernoulliRbm MODEL = BernoulliRbm.random(N, 4, 1.2, 3);

    private static final ToDoubleFunction<byte[]> LOG_PROB = table();

    private static ToDoubleFunction<byte[]> table() {
        byte[][] states = Enumeration.states(N);
        double[] logProb = Enumeration.logProb(MODEL, states);
        Map<String, Double> table = new HashMap<>();
        for (int s = 0; s < states.length; s++) {
            table.put(new String(states[s], StandardCharsets.ISO_8859_1), logProb[s]);
        }
        return x -> table.get(new String(x, StandardCharsets.ISO_8859_1));
    }

    static Stream<Arguments> cases() {
        List<Sampler> samplers = List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).build(),
                Samplers.lbp().weight(WeightFunction.MAX).scale(1).build(),
                Samplers.lbp().weight(WeightFunction.MIN).scale(3).build(),
                Samplers.gwg().build(),
                Samplers.rwm().scale(1).build());
        return samplers.stream()
                .flatMap(
                        sampler -> Stream.of(DataType.FLOAT, DataType.DOUBLE).map(type -> Arguments.of(sampler, type)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void sample_rbm_hasTheExactExpectations(Sampler sampler, DataType type) {
        ChainMeans.of(sampler, MODEL.withDataType(type), 99L, 128, 300, 1_200, Expectations.statistics(LOG_PROB))
                .assertMeansAre(Expectations.exact(N, LOG_PROB, 1.0, x -> true));
    }

    @Test
    void sample_rbmByGibbs_hasTheExactExpectations() {
        ChainMeans.of(Samplers.gibbs().build(), MODEL, 99L, 128, 50, 300, Expectations.statistics(LOG_PROB))
                .assertMeansAre(Expectations.exact(N, LOG_PROB, 1.0, x -> true));
    }

    /** What is kept of hidden variables goes from step to step here, which one step alone does not show. */
    @ParameterizedTest
    @EnumSource(names = {"FLOAT", "DOUBLE"})
    void sample_rbmByBlockGibbs_hasTheExactExpectations(DataType type) {
        ChainMeans.of(
                        Samplers.blockGibbs().build(),
                        MODEL.withDataType(type),
                        99L,
                        128,
                        50,
                        1_200,
                        Expectations.statistics(LOG_PROB))
                .assertMeansAre(Expectations.exact(N, LOG_PROB, 1.0, x -> true));
    }

    @Test
    void sample_temperedRbm_hasTheExactExpectations() {
        ChainMeans.of(
                        Samplers.lbp().build(),
                        Tempered.of(MODEL, 0.5),
                        99L,
                        128,
                        300,
                        1_200,
                        Expectations.statistics(LOG_PROB))
                .assertMeansAre(Expectations.exact(N, LOG_PROB, 0.5, x -> true));
    }
}
