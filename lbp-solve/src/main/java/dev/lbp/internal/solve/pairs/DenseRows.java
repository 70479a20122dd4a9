package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.Memory;
import dev.lbp.models.Couplings;
import dev.lbp.models.QuadraticModel;

/**
 * The couplings of a dense model as rows of whole numbers. A flip adds one row to all forces, in a loop that the JIT
 * turns into vector instructions. Immutable; all threads share it.
 *
 * <p>The unit is the greatest common divisor of all parameters, if the largest possible force is below 2^30 units. Then
 * forces are exact. Otherwise parameters are rounded to 2^-30 of the largest force, and a search must end by a climb
 * with the exact parameters.
 *
 * @param twice {@code 2 J_ij / unit}
 * @param field {@code h_i / unit}
 * @param unit the force that the whole number 1 stands for
 */
record DenseRows(int[][] twice, int[] field, double unit) {

    /** The largest force in units: forces and their changes are ints. */
    private static final double LARGEST = 0x1p30;

    /** Stores couplings and fields as whole multiples of their largest common unit. */
    static DenseRows of(QuadraticModel model, SpinForm form) {
        int sites = form.sites();
        Memory.check(4.0 * sites * sites, "rows of " + sites + " couplings", "make the model smaller");
        double unit = unit(0.25 * model.quantum(), form); // J and h are sums of quarters of the model's parameters
        int[][] twice = new int[sites][sites];
        int[] field = new int[sites];
        Couplings couplings = form.couplings();
        for (int i = 0; i < sites; i++) {
            field[i] = (int) Math.rint(form.field()[i] / unit);
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                twice[i][couplings.neighbour(k)] = 2 * (int) Math.rint(form.coupling(k) / unit);
            }
        }
        return new DenseRows(twice, field, unit);
    }

    /**
     * The unit of the whole numbers: the greatest common divisor, or a larger one if the largest force would not fit.
     *
     * @param quantum a number that divides all couplings and fields, except for rounding
     */
    private static double unit(double quantum, SpinForm form) {
        long divisor = 0L;
        double largest = 0.0;
        Couplings couplings = form.couplings();
        for (int i = 0; i < form.sites(); i++) {
            divisor = gcd(divisor, (long) Math.rint(form.field()[i] / quantum));
            double sum = Math.abs(form.field()[i]); // becomes the largest possible force on the site
            for (int k = couplings.start(i); k < couplings.start(i + 1); k++) {
                divisor = gcd(divisor, (long) Math.rint(form.coupling(k) / quantum));
                sum += Math.abs(form.coupling(k));
            }
            largest = Math.max(largest, sum);
        }
        return Math.max(divisor * quantum, largest / LARGEST);
    }

    /** The greatest common divisor of two numbers, at least 0. */
    private static long gcd(long a, long b) {
        long first = Math.abs(a);
        long second = Math.abs(b);
        while (second != 0L) {
            long rest = first % second;
            first = second;
            second = rest;
        }
        return first;
    }
}
