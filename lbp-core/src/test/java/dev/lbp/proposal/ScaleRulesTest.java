package dev.lbp.proposal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.theory.OptimalScaling;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleRulesTest {

    @Test
    void robbinsMonro_eachStep_isEquation22WithGainOne() {
        ScaleController.Adaptation rule = ScaleController.robbinsMonro(0.574).begin(50.0, 100.0, 1_000);
        double expected = 1.0;
        assertThat(rule.scale()).as("starts at 1 as the paper does").isEqualTo(1.0);
        for (double acceptance : new double[] {1.0, 1.0, 0.8, 0.2, 0.574, 0.9}) {
            rule.update(acceptance, 1);
            expected = expected + (acceptance - 0.574);
            assertThat(rule.scale()).isCloseTo(expected, within(1e-14));
        }
    }

    @Test
    void robbinsMonro_atItsBounds_staysWithinThem() {
        ScaleController.Adaptation rule = ScaleController.robbinsMonro(0.234).begin(1.0, 2.5, 1_000);
        rule.update(0.0, 1);
        assertThat(rule.scale()).isEqualTo(1.0);
        for (int t = 0; t < 10; t++) {
            rule.update(1.0, 1);
        }
        assertThat(rule.scale()).isEqualTo(2.5);
        rule.update(0.0, 1);
        assertThat(rule.scale()).as("no wind-up").isCloseTo(2.266, within(1e-14));
    }

    @Test
    void logScale_eachStep_movesTheLogByADecayingGain() {
        ScaleController.Adaptation rule = ScaleController.logScale(0.574).begin(7.0, 1e6, 1_000);
        double log = Math.log(7.0);
        for (int t = 0; t < 50; t++) {
            double acceptance = t % 3 == 0 ? 0.9 : 0.4;
            rule.update(acceptance, 1);
            log += 1.74 / Math.pow(1.0 + t / 4.0, 0.6) * (acceptance - 0.574);
            assertThat(rule.scale()).isCloseTo(Math.exp(log), within(1e-12 * Math.exp(log)));
        }
    }

    @Test
    void logScale_anyCourse_staysWithinItsBounds() {
        ScaleController.Adaptation rule = ScaleController.logScale(0.574).begin(40.0, 3.0, 1_000);
        assertThat(rule.scale()).isCloseTo(3.0, within(1e-14));
        for (int t = 0; t < 100; t++) {
            rule.update(0.0, 1);
            assertThat(rule.scale()).isBetween(1.0, 3.0);
        }
        assertThat(rule.scale()).isEqualTo(1.0);
        for (int t = 0; t < 10_000; t++) {
            rule.update(1.0, 1);
            assertThat(rule.scale()).isBetween(1.0, 3.0 + 1e-14);
        }
    }

    /** On a curve of equation 6 whose optimum is 380 it gets there from 1 in 60 steps; equation 22 needs 900. */
    @Test
    void logScale_acceptanceCurve_findsItsTargetSoon() {
        ScaleController.Adaptation rule = ScaleController.logScale(0.574).begin(1.0, 5_000.0, 1_000);
        double lambda1 = 1.0;
        int n = (int) Math.round(Math.pow(380.0 / 1.081, 1.5));
        for (int t = 0; t < 60; t++) {
            rule.update(OptimalScaling.lbpAcceptance(lambda1, rule.scale(), n), 1);
        }
        assertThat(rule.scale()).isBetween(361.0, 399.0);
    }

    @Test
    void fixed_anyCourse_staysWhereItIs() {
        ScaleController.Adaptation rule = ScaleController.fixed(13).begin(2.0, 5.0, 10);
        rule.update(1.0, 13);
        rule.update(0.0, 0);
        assertThat(rule.scale()).isEqualTo(13.0);
    }

    @Test
    void describe_fixed_namesTheNumber() {
        assertThat(ScaleController.fixed(188).describe()).isEqualTo("fixed at 188");
        assertThat(ScaleController.fixed(188.3).describe()).isEqualTo("fixed at 188.3");
    }

    @Test
    void grid_warmUp_isDividedEvenlyAndTheFarthestJumpKept() {
        ScaleController grid = ScaleController.grid(1.0, 4.0, 9.0, 100.0);
        ScaleController.Adaptation first = grid.begin(1.0, 20.0, 10);
        ScaleController.Adaptation second = grid.begin(1.0, 20.0, 10);
        double[] acceptance = {1.0, 0.8, 0.3, 0.01};
        double[] visited = new double[10];
        for (int t = 0; t < 10; t++) {
            visited[t] = first.scale();
            int k = Math.min(t / 2, 3);
            first.update(acceptance[k], (int) first.scale());
            second.update(acceptance[k], (int) second.scale());
        }
        // The last one takes what is left, and is lowered to the largest scale allowed.
        assertThat(visited).containsExactly(1, 1, 4, 4, 9, 9, 20, 20, 20, 20);
        // 1, 3.2, 2.7, 0.2
        assertThat(grid.freeze(List.of(first, second), 99.0)).isEqualTo(4.0);
    }

    @Test
    void grid_chainsThatDisagree_keepsTheBestOnAverage() {
        ScaleController grid = ScaleController.grid(2.0, 6.0);
        ScaleController.Adaptation first = grid.begin(1.0, 10.0, 2);
        ScaleController.Adaptation second = grid.begin(1.0, 10.0, 2);
        first.update(1.0, 2);
        first.update(0.1, 6);
        second.update(0.5, 2);
        second.update(0.6, 6);
        // 2 + 1 against 0.6 + 3.6
        assertThat(grid.freeze(List.of(first, second), 1.0)).isEqualTo(6.0);
    }

    @Test
    void grid_warmUpShorterThanTheGrid_keepsAScaleThatWasTried() {
        ScaleController grid = ScaleController.grid(1.0, 2.0, 3.0);
        ScaleController.Adaptation only = grid.begin(1.0, 10.0, 2);
        only.update(0.5, 1);
        only.update(0.9, 2);
        assertThat(grid.freeze(List.of(only), 1.0)).isEqualTo(2.0);
    }

    @Test
    void targetAcceptance_rules_sayWhatTheyAreTunedFor() {
        assertThat(ScaleController.robbinsMonro(0.3).targetAcceptance()).hasValue(0.3);
        assertThat(ScaleController.logScale(0.4).targetAcceptance()).hasValue(0.4);
        assertThat(ScaleController.fixed(2).targetAcceptance()).isEmpty();
        assertThat(ScaleController.grid(2.0).targetAcceptance()).isEmpty();
    }

    @Test
    void factories_argumentsOutOfRange_nameThem() {
        assertThatThrownBy(() -> ScaleController.robbinsMonro(1.3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be in (0, 1): targetAcceptance=1.3");
        assertThatThrownBy(() -> ScaleController.logScale(Double.NaN)).hasMessageContaining("targetAcceptance=NaN");
        assertThatThrownBy(() -> ScaleController.fixed(0.5)).hasMessage("must be finite and >= 1: scale=0.5");
        assertThatThrownBy(() -> ScaleController.fixed(Double.NaN)).hasMessage("must be finite and >= 1: scale=NaN");
        assertThatThrownBy(ScaleController::grid).hasMessageContaining("scales.length=0");
        assertThatThrownBy(() -> ScaleController.grid(2.0, 0.5)).hasMessageContaining("scales=0.5");
    }
}
