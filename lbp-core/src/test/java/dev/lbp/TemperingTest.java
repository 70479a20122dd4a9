package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

    /**
     * Hard-core particles on a ring: states with two neighbouring ones are impossible, as 82 % of the reference's draws
     * are.
     */
    private static double hardCore(byte[] x) {
        double logProb = 0.0;
        for (int i = 0; i < N; i++) {
            logProb += x[i] * x[(i + 1) % N] == 1 ? Double.NEGATIVE_INFINITY : 0.5 * x[i];
        }
        return logProb;
    }

    @Test
    void impossibleReferenceDraws_doNotPullTheScheduleToZero() {
        SampleResult result = Samplers.lbp()
                .build()
                .sample(EnergyModels.of(N, TemperingTest::hardCore))
                .initial(new byte[4][N])
                .tempering(Tempering.replicas(4).every(2))
                .warmup(20_000)
                .draws(20_000)
                .seed(3)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        double sum = 0.0;
        for (int s = 0; s < 1 << N; s++) {
            byte[] x = new byte[N];
            for (int i = 0; i < N; i++) {
                x[i] = (byte) (s >> i & 1);
            }
            sum += Math.exp(hardCore(x));
        }
        assertThat(Math.abs(tempering.logZ() - Math.log(sum))).isLessThan(5.0 * tempering.logZError());
        assertThat(tempering.betas()[1]).isBetween(0.2, 0.5);
        assertThat(result.summary()).doesNotContain("Stepping stones"); // both have the same share of possible draws
    }

    /** 56 of 1,024 states of the reference are possible. */
    @Test
    void mostlyImpossibleReference_isARemark() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(10, (byte[] x) -> sum(x) > 2 ? Double.NEGATIVE_INFINITY : 0.5 * x[0]))
                .initial(new byte[4][10])
                .tempering(Tempering.replicas(3).every(1))
                .draws(4_000)
                .run();
        assertThat(result.summary())
                .contains("verdict: mixed", "- Most draws of the reference are impossible: exchanges with it are");
    }

    /**
     * A needle: one state of 2^24 has 4/5 of the probability, and 400 draws of each slot do not meet it. Nothing in
     * the run can tell; so it must not claim a log Z without an error.
     */
    @Test
    void needleThatNoDrawMeets_isNotExcluded() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(24, (byte[] x) -> {
                    int ones = 0;
                    for (byte bit : x) {
                        ones += bit;
                    }
                    return ones == 24 ? 18.0 : 0.0;
                }))
                .tempering(Tempering.replicas(3))
                .chains(2)
                .warmup(100)
                .draws(1_000)
                .seed(1)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        assertThat(tempering.logZ())
                .isEqualTo(24.0 * Math.log(2.0), within(1e-9)); // exact: log(2^24 - 1 + e^18) = 18.2
        assertThat(tempering.logZError()).isLessThan(tempering.logZResolution());
        assertThat(tempering.logZResolution()).isEqualTo(1.0 / 400.0);
        assertThat(result.summary())
                .contains("log Z 16.6355, error below 0.0025, 1 / draws")
                .contains("a state that none of 400 draws of the reference and of each slot met is not in it");
    }

    /**
     * Each of 12 sites costs 10^5 nats, so everything happens below beta = 10^-4, where a first schedule of 10 slots
     * has none: all of its barrier is the pair of slots 0 and 1. Z is 1 to all digits: only the state 0 has weight.
     */
    @Test
    void wideLogRatios_areGivenMoreReplicas() {
        SampleResult result = Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(12, (byte[] x) -> -1e5 * sum(x)))
                .tempering(Tempering.replicas().every(1))
                .chains(4)
                .warmup(2_000)
                .draws(2_000)
                .seed(1)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        assertThat(tempering.betas()[1]).isLessThan(1e-4);
        assertThat(Math.abs(tempering.logZ())).isLessThan(4.5 * tempering.logZError());
        assertThat(tempering.fewestRestarts()).isGreaterThan(50);
    }

    private static int sum(byte[] x) {
        int sum = 0;
        for (byte bit : x) {
            sum += bit;
        }
        return sum;
    }

    /** The target is its own reference: the barrier is 0, and a ladder has two slots at least. */
    @Test
    void targetLikeTheReference_asksForTwoReplicas() {
        SampleResult result = Samplers.lbp()
                .build()
                .sample(SpinLine.flat(4))
                .tempering(Tempering.replicas())
                .warmup(100)
                .draws(200)
                .run();
        TemperingResult tempering = result.tempering().orElseThrow();
        assertThat(tempering.barrier()).isZero();
        assertThat(tempering.replicas()).isEqualTo(2);
        assertThat(tempering.advisedReplicas()).isEqualTo(2);
    }
}
