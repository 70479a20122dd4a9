package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.target.EnergyModels;
import org.junit.jupiter.api.Test;

/** Tempered runs as users make them. */
class TemperingTest {

    private static final int N = 8;

    /** Two modes, all zeros and all ones, of weights 1 and 2, and a wall of e^-20 between them. */
    private static double twoModes(byte[] x) {
        int ones = 0;
        for (byte bit : x) {
            ones += bit;
        }
        return ones == 0 ? 0.0 : ones == N ? Math.log(2.0) : -20.0;
    }

    /** A z-score beyond 5 has a probability of 6e-7. */
    @Test
    void twoModes_areDrawnByTheirWeights() {
        SampleResult result = Samplers.lbp()
                .build()
                .sample(EnergyModels.of(N, TemperingTest::twoModes))
                .tempering(Tempering.replicas(6).every(2))
                .warmup(2_000)
                .draws(20_000)
                .seed(7)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        double exact = Math.log(3.0 + (Math.pow(2.0, N) - 2.0) * Math.exp(-20.0));
        assertThat(Math.abs(tempering.logZ() - exact)).isLessThan(5.0 * tempering.logZError());
        assertThat(tempering.logZError()).isLessThan(0.05);
        for (int i = 0; i < N; i++) {
            assertThat(Math.abs(result.marginals()[i] - 2.0 / 3.0)).isLessThan(5.0 * result.marginalErrors()[i]);
        }
    }
}
