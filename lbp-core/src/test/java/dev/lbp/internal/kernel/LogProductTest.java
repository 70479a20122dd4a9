package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogProductTest {

    /** Factors from exp(-spread) to 1; at 700 most are too small to be multiplied up. */
    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1.0, 30.0, 346.0, 700.0})
    void log_manyFactors_isTheSumOfLogs(double spread) {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(8L);
        LogProduct product = new LogProduct();
        double sum = 0.0;
        for (int t = 0; t < 5_000; t++) {
            double factor = Math.exp(-spread * rng.nextDouble());
            product.times(factor);
            sum += Math.log(factor);
            assertThat(product.log()).isCloseTo(sum, within(1e-12 * (1.0 - sum)));
        }
    }

    @Test
    void log_noFactor_isZero() {
        assertThat(new LogProduct().log()).isZero();
    }

    @Test
    void log_smallestFactors_neitherUnderflowNorCancel() {
        LogProduct product = new LogProduct();
        product.times(0x1p-498);
        product.times(0x1p-498);
        product.times(Double.MIN_VALUE);
        product.times(1.0);
        assertThat(product.log()).isCloseTo(-2070.0 * Math.log(2.0), within(1e-11));
    }

    @Test
    void log_factorOfZero_isMinusInfinity() {
        LogProduct product = new LogProduct();
        product.times(0.0);
        product.times(0.5);
        assertThat(product.log()).isEqualTo(Double.NEGATIVE_INFINITY);
    }

    @Test
    void log_factorOfNaN_isNaN() {
        LogProduct product = new LogProduct();
        product.times(Double.NaN);
        assertThat(product.log()).isNaN();
    }
}
