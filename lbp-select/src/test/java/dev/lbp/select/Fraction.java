package dev.lbp.select;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** A rational number. */
record Fraction(BigInteger numerator, BigInteger denominator) {

    static final Fraction ZERO = new Fraction(BigInteger.ZERO, BigInteger.ONE);

    Fraction {
        BigInteger divisor = numerator.gcd(denominator);
        if (divisor.signum() != 0 && !divisor.equals(BigInteger.ONE)) {
            numerator = numerator.divide(divisor);
            denominator = denominator.divide(divisor);
        }
        if (denominator.signum() < 0) {
            numerator = numerator.negate();
            denominator = denominator.negate();
        }
    }

    static Fraction of(long value) {
        return new Fraction(BigInteger.valueOf(value), BigInteger.ONE);
    }

    /** The number that a double is. */
    static Fraction of(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigInteger digits = exact.unscaledValue();
        return exact.scale() >= 0
                ? new Fraction(digits, BigInteger.TEN.pow(exact.scale()))
                : new Fraction(digits.multiply(BigInteger.TEN.pow(-exact.scale())), BigInteger.ONE);
    }

    Fraction plus(Fraction other) {
        return new Fraction(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.numerator.negate(), other.denominator));
    }

    Fraction times(Fraction other) {
        return new Fraction(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Fraction dividedBy(Fraction other) {
        return new Fraction(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    boolean isZero() {
        return numerator.signum() == 0;
    }

    double rounded() {
        return new BigDecimal(numerator)
                .divide(new BigDecimal(denominator), MathContext.DECIMAL64)
                .doubleValue();
    }

    /** Also where the number itself is too small for a double. */
    double log() {
        int shift = numerator.bitLength() - denominator.bitLength();
        BigInteger top = shift < 0 ? numerator.shiftLeft(-shift) : numerator;
        BigInteger bottom = shift > 0 ? denominator.shiftLeft(shift) : denominator;
        return Math.log(new Fraction(top, bottom).rounded()) + shift * Math.log(2.0);
    }
}
