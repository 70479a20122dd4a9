package dev.lbp.experiments.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void of_samples_isMedianLeastAndLargest() {
        assertThat(Spread.of(new double[] {3.0, 1.0, 2.0})).isEqualTo(new Spread(2.0, 1.0, 3.0));
        assertThat(Spread.of(new double[] {4.0, 1.0, 3.0, 2.0}).median()).isEqualTo(2.5);
        assertThatIllegalArgumentException().isThrownBy(() -> Spread.of(new double[0]));
    }

    @Test
    void toString_hasThreeDigitsAndKeepsWholes() {
        assertThat(Spread.of(new double[] {1.2345, 12.345, 0.0123456})).hasToString("1.23 (0.0123 to 12.3)");
        assertThat(Spread.of(new double[] {12_345.6})).hasToString("12,346");
        assertThat(Spread.of(new double[] {0.0})).hasToString("0.00");
    }
}
