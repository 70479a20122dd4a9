package dev.lbp.cli.problem;

import java.math.BigDecimal;

/** A sum of decimal numbers of a file without rounding. */
public final class ExactSum {

    /**
     * The largest whole number that is added as a long. A sum of 2^31 such numbers, the most an array has, fits into a
     * long.
     */
    private static final double LARGEST_WHOLE = 0x1p31;

    /** The sum of the whole numbers up to {@link #LARGEST_WHOLE}. */
    private long whole;

    /** The exact sum of all other numbers. */
    private BigDecimal rest = BigDecimal.ZERO;

    public void add(double number) {
        if (number == Math.rint(number) && Math.abs(number) <= LARGEST_WHOLE) {
            whole += (long) number;
        } else {
            rest = rest.add(BigDecimal.valueOf(number)); // the shortest decimal of the double, as in the file
        }
    }

    /** The nearest double. */
    public double value() {
        return rest.signum() == 0 ? whole : rest.add(BigDecimal.valueOf(whole)).doubleValue();
    }
}
