package dev.lbp.internal.select.linear;

import java.math.BigDecimal;
import java.math.BigInteger;

/** A number of 106 bits, the sum of two doubles. */
record DoubleDouble(double high, double low) {

    static final DoubleDouble ONE = new DoubleDouble(1.0, 0.0);

    /** {@code value / 2^bits}. */
    static DoubleDouble of(BigInteger value, int bits) {
        double high = value.doubleValue();
        double low = value.subtract(new BigDecimal(high).toBigInteger()).doubleValue();
        return new DoubleDouble(Math.scalb(high, -bits), Math.scalb(low, -bits));
    }
}
