package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.models.tracker.DenseTracker;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.CategoricalModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * A Potts model whose pairs of sites have a matrix of couplings each, {@code log pi(x) = sum_i h_i(x_i) + sum_{i<j}
 * J_ij(x_i, x_j)}: the model of direct coupling analysis, for sequences of a family of proteins or RNA (Morcos et al.
 * 2011, <a href="https://doi.org/10.1073/pnas.1111471108">doi:10.1073/pnas.1111471108</a>). A {@link PottsModel} has
 * one number for each pair, and few pairs.
 *
 * <p>A log-ratio costs O(1). A move costs O(N C) and may change every log-ratio. The couplings take {@code 4 (N C)^2}
 * bytes, because each pair is stored in both orders: what one value of a site adds to the fields of all others is then
 * contiguous. Couplings and fields are rounded to a grid of exact sums, of about 2^-30 of the largest log-ratio: sums
 * of 32-bit integers take half the memory of doubles, and memory limits the speed of a move. A model that would need a
 * grid coarser than 2^-10 is refused, so that no parameter changes by more than 0.0005.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class DenseCategories implements CategoricalModel {

    private static final long serialVersionUID = 1L;

    /** The bound of log-ratios: beyond it the grid would be coarser than 2^-10. */
    private static final double LARGEST = 0x1p20;

    /** The largest magnitude of a logit that {@link dev.lbp.Tempering#reference(double[][])} takes. */
    private static final double LARGEST_LOGIT = 700.0;

    private final int values;

    /** h in quanta, all values of a site together. */
    private final int[] field;

    /** In quanta, for each site i, {@code J_ij(a, b)} at {@code (a N + j) C + b}; 0 where j = i. */
    private final int[][] rows;

    private final double quantum;

    /** {@link #times} takes only factors of a smaller magnitude than this. */
    private final double largestFactor;

    private DenseCategories(int sites, int values, double[] field, double[][] rows) {
        this.values = values;
        double largest = 0.0; // bounds every log-ratio of a site
        double total = 0.0; // bounds every log-probability
        for (int i = 0; i < sites; i++) {
            double coupled = 0.0;
            for (int j = 0; j < sites; j++) {
                coupled += largestOf(rows[i], sites, values, j);
            }
            double own = 0.0;
            for (int c = 0; c < values; c++) {
                own = Math.max(own, Math.abs(field[i * values + c]));
            }
            largest = Math.max(largest, 2.0 * (own + coupled));
            total += own + 0.5 * coupled;
        }
        // a log-probability may be 2^11 times as large, as in Quantum.of
        checkRange("log-ratios of moves", LARGEST, largest);
        checkRange("log-probabilities", LARGEST * 0x1p11, total);
        this.largestFactor = Math.min(LARGEST / largest, LARGEST * 0x1p11 / total); // infinity if all are 0
        // 2^20 times the quantum of doubles: the largest log-ratio then has 30 bits, not 50, and fits an int
        this.quantum = Math.scalb(Quantum.of(largest, total), 20);
        this.field = quanta(field);
        this.rows = new int[sites][];
        Arrays.setAll(this.rows, i -> quanta(rows[i]));
    }

    private static void checkRange(String of, double bound, double largest) {
        Check.that(
                largest < bound,
                String.format(
                        Locale.ROOT,
                        "keep %s below %.0f, or small parameters are lost (SiteConstraints forbid values)",
                        of,
                        bound),
                "largest by couplings and fields",
                largest);
    }

    /** The parameters as whole numbers of quanta. */
    private int[] quanta(double[] parameters) {
        int[] quanta = new int[parameters.length];
        Arrays.setAll(quanta, k -> (int) Math.rint(parameters[k] / quantum));
        return quanta;
    }

    /** The parameters that begin at an index, one for each value. */
    private double[] parameters(int[] quanta, int from) {
        double[] parameters = new double[values];
        Arrays.setAll(parameters, k -> quanta[from + k] * quantum);
        return parameters;
    }

    /** The largest magnitude of the couplings of a site, whose row is given, with site j. */
    private static double largestOf(double[] row, int sites, int values, int j) {
        double largest = 0.0;
        for (int a = 0; a < values; a++) {
            for (int at = (a * sites + j) * values; at < (a * sites + j + 1) * values; at++) {
                largest = Math.max(largest, Math.abs(row[at]));
            }
        }
        return largest;
    }

    /**
     * From fields and couplings.
     *
     * @param fields h, [N][C], finite, N at least 1, C at least 2
     * @param couplings J, [N][N][C][C], finite: {@code couplings[i][j][a][b]} for i below j, with a the value of site i
     *     and b that of site j. Elements with j at most i are not read and may be null
     * @throws IllegalArgumentException if an element is not as described, the model does not fit into memory, or sums
     *     of magnitudes reach 2^20 at a site or 2^31 over all
     */
    public static DenseCategories of(double[][] fields, double[][][][] couplings) {
        int sites = Check.atLeast(1, "fields.length", Check.notNull("fields", fields).length);
        int values = Check.atLeast(2, "fields[0].length", Check.notNull("fields[0]", fields[0]).length);
        checkSize(sites, values);
        double[] field = Arrays.stream(CategoricalFields.checked("fields", fields, sites, values))
                .flatMapToDouble(Arrays::stream)
                .toArray();
        Check.length(sites, "couplings", Check.notNull("couplings", couplings).length);
        double[][] rows = newRows(sites, values);
        for (int i = 0; i < sites - 1; i++) {
            String name = "couplings[" + i + "]";
            Check.length(sites, name, Check.notNull(name, couplings[i]).length);
            for (int j = i + 1; j < sites; j++) {
                String pair = name + "[" + j + "]";
                putPair(rows, i, j, CategoricalFields.checked(pair, couplings[i][j], values, values));
            }
        }
        return new DenseCategories(sites, values, field, rows);
    }

    /**
     * A random instance: independent normal fields and couplings.
     *
     * @param sites N, at least 1
     * @param values C, at least 2
     * @param fieldSd the standard deviation of the fields, at least 0, finite
     * @param couplingSd the standard deviation of the couplings, at least 0, finite
     */
    public static DenseCategories random(int sites, int values, double fieldSd, double couplingSd, long seed) {
        Check.atLeast(1, "sites", sites);
        checkSize(sites, values);
        Check.finite("fieldSd", Check.notNegative("fieldSd", fieldSd));
        Check.finite("couplingSd", Check.notNegative("couplingSd", couplingSd));
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        ZigguratSampler.NormalizedGaussian gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        double[] field = new double[sites * values];
        Arrays.setAll(field, k -> fieldSd * gaussian.sample());
        double[][] rows = newRows(sites, values);
        double[][] pair = new double[values][values];
        for (int i = 0; i < sites; i++) {
            for (int j = i + 1; j < sites; j++) {
                for (double[] row : pair) {
                    Arrays.setAll(row, b -> couplingSd * gaussian.sample());
                }
                putPair(rows, i, j, pair);
            }
        }
        return new DenseCategories(sites, values, field, rows);
    }

    /** Checks that the N^2 C^2 couplings fit into memory, as doubles and as the whole numbers that are kept. */
    private static void checkSize(int sites, int values) {
        Check.atLeast(2, "values", values);
        String sizes = "sites=" + sites + ", values=" + values;
        double cells = (double) sites * values;
        Memory.checkLength(cells * values, sizes);
        Memory.check((Double.BYTES + Integer.BYTES) * cells * cells, sizes, "make the model smaller");
    }

    private static double[][] newRows(int sites, int values) {
        return new double[sites][values * sites * values];
    }

    /** Stores the couplings of sites i and j in the rows of both. */
    private static void putPair(double[][] rows, int i, int j, double[][] pair) {
        int sites = rows.length;
        int values = pair.length;
        for (int a = 0; a < values; a++) {
            for (int b = 0; b < values; b++) {
                rows[i][(a * sites + j) * values + b] = pair[a][b];
                rows[j][(b * sites + i) * values + a] = pair[a][b];
            }
        }
    }

    /** The name, N and C. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + ", C = " + values;
    }

    @Override
    public int dimension() {
        return rows.length;
    }

    @Override
    public int values() {
        return values;
    }

    /** h, [N][C], a new array. */
    public double[][] fields() {
        double[][] fields = new double[dimension()][];
        Arrays.setAll(fields, i -> parameters(field, i * values));
        return fields;
    }

    /**
     * J_ij, [C][C], a new array: rows are values of site i, columns values of site j.
     *
     * @param i a site, 0 to N - 1
     * @param j another one, in either order
     * @throws IllegalArgumentException if they are not two sites
     */
    public double[][] coupling(int i, int j) {
        int sites = dimension();
        Check.that(i >= 0 && i < sites, "be in [0, N - 1=" + (sites - 1) + "]", "i", i);
        Check.that(j >= 0 && j < sites && j != i, "be another site in [0, N - 1=" + (sites - 1) + "]", "j", j);
        double[][] pair = new double[values][];
        Arrays.setAll(pair, a -> parameters(rows[i], (a * sites + j) * values));
        return pair;
    }

    /**
     * This distribution in the zero-sum gauge, {@code sum_a J_ij(a, b) = sum_b J_ij(a, b) = sum_a h_i(a) = 0}. Compare
     * the parameters of two models only in the same gauge: numbers can be moved between fields and couplings without a
     * change of any probability. The log-probability changes by a constant.
     *
     * @throws IllegalArgumentException if its sums of magnitudes are out of the range of {@link #of}
     */
    public DenseCategories zeroSum() {
        int sites = dimension();
        double[][] fields = fields();
        double[][] moved = newRows(sites, values);
        for (int i = 0; i < sites; i++) {
            for (int j = i + 1; j < sites; j++) {
                double[][] pair = coupling(i, j);
                ZeroSum.centre(pair, fields[i], fields[j]);
                putPair(moved, i, j, pair);
            }
        }
        double[] flat = new double[field.length];
        for (int i = 0; i < sites; i++) {
            double mean = Arrays.stream(fields[i]).sum() / values;
            for (int c = 0; c < values; c++) {
                flat[i * values + c] = fields[i][c] - mean;
            }
        }
        return new DenseCategories(sites, values, flat, moved);
    }

    /**
     * Independent sites as a reference of {@link dev.lbp.Tempering}: the fields of {@link #zeroSum} as logits, cut to
     * [-700, 700], the range that a reference takes.
     *
     * @return [N][C], a new array
     */
    public double[][] reference() {
        double[][] logits = zeroSum().fields();
        for (double[] site : logits) {
            Arrays.setAll(site, c -> Math.max(-LARGEST_LOGIT, Math.min(LARGEST_LOGIT, site[c])));
        }
        return logits;
    }

    /**
     * This model at an inverse temperature: all fields and couplings times a factor.
     *
     * @param factor finite
     * @throws IllegalArgumentException if it takes sums of magnitudes out of the range of {@link #of}
     */
    public DenseCategories times(double factor) {
        Check.finite("factor", factor);
        Check.that(
                Math.abs(factor) < largestFactor,
                String.format(Locale.ROOT, "be below %.6g in magnitude, or small parameters are lost", largestFactor),
                "factor",
                factor);
        if (factor == 1.0) {
            return this;
        }
        double[] scaled = new double[field.length];
        Arrays.setAll(scaled, k -> field[k] * quantum * factor);
        double[][] couplings = new double[rows.length][];
        Arrays.setAll(
                couplings,
                i -> Arrays.stream(rows[i])
                        .mapToDouble(coupling -> coupling * quantum * factor)
                        .toArray());
        return new DenseCategories(rows.length, values, scaled, couplings);
    }

    /**
     * Writes the parameters as text, in the form of adabmDCA: lines {@code J i j a b value} for i below j, and
     * {@code h i a value}. Sites count from 0, and values are characters of the alphabet. A file whose name ends with
     * {@code .gz} is compressed. An old file is replaced as a whole.
     *
     * @param alphabet C different characters without white space, such as {@code "-ACGU"}
     * @throws IOException if the file cannot be written
     */
    public void save(Path file, String alphabet) throws IOException {
        PottsText.write(file, this, alphabet);
    }

    /**
     * Reads parameters of the form of {@link #save}, in any order of lines, compressed by gzip or not.
     *
     * @param alphabet the characters of the values 0 to C - 1
     * @throws IOException if the file cannot be read, or is not of this form. The message has the file, the line, and
     *     what it must be
     */
    public static DenseCategories load(Path file, String alphabet) throws IOException {
        return PottsText.read(file, alphabet);
    }

    /**
     * Reads a file of parameters of plmc ({@code --output}), the binary form of its version 2 in single precision.
     *
     * @param alphabet the characters of the values 0 to C - 1, which must be the characters of the file
     * @throws IOException if the file cannot be read, or is not of this form, or has another alphabet
     */
    public static DenseCategories loadPlmc(Path file, String alphabet) throws IOException {
        return PlmcFile.read(file, alphabet);
    }

    @Override
    public Tracker newTracker() {
        return new DenseTracker(values, field, rows, quantum);
    }
}
