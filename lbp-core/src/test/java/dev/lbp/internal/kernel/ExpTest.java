package dev.lbp.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.File;
import java.nio.charset.StandardCharsets;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpTest {

    /** The bound that the class promises. */
    private static final double ULP = 1.2;

    /** The same on all machines, in all JVMs, for first calls and compiled ones. */
    private static final long FINGERPRINT = -171465793188392661L;

    @Test
    void exp_wholeRange_isWithinItsBound() {
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7L);
        double worst = 0.0;
        for (int t = 0; t < 4_000; t++) {
            double x = t % 2 == 0 ? rng.nextDouble(-708.0, 709.0) : rng.nextDouble(-3.0, 3.0);
            worst = Math.max(worst, Math.abs(ExactExp.errorInUlp(Exp.exp(x), x)));
        }
        assertThat(worst).isLessThan(ULP);
    }

    /** Where the argument is reduced to +-ln 2 / 2 the polynomial is at its worst, and k is about to change. */
    @Test
    void exp_betweenTwoPowersOfTwo_isWithinItsBound() {
        double worst = 0.0;
        for (int k = -1021; k <= 1022; k += 7) {
            double edge = (k + 0.5) * 0.6931471805599453;
            for (double x : new double[] {Math.nextDown(edge), edge, Math.nextUp(edge)}) {
                worst = Math.max(worst, Math.abs(ExactExp.errorInUlp(Exp.exp(x), x)));
            }
        }
        assertThat(worst).isLessThan(ULP);
    }

    @Test
    void exp_againstStrictMath_differsByAtMostTwoUlp() {
        for (double x = -708.0; x <= 709.0; x += 0.0137) {
            double strict = StrictMath.exp(x);
            assertThat(Math.abs(Exp.exp(x) - strict)).as("exp(%s)", x).isLessThanOrEqualTo(2.0 * Math.ulp(strict));
        }
    }

    @Test
    void exp_edges_saturates() {
        assertThat(Exp.exp(0.0)).isEqualTo(1.0);
        assertThat(Exp.exp(-0.0)).isEqualTo(1.0);
        assertThat(Exp.exp(Double.MIN_VALUE)).isEqualTo(1.0);
        assertThat(Exp.exp(Exp.UNDERFLOW))
                .isCloseTo(StrictMath.exp(-708.0), within(2.0 * Math.ulp(StrictMath.exp(-708.0))));
        assertThat(Exp.exp(Exp.OVERFLOW))
                .isCloseTo(StrictMath.exp(709.0), within(2.0 * Math.ulp(StrictMath.exp(709.0))));
        assertThat(Exp.exp(Math.nextDown(Exp.UNDERFLOW))).isZero();
        assertThat(Exp.exp(-1e300)).isZero();
        assertThat(Exp.exp(Double.NEGATIVE_INFINITY)).isZero();
        assertThat(Exp.exp(Math.nextUp(Exp.OVERFLOW))).isEqualTo(Exp.exp(Exp.OVERFLOW));
        assertThat(Exp.exp(Double.POSITIVE_INFINITY)).isEqualTo(Exp.exp(Exp.OVERFLOW));
        assertThat(Exp.exp(Double.NaN)).isNaN();
    }

    @Test
    void exp_neighbouringArguments_increases() {
        double x = -5.0;
        double before = Exp.exp(x);
        for (int k = 0; k < 100_000; k++) {
            x += 1e-4;
            double now = Exp.exp(x);
            assertThat(now).isGreaterThan(before);
            before = now;
        }
    }

    /** The later calls run compiled code; the first ones here may not. */
    @Test
    void exp_firstAndLaterCalls_haveTheSameBits() {
        for (int call = 0; call < 20; call++) {
            assertThat(ExpBits.fingerprint())
                    .as("after %d calls", 20_000 * call)
                    .isEqualTo(FINGERPRINT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1"})
    void exp_otherWaysOfRunning_haveTheSameBits(String flag) throws Exception {
        Process process = new ProcessBuilder(
                        System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                        flag,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExpBits.class.getName())
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        assertThat(printed).isEqualTo(Long.toString(FINGERPRINT));
    }
}
