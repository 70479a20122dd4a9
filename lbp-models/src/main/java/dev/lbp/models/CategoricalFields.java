package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.models.tracker.Quantum;

/** Checks users' numbers for each site and value, and stores them in one array. */
final class CategoricalFields {

    /** Bytes for a site and value: the given number, its copy, the model's, the tracker's, and the chain's weight. */
    private static final double BYTES_PER_LABEL = 5.0 * Double.BYTES;

    private CategoricalFields() {}

    /**
     * Refuses C below 2, and models that do not fit into memory.
     *
     * @param sizes the other arguments for the size, as the caller wrote them
     */
    static void checkSize(double sites, int values, double couplings, String sizes) {
        Check.atLeast(2, "values", values);
        String all = sizes + ", values=" + values;
        Memory.checkLength(Math.max(sites * values, 2.0 * couplings), all); // both directions of a coupling are stored
        Memory.check(
                BYTES_PER_LABEL * sites * values + Couplings.bytes(sites, couplings), all, "make the model smaller");
    }

    /** A copy of a user's [sites][values] numbers, all finite. */
    static double[][] checked(String name, double[][] given, int sites, int values) {
        Check.length(sites, name, Check.notNull(name, given).length);
        double[][] copy = new double[sites][];
        for (int i = 0; i < sites; i++) {
            String row = name + "[" + i + "]";
            Check.length(values, row, Check.notNull(row, given[i]).length);
            copy[i] = Check.finite(row, given[i].clone());
        }
        return copy;
    }

    /** The numbers in one array, site after site, rounded to a quantum. */
    static double[] flat(double[][] field, double quantum) {
        int values = field[0].length;
        double[] flat = new double[field.length * values];
        for (int i = 0; i < field.length; i++) {
            System.arraycopy(Quantum.rounded(field[i], quantum), 0, flat, i * values, values);
        }
        return flat;
    }
}
