package dev.lbp.experiments.rival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.experiments.report.Estimate;
import dev.lbp.proposal.WeightFunction;
import java.util.List;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudentTriesTest {

    private static StudentTries tries(int dimension, int tries) {
        return new StudentTries(dimension, tries, RandomSource.XO_SHI_RO_256_PP.create(3));
    }

    static List<WeightFunction> weights() {
        return List.of(WeightFunction.of("t", logT -> logT), WeightFunction.SQRT, WeightFunction.BARKER);
    }

    @Test
    void logProb_isTheFormula() {
        double[] x = new double[21];
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.tan(i);
            sum -= 3.0 * Math.log1p(x[i] * x[i] / 5.0);
        }
        assertThat(StudentTries.logProb(x)).isCloseTo(sum, within(1e-11));
    }

    /** Weights 1 and 3 forward, 2 and 6 back: the sums' ratio is 1/2, whatever the ends are if g is balanced. */
    @Test
    void logRatio_isByHand() {
        double[] forward = {0.0, Math.log(3.0)};
        double[] back = {Math.log(2.0), Math.log(6.0)};
        for (WeightFunction weight : List.of(WeightFunction.SQRT, WeightFunction.BARKER, WeightFunction.MIN)) {
            assertThat(StudentTries.logRatio(weight, 0.7, forward, back)).isCloseTo(-Math.log(2.0), within(1e-12));
        }
        // pi(y) / pi(x) * (pi(x) / pi(y)) / (pi(y) / pi(x)): the sums are in units of pi(x) and of pi(y)
        assertThat(StudentTries.logRatio(weights().get(0), 0.7, forward, back))
                .isCloseTo(-0.7 - Math.log(2.0), within(1e-12));
    }

    /** One candidate is chosen for certain, and the ratio is Metropolis': the same numbers by every weight. */
    @Test
    void oneTry_isMetropolis_byEveryWeight() {
        Estimate acceptance =
                Estimate.of(tries(5, 1).run(1.0, WeightFunction.SQRT, 500).acceptance());
        for (WeightFunction weight : weights()) {
            Estimate same = Estimate.of(tries(5, 1).run(1.0, weight, 500).acceptance());
            assertThat(same.mean()).isCloseTo(acceptance.mean(), within(1e-12));
        }
        assertThat(acceptance.mean()).isBetween(0.2, 0.8);
    }

    /**
     * In equilibrium log pi does not change on average. The bound of 5 standard errors is passed by chance once in
     * 10^6. With the ratio upside down the drift is more than 20 of them away.
     */
    @ParameterizedTest
    @MethodSource("weights")
    void step_fromTheTarget_keepsItsLogProb(WeightFunction weight) {
        Estimate drift = Estimate.of(tries(3, 4).run(1.5, weight, 60_000).drift());
        assertThat(drift.mean()).isCloseTo(0.0, within(5.0 * drift.error()));
    }
}
