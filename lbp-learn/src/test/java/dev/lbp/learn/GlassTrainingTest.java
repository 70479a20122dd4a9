package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.Tempering;
import dev.lbp.models.IsingModel;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A spin glass on a periodic 12x12 lattice: couplings of random sign and magnitude 1.2, no field. By symmetry every
 * P(x_i = 1) is 1/2.
 */
class GlassTrainingTest {

    private static final int SIDE = 12;

    private static IsingModel glass(double magnitude, long seed) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int n = SIDE * SIDE;
        int[] from = new int[2 * n];
        int[] to = new int[2 * n];
        double[] couplings = new double[2 * n];
        for (int k = 0; k < 2 * n; k++) {
            int site = k / 2;
            int row = site / SIDE;
            int column = site % SIDE;
            from[k] = site;
            to[k] = k % 2 == 0 ? row * SIDE + (column + 1) % SIDE : (row + 1) % SIDE * SIDE + column;
            couplings[k] = random.nextBoolean() ? magnitude : -magnitude;
        }
        return IsingModel.graph(n, from, to, couplings).build();
    }

    private static double mean(double[][] trace) {
        return Arrays.stream(trace).flatMapToDouble(Arrays::stream).average().orElseThrow();
    }

    /**
     * 16 chains of 20,000 steps. The largest standard error of a marginal is .0061, so .03 is 4.9 of them: below 2e-4
     * for all 144. The mean log-probability is compared with that of parallel tempering, within four of their common
     * standard errors: 6e-5.
     */
    @Test
    @Tag("slow")
    void defaults_crossTheModes_ofAGlass() {
        IsingModel model = glass(1.2, 1);
        LearnedProposal learned = ProposalTraining.of(model).run();
        System.out.print(learned.summary());
        assertThat(learned.acceptance()).isGreaterThan(0.3);
        assertThat(learned.isWorthIt()).isTrue();

        SampleResult result = Samplers.lbp()
                .jumps(learned.proposal(), 0.1)
                .build()
                .sample(model)
                .chains(16)
                .warmup(2_000)
                .draws(20_000)
                .seed(5)
                .run();
        SampleResult tempered = Samplers.gibbs()
                .build()
                .sample(model)
                .chains(4)
                .tempering(Tempering.replicas(12))
                .warmup(2_000)
                .draws(10_000)
                .seed(6)
                .run();
        double largest = 0.0;
        for (int i = 0; i < model.dimension(); i++) {
            largest = Math.max(largest, result.marginalErrors()[i]);
            assertThat(result.marginals()[i]).isCloseTo(0.5, within(0.03));
        }
        double[][] byJumps = result.traces().get("logProb");
        double[][] byTempering = tempered.traces().get("logProb");
        double error = Math.hypot(error(result, byJumps), error(tempered, byTempering));
        System.out.printf(
                Locale.ROOT,
                "jumps accepted %.3f, largest error of a marginal %.4f, mean logProb %.3f, by tempering %.3f (+- %.3f), ESS/s %.0f and %.0f%n",
                result.jumpAcceptance(),
                largest,
                mean(byJumps),
                mean(byTempering),
                error,
                result.effectiveSampleSize("logProb") / result.drawTime().toNanos() * 1e9,
                tempered.effectiveSampleSize("logProb") / tempered.drawTime().toNanos() * 1e9);
        assertThat(result.jumpAcceptance()).isGreaterThan(0.3);
        assertThat(result.rHat()).isLessThan(1.01);
        assertThat(mean(byJumps)).isCloseTo(mean(byTempering), within(4.0 * error));
    }

    private static double error(SampleResult result, double[][] trace) {
        double mean = mean(trace);
        double variance = Arrays.stream(trace)
                .flatMapToDouble(Arrays::stream)
                .map(v -> (v - mean) * (v - mean))
                .average()
                .orElseThrow();
        return Math.sqrt(variance / result.effectiveSampleSize("logProb"));
    }
}
