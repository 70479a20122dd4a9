package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.internal.kernel.Exp;
import org.junit.jupiter.api.Test;

class ExpTableTest {

    /** More arguments than places, each several times and among others: those of one place take turns. */
    @Test
    void exp_newOrComputedBefore_hasTheBitsOfExp() {
        double[] special = {
            0.0, -0.0, 1.0, -1.0, -708.5, 710.0, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY
        };
        ExpTable table = new ExpTable();
        for (int round = 0; round < 3; round++) {
            for (double x : special) {
                assertExp(table, x);
            }
            for (int k = -1_000; k <= 1_000; k++) {
                assertExp(table, 0.3 * k);
                assertExp(table, 0.3 * (k % 4));
            }
        }
        assertThat(table.exp(Double.NaN)).isNaN();
    }

    private static void assertExp(ExpTable table, double x) {
        assertThat(Double.doubleToRawLongBits(table.exp(x)))
                .as("e^%s", x)
                .isEqualTo(Double.doubleToRawLongBits(Exp.exp(x)));
    }
}
