package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.result.SampleResult;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What verdicts say of tempered runs that are right. */
@Tag("slow")
class TemperingVerdictTest {

    private static final int SITES = 20;
    private static final int SEEDS = 40;

    /** A QUBO of normal couplings of deviation 4 / sqrt(N) between all sites. */
    private static PairwiseModel glass(int seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        int pairs = SITES * (SITES - 1) / 2;
        int[] from = new int[pairs];
        int[] to = new int[pairs];
        double[] couplings = new double[pairs];
        int k = 0;
        for (int i = 0; i < SITES; i++) {
            for (int j = i + 1; j < SITES; j++) {
                from[k] = i;
                to[k] = j;
                couplings[k++] = 4.0 / Math.sqrt(SITES) * normal.sample();
            }
        }
        return PairwiseModel.of(new double[SITES], from, to, couplings);
    }

    /**
     * With 3 replicas, half of what is advised, slots overlap little, and stepping stones differ by up to ten times the
     * error of log Z; replicas make hundreds of round trips all the same. If 1 run in 250 is blamed, as for normal
     * log-probabilities at this overlap, more than one of 40 is with probability 0.012. Measured in errors of log Z, 12
     * of 40 are blamed.
     */
    @Test
    void verdict_fewReplicasThatTravel_isMixed() {
        int blamed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            SampleResult result = Samplers.lbp()
                    .build()
                    .sample(glass(seed))
                    .tempering(Tempering.replicas(3).every(3))
                    .chains(4)
                    .warmup(3_000)
                    .draws(30_000)
                    .seed(seed)
                    .run();
            assertThat(result.tempering().orElseThrow().fewestRestarts()).isGreaterThan(100);
            blamed += result.summary().contains("Stepping stones") ? 1 : 0;
        }
        assertThat(blamed).isLessThanOrEqualTo(1);
    }
}
