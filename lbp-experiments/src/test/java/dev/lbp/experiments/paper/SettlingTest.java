package dev.lbp.experiments.paper;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettlingTest {

    @Test
    void binsUntilClose_countsUpToTheLastOneThatIsFar() {
        assertThat(Settling.binsUntilClose(new double[] {1, 95, 130, 109, 91, 100}, 100.0))
                .isEqualTo(3);
        assertThat(Settling.binsUntilClose(new double[] {91, 109}, 100.0)).isZero();
        assertThat(Settling.binsUntilClose(new double[] {100, 111}, 100.0)).isEqualTo(2);
    }
}
