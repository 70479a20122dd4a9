package dev.lbp.cli.problem;

import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.problem.InstanceProblem.Kind;

/**
 * Checks the weights of an instance file against the limits of {@link dev.lbp.models.QuadraticModel}. A site has the
 * magnitude {@code a C + b |S|}, where C is the sum of |weight| over the site's pairs with other sites. For an Ising
 * model a = 4, b = 2, and S is the sum of the weights of these pairs minus the field h of the site, because {@code w
 * s_i s_j = 4 w x_i x_j - 2 w x_i - 2 w x_j + w} and {@code h s_i = 2 h x_i - h}. For a QUBO a = b = 1, and S is the
 * sum of the site's diagonal entries.
 */
final class Magnitudes {

    private static final double LIMIT_OF_SITE = 0x1p30;
    private static final double LIMIT_OF_ALL = 0x1p41;

    private final Instance instance;
    private final Kind kind;
    /** C of each site. */
    private final double[] coupled;

    /** S of each site. */
    private final double[] sums;

    private Magnitudes(Instance instance, Kind kind) {
        this.instance = instance;
        this.kind = kind;
        this.coupled = new double[instance.sites()];
        this.sums = new double[instance.sites()];
        for (int k = 0; k < instance.weights().length; k++) {
            add(instance.from()[k], instance.to()[k], instance.weights()[k]);
        }
    }

    /** Adds an entry of the file to C and S of its sites; a line {@code i i} of an Ising model is a field. */
    private void add(int i, int j, double weight) {
        if (i == j) {
            sums[i] += kind == Kind.ISING ? -weight : weight;
            return;
        }
        for (int site : new int[] {i, j}) {
            coupled[site] += Math.abs(weight);
            sums[site] += kind == Kind.ISING ? weight : 0.0;
        }
    }

    /**
     * Checks an instance.
     *
     * @throws IllegalArgumentException if weights are beyond the limits
     */
    static void check(Instance instance, Kind kind) {
        new Magnitudes(instance, kind).check();
    }

    /** Refuses weights whose sums would not be exact in the model's numbers. */
    private void check() {
        int largest = 0;
        double total = 0.0;
        for (int i = 0; i < coupled.length; i++) {
            largest = magnitude(i) > magnitude(largest) ? i : largest;
            // Half, because each pair is in the sums C of two sites.
            total += 0.5 * kind.perPair * coupled[i] + kind.perSum * Math.abs(sums[i]);
        }
        if (!(magnitude(largest) < LIMIT_OF_SITE)) {
            throw new IllegalArgumentException(instance.file() + ": must keep " + kind.magnitude
                    + " of each site below 2^30, for sums to be exact: site " + inFile(largest) + "="
                    + magnitude(largest) + "; its largest weight: " + largestEntry(largest));
        }
        if (!(total < LIMIT_OF_ALL)) {
            throw new IllegalArgumentException(
                    instance.file() + ": must keep " + kind.total + " below 2^41, for sums to be exact: sum=" + total);
        }
    }

    private double magnitude(int i) {
        return kind.perPair * coupled[i] + kind.perSum * Math.abs(sums[i]);
    }

    /** The entry of a site with the largest |weight|, in the numbering of the file. */
    private String largestEntry(int site) {
        int largest = -1;
        for (int k = 0; k < instance.weights().length; k++) {
            boolean has = instance.from()[k] == site || instance.to()[k] == site;
            if (has && (largest < 0 || Math.abs(instance.weights()[k]) > Math.abs(instance.weights()[largest]))) {
                largest = k;
            }
        }
        return inFile(instance.from()[largest]) + " " + inFile(instance.to()[largest]) + " "
                + instance.weights()[largest];
    }

    /** The number of a site in the file. */
    private int inFile(int site) {
        return site + instance.form().first();
    }
}
