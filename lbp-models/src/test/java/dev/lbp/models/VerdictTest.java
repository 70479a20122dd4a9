package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import dev.lbp.target.Statistic;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a result says of runs that are known to deserve trust, and of runs that are known not to. */
class VerdictTest {

    static List<Sampler> samplers() {
        return List.of(Samplers.lbp().build(), Samplers.gibbs().build());
    }

    /**
     * Two chains in the two mirror modes of a cold lattice. A chain that crossed over would have to pass a domain wall
     * of 20 bonds, at {@code e^(-2 * 20)} each time: no false failure to speak of.
     */
    @ParameterizedTest
    @MethodSource("samplers")
    void run_chainsStuckInMirrorModes_isNotMixed(Sampler sampler) {
        int n = 100;
        byte[][] initial = new byte[2][n];
        Arrays.fill(initial[1], (byte) 1);
        double[] ones = new double[n];
        Arrays.fill(ones, 1.0);
        SampleResult result = sampler.sample(
                        IsingModel.lattice(10, 10).periodic().coupling(1.0).build())
                .chains(2)
                .initial(initial)
                .draws(2_000)
                .track("magnetisation", Statistic.weightedSum(ones))
                .run();
        assertThat(result.rHat("logProb")).isLessThan(1.05); // the modes are mirror images
        assertThat(result.rHat("magnetisation")).isGreaterThan(1.5);
        assertThat(result.rHat()).isGreaterThan(1.5);
        assertThat(result.effectiveSampleSize("magnetisation")).isLessThan(20);
        assertThat(result.summary())
                .contains("verdict: not shown to have mixed.")
                .contains("R-hat of magnetisation is");
    }

    /** Gibbs on independent bits makes independent draws. */
    @Test
    void run_independentDraws_hasTheirNumberAsSampleSizeAndIsMixed() {
        double[] p = new double[60];
        Arrays.setAll(p, i -> 0.2 + 0.01 * i);
        double[] weights = new double[60];
        Arrays.setAll(weights, i -> i - 20);
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(BernoulliModel.of(p))
                .chains(8)
                .warmup(1)
                .draws(50_000)
                .seed(3)
                .track("sum", Statistic.weightedSum(weights))
                .run();
        // As in EffectiveSampleSizeTest: 8 chains of 50,000 independent draws are off by 5 % with probability below 3 /
        // 2000
        // for each trace, and by nine standard deviations.
        for (String name : result.traces().keySet()) {
            assertThat(result.effectiveSampleSize(name)).as(name).isCloseTo(400_000, within(20_000.0));
        }
        assertThat(result.summary()).contains("verdict: mixed");
    }
}
