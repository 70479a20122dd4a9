package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.models.tracker.Quantum;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * The Potts model: sites of C values on a lattice or a graph, {@code log pi(x) = sum_{i~j} J_ij [x_i = x_j] + sum_i
 * h_i(x_i)}. Each pair of neighbours counts once. A positive coupling J favours equal neighbours. With C = 2 and
 * coupling J it is the Ising model of coupling J / 2.
 *
 * <p>A log-ratio costs O(1), a move O(degree) and at most {@code C (degree + 1)} touched labels. Couplings and fields
 * are rounded to a grid of exact sums, of about 2^-50 of the largest log-ratio.
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class PottsModel implements CategoricalModel {

    private static final long serialVersionUID = 1L;

    private final int rows;
    private final int cols;
    private final int values;
    private final double[] field;
    private final Couplings couplings;
    private final double quantum;

    private PottsModel(int rows, int cols, double[][] field, int[] from, int[] to, double[] strengths) {
        this.rows = rows;
        this.cols = cols;
        this.values = field[0].length;
        Couplings given = Couplings.of(field.length, from, to, strengths);
        double largest = 0.0; // bounds every log-ratio of a site
        double total = 0.0; // bounds every log-probability
        for (int i = 0; i < field.length; i++) {
            double coupled = 0.0;
            for (int k = given.start[i]; k < given.start[i + 1]; k++) {
                coupled += Math.abs(given.value[k]);
            }
            double own = Arrays.stream(field[i]).map(Math::abs).max().orElseThrow();
            largest = Math.max(largest, 2.0 * (own + coupled));
            total += own + 0.5 * coupled;
        }
        this.quantum = Quantum.checked("couplings and field", largest, total);
        this.couplings = given.merged(quantum);
        this.field = CategoricalFields.flat(field, quantum);
    }

    /**
     * A lattice. Site (r, c) is {@code r * cols + c}; its neighbours are those above, below, left and right. The border
     * is open unless {@link LatticeBuilder#periodic() periodic}.
     *
     * @param rows at least 1
     * @param cols at least 1
     * @param values C, at least 2
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static LatticeBuilder lattice(int rows, int cols, int values) {
        Check.atLeast(1, "rows", rows);
        Check.atLeast(1, "cols", cols);
        double sites = (double) rows * cols;
        CategoricalFields.checkSize(sites, values, 2.0 * sites, "rows=" + rows + ", cols=" + cols);
        return new LatticeBuilder(rows, cols, values);
    }

    /**
     * Any graph of couplings; couplings of the same pair are added.
     *
     * @param n the number of sites, at least 1
     * @param values C, at least 2
     * @param from one site of each coupling, 0 to n - 1
     * @param to the other site of each coupling, a different one
     * @param couplings J of each, finite
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static GraphBuilder graph(int n, int values, int[] from, int[] to, double[] couplings) {
        return new GraphBuilder(n, values, from, to, couplings);
    }

    /** The name, N, C and the number of couplings. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + ", C = " + values + ", couplings = " + couplings.count();
    }

    @Override
    public int dimension() {
        return couplings.sites();
    }

    @Override
    public int values() {
        return values;
    }

    /** The height of the lattice, for pictures; a graph counts as one row. */
    public int rows() {
        return rows;
    }

    /** The width of the lattice, for pictures; N for a graph. */
    public int cols() {
        return cols;
    }

    @Override
    public Optional<SiteGraph> graph() {
        return Optional.of(couplings.graph());
    }

    @Override
    public Optional<PairBonds> bonds() {
        return Optional.of(couplings.bonds(1.0, values, field));
    }

    @Override
    public Tracker newTracker() {
        return new PottsTracker(values, 0.0, field, couplings, quantum);
    }

    /** Collects the parameters of a lattice: a coupling, and a field unless it is 0. */
    public static final class LatticeBuilder {

        private final int rows;
        private final int cols;
        private boolean periodic;
        private @Nullable Double coupling;
        private double[][] field;

        private LatticeBuilder(int rows, int cols, int values) {
            this.rows = rows;
            this.cols = cols;
            this.field = new double[rows * cols][values];
        }

        /** Joins opposite borders. Needs 3 rows and columns; with fewer, a pair would be joined twice. */
        public LatticeBuilder periodic() {
            Lattice.checkPeriodic(rows, cols);
            periodic = true;
            return this;
        }

        /** J of every pair of neighbours, finite. */
        public LatticeBuilder coupling(double coupling) {
            this.coupling = Check.finite("coupling", coupling);
            return this;
        }

        /** h, [rows * cols][C], finite; 0 if never set. */
        public LatticeBuilder field(double[][] field) {
            this.field = CategoricalFields.checked("field", field, this.field.length, this.field[0].length);
            return this;
        }

        /**
         * A random field: every h_i(c) is uniform in {@code (-halfWidth, halfWidth)}.
         *
         * @param halfWidth at least 0, finite
         */
        public LatticeBuilder randomField(double halfWidth, long seed) {
            Check.finite("halfWidth", Check.notNegative("halfWidth", halfWidth));
            UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
            field = new double[field.length][field[0].length];
            for (double[] site : field) {
                Arrays.setAll(site, c -> halfWidth * (2.0 * random.nextDouble() - 1.0));
            }
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalStateException if no coupling is set
         * @throws IllegalArgumentException if log-ratios can reach 2^30, or log-probabilities 2^41
         */
        public PottsModel build() {
            Lattice lattice = new Lattice(rows, cols, coupling, periodic);
            return new PottsModel(rows, cols, field, lattice.from, lattice.to, lattice.couplings);
        }
    }

    /** Collects the parameters of a graph: a field, unless it is 0. */
    public static final class GraphBuilder {

        private final int[] from;
        private final int[] to;
        private final double[] couplings;
        private double[][] field;

        private GraphBuilder(int n, int values, int[] from, int[] to, double[] couplings) {
            Check.atLeast(1, "n", n);
            Couplings.checkPairs(n, from, to, couplings);
            CategoricalFields.checkSize(
                    n, values, couplings.length, "n=" + n + ", couplings.length=" + couplings.length);
            this.from = from.clone();
            this.to = to.clone();
            this.couplings = couplings.clone();
            this.field = new double[n][values];
        }

        /** h, [n][C], finite; 0 if never set. */
        public GraphBuilder field(double[][] field) {
            this.field = CategoricalFields.checked("field", field, this.field.length, this.field[0].length);
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalArgumentException if log-ratios can reach 2^30, or log-probabilities 2^41
         */
        public PottsModel build() {
            return new PottsModel(1, field.length, field, from, to, couplings); // as one row of sites
        }
    }
}
