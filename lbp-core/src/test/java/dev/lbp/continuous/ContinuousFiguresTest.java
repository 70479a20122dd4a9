package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ContinuousBuilder;
import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Figures of MALA, Barker and the random walk on normal coordinates, with 40 chains. Seeds are fixed; the tolerances
 * are at least 4 standard errors of such runs, so that another seed fails with a probability below 1e-4.
 */
class ContinuousFiguresTest {

    private static final int CHAINS = 40;

    private static ContinuousResult run(ContinuousBuilder sampler, DensityModel model, int draws) {
        return sampler.build()
                .sample(model)
                .chains(CHAINS)
                .warmup(1_500)
                .draws(draws)
                .seed(8L)
                .run();
    }

    private static void assertFigures(ContinuousBuilder sampler, double scale, double slack, double jump, double off) {
        ContinuousResult result = run(sampler, Gaussians.narrowFirst(100, 1.0), 500);
        assertThat(result.scale()).isCloseTo(scale, within(slack));
        assertThat(result.expectedJumpDistance() / 100.0).isCloseTo(jump, within(off));
    }

    /** A step of Barker jumps 0.48 times as far as one of MALA, squared, in each of 100 coordinates. */
    @Test
    void scaleAndJump_onHundredCoordinates_areTheKnownOnes() {
        assertFigures(Samplers.mala(), 0.765, 0.03, 0.384, 0.02);
        assertFigures(Samplers.barker(), 0.573, 0.03, 0.183, 0.01);
        assertFigures(Samplers.barker().bimodal(), 0.809, 0.03, 0.371, 0.02);
        assertFigures(Samplers.continuous().weight(WeightFunction.MIN), 0.495, 0.02, 0.124, 0.007);
        assertFigures(Samplers.continuous().randomWalk(), 0.241, 0.012, 0.0131, 0.001);
    }

    /**
     * The scale is that of ten coordinates of width 1; then the first one is 30 times narrower, and chains start at its
     * draws.
     */
    @Test
    @Tag("slow")
    void acceptance_withOneNarrowCoordinate_fallsMostForMala() {
        assertThat(acceptance(Samplers.barker())).isCloseTo(0.043, within(0.008));
        assertThat(acceptance(Samplers.continuous().randomWalk())).isCloseTo(0.019, within(0.004));
        assertThat(acceptance(Samplers.continuous().weight(WeightFunction.MIN))).isCloseTo(0.058, within(0.01));
        assertThat(acceptance(Samplers.mala())).isLessThan(0.001);
        assertThat(acceptance(Samplers.barker().bimodal())).isLessThan(0.001);
    }

    private static double acceptance(ContinuousBuilder sampler) {
        double scale = run(sampler, Gaussians.narrowFirst(10, 1.0), 1_000).scale();
        Gaussians narrow = Gaussians.narrowFirst(10, 30.0);
        var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(3L));
        double[][] initial = new double[CHAINS][10];
        for (double[] point : initial) {
            Arrays.setAll(point, i -> narrow.widths()[i] * normal.sample());
        }
        return sampler.scale(scale)
                .build()
                .sample(narrow)
                .chains(CHAINS)
                .initial(initial)
                .warmup(0)
                .draws(2_000)
                .seed(5L)
                .run()
                .acceptanceRate();
    }
}
