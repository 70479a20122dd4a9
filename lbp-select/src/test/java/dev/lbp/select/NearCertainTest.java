package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Errors of sampled inclusion probabilities, against enumeration. */
class NearCertainTest {

    private static final double[] EFFECTS = {1.7, 1.2, 0.8, 0.3, 0.0};

    private static VariableSelection selection() {
        Random random = new Random(5L);
        double[][] x = new double[200][EFFECTS.length];
        double[] y = new double[x.length];
        for (int t = 0; t < y.length; t++) {
            double eta = 0.0;
            for (int j = 0; j < EFFECTS.length; j++) {
                x[t][j] = random.nextGaussian();
                eta += EFFECTS[j] * x[t][j];
            }
            y[t] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        return VariableSelection.logistic(x, y);
    }

    /**
     * The mean square of z = (sampled - exact) / error. Eight seeds of five variables give 40 values of z. If they are
     * independent and normal, their mean square is outside of (.3, 2.2) with probability 5e-5, by the chi-square
     * distribution of 40 degrees of freedom.
     */
    @Test
    void errors_areHonest_alsoOfNearlyCertainVariables() {
        SelectionResult exact = selection().run();
        assertThat(exact.inclusion("x1").probability()).isBetween(1 - 1e-6, 1.0);
        double sum = 0.0;
        for (int seed = 1; seed <= 8; seed++) {
            SelectionResult sampled = selection()
                    .enumerateUpTo(0)
                    .sampling(run -> run.warmup(100).draws(500))
                    .seed(seed)
                    .run();
            for (SelectionResult.Variable one : sampled.inclusion()) {
                double off = one.probability() - exact.inclusion(one.name()).probability();
                assertThat(one.error()).as(one.name()).isPositive();
                sum += off * off / (one.error() * one.error());
            }
            assertThat(sampled.summary()).doesNotContain(" 0.00000\n");
        }
        assertThat(sum / 40).isBetween(0.3, 2.2);
    }
}
