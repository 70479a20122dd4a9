package dev.lbp.continuous;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ContinuousBuilder;
import dev.lbp.Samplers;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What warm-up learns about the widths of coordinates. Seeds are fixed. */
class DiagonalShapeTest {

    /** The number of runs, with seeds 1, 2 and so on, whose scale had not settled on a normal coordinate. */
    private static int unsettled(ContinuousBuilder sampler, int runs, int warmUp, double width) {
        DensityModel model = DensityModels.of(
                1, p -> -0.5 * (p[0] / width) * (p[0] / width), (p, gradient) -> gradient[0] = -p[0] / width / width);
        int count = 0;
        for (int seed = 1; seed <= runs; seed++) {
            ContinuousResult result = sampler.build()
                    .sample(model)
                    .warmup(warmUp)
                    .draws(1)
                    .seed(seed)
                    .run();
            count += result.warmUp().settled() ? 0 : 1;
        }
        return count;
    }

    /**
     * A scale at its goal changes by 5 % in a quarter of warm-ups, by chance; 6 % of runs say so. 7 of 30 or more have
     * a probability of 0.002. A scale that still grows is told: from 1 it needs about 1,000 steps to a width of 1e30.
     */
    @Test
    void scaleOfOneCoordinate_saysWhetherItStillGrows() {
        assertThat(unsettled(Samplers.barker().diagonal(), 30, 1_000, 1.0)).isLessThan(7);
        assertThat(unsettled(Samplers.barker(), 8, 400, 1e30)).isEqualTo(8);
        assertThat(unsettled(Samplers.barker().diagonal(), 8, 40, 1e10))
                .as("a warm-up that is too short")
                .isEqualTo(8);
    }

    private static ContinuousResult run(
            ContinuousBuilder sampler, DensityModel model, int chains, int warmUp, int draws) {
        var normal = ZigguratSampler.NormalizedGaussian.of(RandomSource.XO_SHI_RO_256_PP.create(3L));
        double[][] far = new double[chains][model.dimension()];
        for (double[] point : far) {
            Arrays.setAll(point, i -> 10.0 * normal.sample());
        }
        return sampler.build()
                .sample(model)
                .chains(chains)
                .initial(far)
                .warmup(warmUp)
                .draws(draws)
                .seed(6L)
                .track("x0", p -> p[0])
                .run();
    }

    /**
     * Widths from 1/100 to 100: the noise has them too, up to the noise of a variance over half of 2,400 steps in eight
     * chains.
     */
    @Test
    void barker_learnsTheWidths_fromFarAway() {
        double[] widths = IntStream.range(0, 9)
                .mapToDouble(i -> Math.pow(10.0, 0.5 * (i - 4)))
                .toArray();
        ContinuousResult result = run(Samplers.barker().diagonal(), new Gaussians(widths), 8, 2_400, 1_000);
        double[] noise = result.noiseDeviations();
        for (int i = 0; i < widths.length; i++) {
            assertThat(noise[i] / widths[i] / (noise[4] / widths[4])).isBetween(0.65, 1.5);
        }
        assertThat(result.rHat()).isLessThan(1.02);
    }

    /**
     * 100 coordinates, the first of width 0.01, chains from {@code N(0, 10^2)}. Effective draws of the first one in
     * 1,000 steps: Barker 43, with bimodal noise 89, MALA 14 with a scale that is still on its way; bounds are about
     * half and twice of these.
     */
    @Test
    @Tag("slow")
    void narrowCoordinate_isFoundByBarker_lateByMala() {
        Gaussians model = Gaussians.narrowFirst(100, 100.0);
        ContinuousResult barker = run(Samplers.barker().diagonal(), model, 4, 6_000, 5_000);
        ContinuousResult bimodal = run(Samplers.barker().bimodal().diagonal(), model, 4, 6_000, 5_000);
        ContinuousResult mala = run(Samplers.mala().diagonal(), model, 4, 6_000, 5_000);
        assertThat(barker.effectiveSampleSize("x0") / 20.0).isGreaterThan(25.0);
        assertThat(bimodal.effectiveSampleSize("x0") / 20.0).isGreaterThan(50.0);
        assertThat(mala.effectiveSampleSize("x0")).isLessThan(0.6 * barker.effectiveSampleSize("x0"));
        assertThat(mala.summary()).contains("the scale had not settled");
        assertThat(barker.noiseDeviations()[0] / barker.noiseDeviations()[1]).isBetween(0.006, 0.016);
    }
}
