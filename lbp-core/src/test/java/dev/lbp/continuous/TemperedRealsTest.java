package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ContinuousRun;
import dev.lbp.ContinuousSampler;
import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.result.SlotTable;
import dev.lbp.result.TemperingResult;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The law of each slot of tempered reals, by quantiles. The target is normal with mean 3 and standard deviation 1/2,
 * the reference normal with mean 0 and standard deviation 2: so each slot between them is normal too, with the
 * precision {@code (1 - b) / 4 + 4 b} and the mean {@code 12 b / precision}.
 */
class TemperedRealsTest {

    private static final double[] QUANTILES = {0.05, 0.2, 0.5, 0.8, 0.95};
    private static final double MEAN = 3.0;
    private static final double PRECISION = 4.0;
    private static final double WIDE = 2.0;

    private static final DensityModel TARGET = DensityModels.of(
            1,
            x -> -0.5 * PRECISION * (x[0] - MEAN) * (x[0] - MEAN),
            (x, gradient) -> gradient[0] = -PRECISION * (x[0] - MEAN));

    static Stream<Arguments> runs() {
        return Stream.of(Samplers.barker().build(), Samplers.mala().build())
                .flatMap(sampler -> Stream.of(2, 3).map(slots -> Arguments.of(sampler, slots)));
    }

    private static NormalDistribution law(double beta) {
        double precision = (1.0 - beta) / (WIDE * WIDE) + beta * PRECISION;
        return NormalDistribution.of(beta * PRECISION * MEAN / precision, 1.0 / Math.sqrt(precision));
    }

    private static ContinuousRun run(ContinuousSampler sampler, int slots) {
        return sampler.sample(TARGET)
                .tempering(Tempering.replicas(slots).every(1).reference(new double[1], new double[] {WIDE}))
                .chains(16)
                .warmup(1_000)
                .draws(1_000)
                .seed(3);
    }

    /**
     * The share of each slot's draws below a quantile of its law, as the ladder of a first run has it: a second run
     * with the same seed has the same ladder. 50 shares; each is over 4.5 errors off with probability 7e-6, or 5e-5
     * with an error that is a tenth too small: 3e-3 in all. The seed is fixed.
     */
    @ParameterizedTest
    @MethodSource("runs")
    void slots_haveTheQuantilesOfTheirLaws(ContinuousSampler sampler, int slots) {
        double[] betas =
                run(sampler, slots).draws(100).run().tempering().orElseThrow().betas();
        ContinuousRun run = run(sampler, slots);
        for (int k = 0; k < slots; k++) {
            for (double quantile : QUANTILES) {
                double threshold = law(betas[k]).inverseCumulativeProbability(quantile);
                run.track(k + " below " + quantile, x -> x[0] < threshold ? 1.0 : 0.0);
            }
        }
        TemperingResult ladder = run.run().tempering().orElseThrow();
        assertThat(ladder.betas()).isEqualTo(betas);
        for (int k = 0; k < slots; k++) {
            for (double quantile : QUANTILES) {
                String name = k + " below " + quantile;
                SlotTable table = ladder.slots(name);
                assertThat(table.error()[k]).as(name).isLessThan(0.035);
                assertThat(Math.abs(table.mean()[k] - quantile) / table.error()[k])
                        .as(name)
                        .isLessThan(4.5);
            }
        }
        double logZ = 0.5 * Math.log(2.0 * Math.PI / PRECISION);
        assertThat(Math.abs(ladder.logZ() - logZ)).isLessThan(4.5 * ladder.logZError());
    }
}
