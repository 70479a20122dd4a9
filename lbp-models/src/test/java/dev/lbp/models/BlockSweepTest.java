package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.ChainBatch;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Sweeps in blocks of a lattice with several blocks of each colour, and flips that threads record together. */
class BlockSweepTest {

    private static final int SIDE = 300;

    private static final int N = 40_000;

    private static IsingModel lattice() {
        return IsingModel.lattice(SIDE, SIDE).coupling(0.17).field(-0.011).build();
    }

    private static SampleResult run(IsingModel lattice, int threads) {
        Sampler sampler = Samplers.metropolis().inBlocks().build();
        return sampler.sample(lattice)
                .chains(1)
                .warmup(5)
                .draws(21)
                .keepDraws()
                .seed(8)
                .threads(threads)
                .run();
    }

    @Test
    void run_anyNumberOfThreads_drawsTheSameAsALoop() {
        IsingModel lattice = lattice();
        SampleResult one = run(lattice, 1);
        for (int threads : new int[] {2, 7}) {
            SampleResult many = run(lattice, threads);
            assertThat(many.traces().get("logProb")).isDeepEqualTo(one.traces().get("logProb"));
            assertThat(many.marginals()).isEqualTo(one.marginals());
            assertThat(many.finalStates()).isDeepEqualTo(one.finalStates());
            assertThat(many.best().state()).isEqualTo(one.best().state());
        }
        ChainBatch loop = Samplers.metropolis().inBlocks().build().start(lattice, 8, 1);
        loop.step(26);
        assertThat(loop.state(0)).isEqualTo(one.finalStates()[0]);
    }

    /**
     * 40,000 independent sites of P(x = 1) = 0.3. The number of ones of 50 independent states: its mean has a standard
     * deviation of 12.96, and 78 is 6 of them; its squared deviations from 12,000 over 8,400 have the chi-square
     * distribution of 50 degrees, which leaves (13, 130) with probability 1e-8. If blocks shared random numbers, their
     * sum would be about 500.
     */
    @Test
    void run_independentSites_hasTheMeanAndVarianceOfTheLaw() {
        double[] p = new double[N];
        Arrays.fill(p, 0.3);
        SampleResult result = Samplers.gibbs()
                .inBlocks()
                .build()
                .sample(BernoulliModel.of(p))
                .chains(1)
                .warmup(1)
                .draws(50)
                .seed(4)
                .track("ones", BlockSweepTest::ones)
                .run();
        double[] counts = Objects.requireNonNull(result.traces().get("ones"))[0];
        double mean = Arrays.stream(counts).average().orElseThrow();
        assertThat(mean).isBetween(12_000.0 - 78.0, 12_000.0 + 78.0);
        double squares = Arrays.stream(counts)
                .map(count -> (count - 12_000.0) * (count - 12_000.0) / 8_400.0)
                .sum();
        assertThat(squares).isBetween(13.0, 130.0);
    }

    private static double ones(byte[] state) {
        int ones = 0;
        for (byte x : state) {
            ones += x;
        }
        return ones;
    }
}
