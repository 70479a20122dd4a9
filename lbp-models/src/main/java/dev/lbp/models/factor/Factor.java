package dev.lbp.models.factor;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A term of a {@link FactorGraph}: a table of log-values over a few variables, in which the value of the last variable
 * runs fastest. Negative infinity marks what is impossible. Immutable.
 */
public final class Factor implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int[] sites;
    private final double[] logValues;

    private Factor(int[] sites, double[] logValues) {
        this.sites = sites;
        this.logValues = logValues;
    }

    /**
     * A factor of a table.
     *
     * @param sites distinct variables, at least 0; none makes the factor a constant. Copied
     * @param logValues one for each combination of their values, finite or negative infinity. The table is NOT copied:
     *     do not write to it any more. Its length is checked where a graph takes the factor
     * @throws IllegalArgumentException if an argument is not as described
     */
    public static Factor of(int[] sites, double[] logValues) {
        int[] own = Check.notNull("sites", sites).clone();
        for (int k = 0; k < own.length; k++) {
            Check.atLeast(0, "sites[" + k + "]", own[k]);
        }
        Check.that(
                Arrays.stream(own).distinct().count() == own.length,
                "have distinct variables",
                "sites",
                Arrays.toString(own));
        for (int k = 0; k < Check.notNull("logValues", logValues).length; k++) {
            if (!(logValues[k] < Double.POSITIVE_INFINITY)) { // also true for NaN
                throw new IllegalArgumentException(
                        "must be finite or negative infinity: logValues[" + k + "]=" + logValues[k]);
            }
        }
        return new Factor(own, logValues);
    }

    /** The number of variables. */
    public int width() {
        return sites.length;
    }

    /**
     * A variable of the factor.
     *
     * @param k 0 to {@code width() - 1}
     */
    public int site(int k) {
        return sites[k];
    }

    /** The number of entries: the product of the variables' numbers of values, 1 without variables. */
    public int size() {
        return logValues.length;
    }

    /**
     * An entry, finite or negative infinity.
     *
     * @param index 0 to {@code size() - 1}
     */
    public double logValue(int index) {
        return logValues[index];
    }

    /** The variables, a copy. */
    public int[] sites() {
        return sites.clone();
    }

    /** The entries, a copy. */
    public double[] logValues() {
        return logValues.clone();
    }

    /** The variables and the number of entries. */
    @Override
    public String toString() {
        return "factor of " + Arrays.toString(sites) + ", " + logValues.length + " entries";
    }
}
