package dev.lbp.runtime.engine.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.SpinLine;
import dev.lbp.runtime.engine.ScriptedRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptRuleTest {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    @Test
    void acceptanceProbability_anyTerms_isMinOfOneAndAlpha() {
        assertThat(AcceptRule.acceptanceProbability(-3.0, -4.0, -1.0, -1.5)).isCloseTo(Math.exp(-1.5), within(1e-16));
        assertThat(AcceptRule.acceptanceProbability(-3.0, -2.0, -1.0, -1.5)).isEqualTo(1.0);
        assertThat(AcceptRule.acceptanceProbability(1e300, 1e300, -2.0, -2.0)).isEqualTo(1.0);
    }

    @Test
    void acceptanceProbability_noWayBack_isZero() {
        assertThat(AcceptRule.acceptanceProbability(0.0, 0.0, -1.0, -INFINITY)).isZero();
    }

    @Test
    void acceptanceProbability_undefined_namesEveryTerm() {
        assertThatThrownBy(() -> AcceptRule.acceptanceProbability(-3.0, -4.0, Double.NaN, -1.5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("log pi(x)=-3.0, log pi(y)=-4.0, log q(x, y)=NaN, log q(y, x)=-1.5");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.0, 1e-9, 0.25, 0.999, 1.0})
    void accepts_uniformNumber_withTheProbabilityGiven(double probability) {
        assertThat(ScriptedRandom.probability(u -> AcceptRule.accepts(probability, new ScriptedRandom(u))))
                .isCloseTo(probability, within(0x1p-52));
    }

    @ParameterizedTest
    @ValueSource(doubles = {-800.0, -40.0, -1.0, 0.0, 0.3, 20.0, 800.0})
    void gibbsFlips_uniformNumber_withTheConditionalProbability(double logRatio) {
        assertThat(ScriptedRandom.probability(u -> AcceptRule.gibbsFlips(logRatio, new ScriptedRandom(u))))
                .isCloseTo(1.0 / (1.0 + Math.exp(-logRatio)), within(0x1p-51));
    }

    @Test
    void checked_undefinedLogProb_isAnError() {
        assertThatThrownBy(() -> AcceptRule.checked(Double.NaN)).hasMessageContaining("logProb=NaN");
        assertThatThrownBy(() -> AcceptRule.checked(INFINITY)).hasMessageContaining("logProb=Infinity");
        assertThat(AcceptRule.checked(-INFINITY)).isEqualTo(-INFINITY);
        assertThatThrownBy(() -> AcceptRule.checkedStart(-INFINITY, SpinLine.of(2)))
                .hasMessageContaining("possible state");
        assertThatThrownBy(() -> AcceptRule.gibbsFlips(Double.NaN, new ScriptedRandom(0.5)))
                .isInstanceOf(IllegalStateException.class);
    }
}
