package dev.lbp.models.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.models.BernoulliRbm;
import org.junit.jupiter.api.Test;

class PseudoLikelihoodTest {

    @Test
    void mean_everyState_isThatOfTheExactConditionals() {
        BernoulliRbm model = BernoulliRbm.random(5, 3, 1.5, 4L);
        double[] marginal = TinyRbm.of(model).marginal();
        for (int v = 0; v < 32; v++) {
            double expected = 0.0;
            for (int i = 0; i < 5; i++) {
                expected += Math.log(marginal[v] / (marginal[v] + marginal[v ^ 1 << i]));
            }
            byte[] state = TinyRbm.state(v, 5);
            assertThat(PseudoLikelihood.mean(model, new byte[][] {state})).isCloseTo(expected, within(1e-12));
            assertThat(PseudoLikelihood.mean(model, new byte[][] {state, state, TinyRbm.state(0, 5)}))
                    .isCloseTo((2 * expected + PseudoLikelihood.mean(model, new byte[1][5])) / 3.0, within(1e-12));
        }
    }

    @Test
    void mean_independentUnits_isTheLogLikelihood() {
        BernoulliRbm model = BernoulliRbm.of(new double[3][2], new double[] {Math.log(3.0), 0.0, 0.0}, new double[2]);
        assertThat(PseudoLikelihood.mean(model, new byte[][] {{1, 0, 1}}))
                .isCloseTo(Math.log(0.75) + 2.0 * Math.log(0.5), within(1e-14));
    }

    @Test
    void mean_badArgument_isNamed() {
        BernoulliRbm model = BernoulliRbm.random(2, 1, 0.1, 1L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PseudoLikelihood.mean(model, new byte[0][]))
                .withMessage("must be >= 1: data.length=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PseudoLikelihood.mean(model, new byte[][] {{0}}))
                .withMessage("must have length 2: data[0].length=1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PseudoLikelihood.mean(model, new byte[][] {{0, 3}}))
                .withMessage("must be 0 or 1: data[0][1]=3");
    }
}
