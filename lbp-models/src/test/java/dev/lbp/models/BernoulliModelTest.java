package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Samplers;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BernoulliModelTest {

    @Test
    void logProb_everyState_isTheProductOfProbabilities() {
        double[] p = {0.1, 0.5, 0.99, 1e-9};
        byte[][] states = Enumeration.states(4);
        double[] logProb = Enumeration.logProb(BernoulliModel.of(p), states);
        double total = 0.0;
        for (int s = 0; s < states.length; s++) {
            double product = 1.0;
            for (int i = 0; i < p.length; i++) {
                product *= states[s][i] == 1 ? p[i] : 1.0 - p[i];
            }
            assertThat(logProb[s]).isCloseTo(Math.log(product), within(1e-13));
            total += Math.exp(logProb[s]);
        }
        assertThat(total).isCloseTo(1.0, within(1e-13));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1.0, -0.1, 1.1, Double.NaN})
    void of_probabilityOutside_namesIt(double value) {
        assertThatThrownBy(() -> BernoulliModel.of(new double[] {0.5, value}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be in (0, 1): p[1]=" + value);
    }

    /** Its log-odds are -713.8: a chain that starts at 1 must be able to leave it, and never comes back. */
    @Test
    void run_siteOfTinyProbability_hasItsMarginal() {
        for (WeightFunction weight :
                new WeightFunction[] {WeightFunction.BARKER, WeightFunction.SQRT, WeightFunction.MAX}) {
            SampleResult result = Samplers.lbp()
                    .weight(weight)
                    .build()
                    .sample(BernoulliModel.of(new double[] {1e-310, 0.5, 0.5, 0.5}))
                    .initial(new byte[][] {{1, 0, 0, 0}, {0, 1, 1, 1}})
                    .chains(2)
                    .warmup(200)
                    .draws(500)
                    .seed(1)
                    .run();
            assertThat(result.marginals()[0]).isZero();
        }
    }

    @Test
    void of_noSites_isRefused() {
        assertThatThrownBy(() -> BernoulliModel.of(new double[0])).hasMessage("must be >= 1: p.length=0");
        assertThatThrownBy(() -> BernoulliModel.paper(0, PaperConfiguration.C1, 1))
                .hasMessage("must be >= 1: sites=0");
    }

    @Test
    void probabilities_changedByACaller_areCopies() {
        double[] given = {0.5, 0.25};
        BernoulliModel model = BernoulliModel.of(given);
        given[0] = 0.9;
        model.probabilities()[1] = 0.9;
        assertThat(model.probabilities()).containsExactly(0.5, 0.25);
    }

    /**
     * The number of low values is binomial(6400, 1/2): outside 3200 +- 200 (5 standard deviations) in 6e-7 of all
     * seeds.
     */
    @ParameterizedTest
    @CsvSource({"C1, 0.25", "C2, 0.15", "C3, 0.05"})
    void twoValued_eachConfiguration_drawsLowAndHighEvenly(PaperConfiguration configuration, double low) {
        double[] p = BernoulliModel.twoValued(6400, configuration, 42).probabilities();
        assertThat(p).containsOnly(low, 1.0 - low);
        assertThat(Arrays.stream(p).filter(value -> value == low).count()).isBetween(3000L, 3400L);
        assertThat(BernoulliModel.twoValued(6400, configuration, 42).probabilities())
                .isEqualTo(p);
        assertThat(BernoulliModel.twoValued(6400, configuration, 43).probabilities())
                .isNotEqualTo(p);
    }

    /**
     * Kolmogorov's distance of 6,400 values to the uniform law is above 2.7 / sqrt(6400) = .034 with probability
     * 2 exp(-2 2.7^2) = 9e-7.
     */
    @ParameterizedTest
    @CsvSource({"C1, 0.25", "C2, 0.15", "C3, 0.05"})
    void paper_eachConfiguration_drawsUniformProbabilities(PaperConfiguration configuration, double low) {
        double[] p = BernoulliModel.paper(6400, configuration, 42).probabilities();
        Arrays.sort(p);
        for (int i = 0; i < p.length; i++) {
            assertThat((p[i] - low) / (1.0 - 2.0 * low)).isCloseTo((i + 0.5) / p.length, within(0.034));
        }
        assertThat(BernoulliModel.paper(6400, configuration, 43).probabilities())
                .isNotEqualTo(BernoulliModel.paper(6400, configuration, 42).probabilities());
    }
}
