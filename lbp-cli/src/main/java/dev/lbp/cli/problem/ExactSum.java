package dev.lbp.cli.problem;

import java.math.BigDecimal;

/** A sum of the numbers of a file without rounding, as a user would add them up. */
public final class ExactSum {

    /** A long holds the sum of as many whole numbers up to this as an array has elements. */
    private static final double LARGEST_WHOLE = 0x1p31;

    private long whole;
    private BigDecimal rest = BigDecimal.ZERO;

    public void add(double number) {
        if (number == Math.rint(number) && Math.abs(number) <= LARGEST_WHOLE) {
            whole += (long) number;
        } else {
            rest = rest.add(BigDecimal.valueOf(number)); // its shortest decimal, as in the file
        }
    }

    /** The nearest double. */
    public double value() {
        return rest.signum() == 0 ? whole : rest.add(BigDecimal.valueOf(whole)).doubleValue();
    }
}
