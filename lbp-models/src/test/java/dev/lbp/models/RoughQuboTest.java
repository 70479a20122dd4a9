package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * QUBOs of integers in [-100, 100] at temperature 1, whose log-ratios are in the hundreds and thousands: every informed
 * sampler climbs about as high as Gibbs. The seeds are fixed, and so are the draws; the figures in the comments are
 * those of the test.
 */
class RoughQuboTest {

    static Stream<Sampler> samplers() {
        return Stream.concat(
                Stream.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN, WeightFunction.MAX)
                        .map(weight -> Samplers.lbp().weight(weight).build()),
                Stream.of(Samplers.gwg().build()));
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void best_smallQubo_isNearThatOfGibbs(Sampler sampler) {
        PairwiseModel model = qubo(150, 1L);
        assertThat(best(sampler, model, 10_000))
                .isGreaterThan(0.97 * best(Samplers.gibbs().build(), model, 500));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("samplers")
    void best_thousandSites_isNearThatOfGibbs(Sampler sampler) {
        PairwiseModel model = qubo(1_000, 1L);
        assertThat(best(sampler, model, 25_000))
                .isGreaterThan(0.985 * best(Samplers.gibbs().build(), model, 25_000));
    }

    private static double best(Sampler sampler, PairwiseModel model, int steps) {
        return sampler.sample(model)
                .chains(4)
                .warmup(steps / 5)
                .draws(steps - steps / 5)
                .seed(1)
                .run()
                .best()
                .logProb();
    }

    /** One in ten pairs is coupled. */
    private static PairwiseModel qubo(int n, long seed) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] bias = rng.ints(n, -100, 101).asDoubleStream().toArray();
        int[] pairs = IntStream.range(0, n * n)
                .filter(k -> k % n < k / n && rng.nextInt(10) == 0)
                .toArray();
        int[] rows = Arrays.stream(pairs).map(k -> k / n).toArray();
        int[] columns = Arrays.stream(pairs).map(k -> k % n).toArray();
        return PairwiseModel.of(
                bias,
                rows,
                columns,
                rng.ints(pairs.length, -100, 101).asDoubleStream().toArray());
    }
}
