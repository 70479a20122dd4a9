package dev.lbp.cli.data;

import dev.lbp.internal.Check;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Random regressions with ten true variables and normal noise of variance 1. The coefficients of the true variables,
 * for columns scaled to variance 1, are {@code snr sqrt(log p / n)} times (2, -3, 2, 2, -3, 3, -2, 3, -2, 3), as in the
 * designs of Yang, Wainwright and Jordan (2016, doi:10.1214/15-AOS1417).
 */
public final class SyntheticRegressions {

    private static final double[] COEFFICIENTS = {2.0, -3.0, 2.0, 2.0, -3.0, 3.0, -2.0, 3.0, -2.0, 3.0};

    /** The number of columns of a block of genotypes, and of a module. */
    static final int BLOCK = 20;

    /** The correlation of neighbouring columns of a block. */
    static final double LINKAGE = 0.9;

    /** Every fifth block without a true variable has two equal columns. */
    static final int DUPLICATES = 5;

    /** The number of true variables that another column of their block equals. */
    static final int COPIED = 2;

    /** The share of a column's variance that is common to all columns. */
    static final double COMMON = 0.3;

    /** The share of a column's variance that the columns of its module, {@value #BLOCK} in a row, have in common. */
    static final double MODULE = 0.6;

    /** The number of true variables. */
    public static final int TRUE_VARIABLES = COEFFICIENTS.length;

    private final UniformRandomProvider random;
    private final ZigguratSampler.NormalizedGaussian normal;
    private final double[][] x;
    private final double[] y;
    private final int[] relevant = new int[TRUE_VARIABLES];

    private SyntheticRegressions(int n, int p, long seed) {
        Check.atLeast(3, "n", n);
        Check.that(
                p >= BLOCK * TRUE_VARIABLES && p % BLOCK == 0,
                "be a multiple of " + BLOCK + " and >= " + BLOCK * TRUE_VARIABLES,
                "p",
                p);
        this.random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        this.normal = ZigguratSampler.NormalizedGaussian.of(random);
        this.x = new double[n][p];
        this.y = new double[n];
    }

    /**
     * Normal columns with correlation {@code rho^|i - j|}. The first ten are the true variables.
     *
     * @param n observations, at least 3
     * @param p columns, a multiple of 20, at least 200
     * @param rho in (0, 1)
     * @param snr the signal, > 0
     */
    public static SyntheticRegressions autoregressive(int n, int p, double rho, double snr, long seed) {
        Check.inOpenUnit("rho", rho);
        SyntheticRegressions made = new SyntheticRegressions(n, p, seed);
        double rest = Math.sqrt(1.0 - rho * rho);
        for (double[] row : made.x) {
            row[0] = made.normal.sample();
            for (int j = 1; j < p; j++) {
                row[j] = rho * row[j - 1] + rest * made.normal.sample();
            }
        }
        for (int k = 0; k < TRUE_VARIABLES; k++) {
            made.relevant[k] = k;
        }
        return made.respond(snr);
    }

    /**
     * Genotypes 0, 1 and 2, sums of two chromosomes, in independent blocks of 20 columns. An allele equals that of the
     * previous column with probability 0.9; otherwise it is drawn with the block's frequency. So columns of a block
     * have correlation {@code 0.9^|i - j|}. Each true variable is in a block of its own. The last column of a block is
     * a copy of the true variable for the first two true variables, and of another column in every fifth block without
     * a true variable.
     *
     * @param n observations, at least 3
     * @param p columns, a multiple of 20, at least 200
     * @param snr the signal, > 0
     */
    public static SyntheticRegressions genotypes(int n, int p, double snr, long seed) {
        SyntheticRegressions made = new SyntheticRegressions(n, p, seed);
        int distance = made.distance();
        for (int b = 0; b < p / BLOCK; b++) {
            made.fillBlock(b * BLOCK, 0.1 + 0.4 * made.random.nextDouble());
            int chosen = b * BLOCK + made.random.nextInt(BLOCK - 1);
            int k = b / distance;
            boolean hasTrueVariable = b % distance == 0 && k < TRUE_VARIABLES;
            if (hasTrueVariable) {
                made.relevant[k] = chosen;
            }
            boolean isCopied = hasTrueVariable ? k < COPIED : b % DUPLICATES == 0;
            if (isCopied) {
                int last = (b + 1) * BLOCK - 1;
                for (double[] row : made.x) {
                    row[last] = row[chosen];
                }
            }
        }
        return made.respond(snr);
    }

    /** The number of blocks between true variables. */
    private int distance() {
        return x[0].length / BLOCK / TRUE_VARIABLES;
    }

    /**
     * Draws the genotypes of a block, which begins at column {@code first}. A genotype is the sum of two alleles, 0 or
     * 1, one of each chromosome. An allele is that of the column before with probability {@link #LINKAGE}, else drawn.
     */
    private void fillBlock(int first, double frequency) {
        for (double[] row : x) {
            for (int chromosome = 0; chromosome < 2; chromosome++) {
                int allele = 0;
                for (int j = 0; j < BLOCK; j++) {
                    if (j == 0 || random.nextDouble() >= LINKAGE) {
                        allele = random.nextDouble() < frequency ? 1 : 0;
                    }
                    row[first + j] += allele;
                }
            }
        }
    }

    /**
     * Normal columns in modules of 20, as for co-expressed genes: correlation 0.9 within a module and 0.3 between
     * modules. Each true variable is in a module of its own.
     *
     * @param n observations, at least 3
     * @param p columns, a multiple of 20, at least 200
     * @param snr the signal, > 0
     */
    public static SyntheticRegressions modules(int n, int p, double snr, long seed) {
        SyntheticRegressions made = new SyntheticRegressions(n, p, seed);
        // An entry is a sum of normals that its row, its module in the row, and it alone have; the variances add up to
        // 1.
        double own = Math.sqrt(1.0 - COMMON - MODULE);
        for (double[] row : made.x) {
            double common = Math.sqrt(COMMON) * made.normal.sample();
            double module = 0.0;
            for (int j = 0; j < p; j++) {
                module = j % BLOCK == 0 ? Math.sqrt(MODULE) * made.normal.sample() : module;
                row[j] = common + module + own * made.normal.sample();
            }
        }
        for (int k = 0; k < TRUE_VARIABLES; k++) {
            made.relevant[k] = k * made.distance() * BLOCK;
        }
        return made.respond(snr);
    }

    /** Draws the response from the true variables and the noise. */
    private SyntheticRegressions respond(double snr) {
        Check.positive("snr", snr);
        double unit = snr * Math.sqrt(Math.log(x[0].length) / y.length);
        for (int k = 0; k < TRUE_VARIABLES; k++) {
            double coefficient = unit * COEFFICIENTS[k] / deviation(relevant[k]);
            for (int t = 0; t < y.length; t++) {
                y[t] += coefficient * x[t][relevant[k]];
            }
        }
        for (int t = 0; t < y.length; t++) {
            y[t] += normal.sample();
        }
        return this;
    }

    /** The standard deviation of column j of x, with divisor n. */
    private double deviation(int j) {
        double sum = 0.0;
        double squares = 0.0;
        for (double[] row : x) {
            sum += row[j];
            squares += row[j] * row[j];
        }
        double mean = sum / x.length;
        return Math.sqrt(squares / x.length - mean * mean);
    }

    /** The values of the columns, [n][p]. The caller must not change them. */
    public double[][] x() {
        return x;
    }

    /** The response, [n]. The caller must not change it. */
    public double[] y() {
        return y;
    }

    /** The columns of the true variables. */
    public int[] relevant() {
        return relevant.clone();
    }
}
