package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Chains in words on periodic Ising lattices at the critical coupling {@code log(1 + sqrt 2) / 2}, against the exact
 * mean of the sum of products of neighbouring spins. It is the derivative of Kaufman's log Z, which {@code
 * PeriodicIsing} of lbp-experiments computes.
 *
 * <p>The 64 chains are independent, so their means tell the standard error. A mean is off by more than 3 of them, of 63
 * degrees of freedom, with probability 4e-3.
 */
class WordFiguresTest {

    private static final double CRITICAL = 0.5 * Math.log(1.0 + Math.sqrt(2.0));

    private static void check(Sampler sampler, int side, int warmUp, int draws, double exact) {
        SampleResult result = sampler.sample(IsingModel.lattice(side, side)
                        .periodic()
                        .coupling(CRITICAL)
                        .build())
                .chains(64)
                .warmup(warmUp)
                .draws(draws)
                .seed(3)
                .run();
        assertThat(result.summary()).contains("64 chains in a word");
        double[] means = Arrays.stream(Objects.requireNonNull(result.traces().get("logProb")))
                .mapToDouble(chain -> Arrays.stream(chain).average().orElseThrow() / CRITICAL)
                .toArray();
        double mean = Arrays.stream(means).average().orElseThrow();
        double squares = Arrays.stream(means).map(x -> (x - mean) * (x - mean)).sum();
        double error = Math.sqrt(squares / 63.0 / 64.0);
        assertThat(error).isLessThan(0.002 * exact);
        assertThat(mean).isCloseTo(exact, within(3.0 * error));
    }

    @Test
    void gibbs_on16x16_hasTheExactEnergy() {
        check(Samplers.gibbs().build(), 16, 1_000, 4_000, 371.98460);
    }

    @Test
    void metropolis_on16x16_hasTheExactEnergy() {
        check(Samplers.metropolis().build(), 16, 1_000, 4_000, 371.98460);
    }

    @Test
    @Tag("slow")
    void metropolis_on64x64_hasTheExactEnergy() {
        check(Samplers.metropolis().build(), 64, 20_000, 40_000, 5832.4516);
    }
}
