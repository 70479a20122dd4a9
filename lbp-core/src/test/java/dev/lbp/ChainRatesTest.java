package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Acceptance and jump distance of each chain, against a loop that adds up what each step says of itself. */
class ChainRatesTest {

    private static final int CHAINS = 3;
    private static final int DRAWS = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void rates_ofEachChain_areThoseOfItsSteps(int thin) {
        Sampler sampler = Samplers.lbp().scale(2).build();
        EnergyModel model = SmallTargets.moderate().get(0).model();
        SampleResult result = sampler.sample(model)
                .chains(CHAINS)
                .warmup(0)
                .draws(DRAWS / thin)
                .thin(thin)
                .seed(5L)
                .run();
        ChainBatch loop = sampler.start(model, 5L, CHAINS);
        double[] acceptance = new double[CHAINS];
        double[] flips = new double[CHAINS];
        for (int t = 0; t < DRAWS; t++) {
            loop.step();
            for (int c = 0; c < CHAINS; c++) {
                acceptance[c] += loop.lastStep(c).acceptanceProbability() / DRAWS;
                flips[c] += (double) loop.lastStep(c).flips() / DRAWS;
            }
        }
        assertThat(acceptance[0]).isBetween(0.1, 0.99).isNotEqualTo(acceptance[1]);
        assertThat(result.acceptanceRates()).containsExactly(acceptance, within(1e-12));
        assertThat(result.jumpDistances()).containsExactly(flips, within(1e-12));
        assertThat(Arrays.stream(result.acceptanceRates()).average().orElseThrow())
                .isCloseTo(result.acceptanceRate(), within(1e-12));
        assertThat(Arrays.stream(result.jumpDistances()).average().orElseThrow())
                .isCloseTo(result.expectedJumpDistance(), within(1e-12));
    }
}
