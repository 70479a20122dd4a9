package dev.lbp.internal.kernel;

import java.math.BigDecimal;
import java.math.MathContext;

/** The exponential to 40 digits, slowly: {@code exp(x) = exp(x / 1024)^1024}, the inner one by its series. */
final class ExactExp {

    private static final MathContext DIGITS = new MathContext(50);

    private ExactExp() {}

    static BigDecimal exp(double x) {
        BigDecimal reduced = new BigDecimal(x).divide(BigDecimal.valueOf(1024), DIGITS);
        BigDecimal sum = BigDecimal.ONE;
        BigDecimal term = BigDecimal.ONE;
        for (int k = 1; k < 60 && term.signum() != 0; k++) {
            term = term.multiply(reduced, DIGITS).divide(BigDecimal.valueOf(k), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        return sum.pow(1024, DIGITS);
    }

    /** The distance of a value from exp(x) in units of the last place of exp(x). */
    static double errorInUlp(double value, double x) {
        BigDecimal exact = exp(x);
        return new BigDecimal(value).subtract(exact).doubleValue() / Math.ulp(exact.doubleValue());
    }
}
