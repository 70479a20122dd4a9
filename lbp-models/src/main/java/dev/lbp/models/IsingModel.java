package dev.lbp.models;

import dev.lbp.internal.Check;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;

/**
 * Spins {@code s = 2x - 1} on a lattice or a graph: {@code log pi(x) = sum_{i~j} J_ij s_i s_j + sum_i h_i s_i}. A
 * positive coupling J favours equal neighbours; a positive field h favours the spin +1, that is x = 1.
 *
 * <p>On a sparse lattice a good Gibbs sampler is hard to beat per second: a sweep in two colours costs microseconds.
 */
public final class IsingModel extends QuadraticModel {

    private static final long serialVersionUID = 1L;

    /** One array holds its couplings, up to 2^29, in both directions. */
    private static final int MOST_LATTICE_SITES = 1 << 28;

    private final int rows;
    private final int cols;

    private IsingModel(int rows, int cols, double[] field, int[] from, int[] to, double[] couplings) {
        // in bits x = (1 + s) / 2: s s' = 4 x x' - 2 x - 2 x' + 1
        super(
                "couplings and field",
                Arrays.stream(couplings).sum() - Arrays.stream(field).sum(),
                bias(field, from, to, couplings),
                from,
                to,
                Arrays.stream(couplings).map(j -> 4.0 * j).toArray());
        this.rows = rows;
        this.cols = cols;
    }

    /** The biases of bits x: the terms in x of {@code h s} and {@code J s s'} with {@code s = 2x - 1}. */
    private static double[] bias(double[] field, int[] from, int[] to, double[] couplings) {
        double[] bias = Arrays.stream(field).map(h -> 2.0 * h).toArray();
        for (int k = 0; k < couplings.length; k++) {
            bias[from[k]] -= 2.0 * couplings[k];
            bias[to[k]] -= 2.0 * couplings[k];
        }
        return bias;
    }

    /**
     * A lattice. Site (r, c) is {@code r * cols + c}; its neighbours are those above, below, left and right. The border
     * is open unless {@link LatticeBuilder#periodic() periodic}.
     *
     * @param rows at least 1; {@code rows * cols} at most 2^28
     * @param cols at least 1
     * @throws IllegalArgumentException if the lattice is too large, or its model does not fit into memory
     */
    public static LatticeBuilder lattice(int rows, int cols) {
        Check.atLeast(1, "rows", rows);
        Check.atLeast(1, "cols", cols);
        checkSize("rows * cols", "rows=" + rows + ", cols=" + cols, (long) rows * cols);
        return new LatticeBuilder(rows, cols);
    }

    /**
     * Any graph of couplings; couplings of the same pair are added.
     *
     * @param n the number of sites, at least 1
     * @param from one site of each coupling, 0 to n - 1
     * @param to the other site of each coupling, a different one
     * @param couplings J of each, finite
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static GraphBuilder graph(int n, int[] from, int[] to, double[] couplings) {
        return new GraphBuilder(n, from, to, couplings);
    }

    /**
     * An instance as in Sun et al. (2022): an open lattice of side p with a disc-shaped field. The paper subtracts its
     * field, {@code log pi = lambda sum s s' - sum h s} with h uniform noise plus mu inside the circle {@code (r/p -
     * 1/2)^2 + (c/p - 1/2)^2 < 1/(2 pi)} (half of the lattice) and minus mu outside, so that spins inside tend to -1.
     *
     * @param side p, at least 1; {@code side * side} at most 2^28
     */
    public static IsingModel paper(int side, PaperConfiguration configuration, long seed) {
        Check.atLeast(1, "side", side);
        Check.notNull("configuration", configuration);
        checkSize("side * side", "side=" + side, (long) side * side);
        LatticeBuilder lattice = new LatticeBuilder(side, side).coupling(configuration.coupling);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        double[] field = new double[side * side];
        for (int r = 0; r < side; r++) {
            for (int c = 0; c < side; c++) {
                double y = (double) r / side - 0.5;
                double x = (double) c / side - 0.5;
                boolean inside = y * y + x * x < 1.0 / (2.0 * Math.PI);
                double noise = configuration.fieldNoise * (2.0 * random.nextDouble() - 1.0);
                field[r * side + c] = -(noise + (inside ? configuration.fieldMean : -configuration.fieldMean));
            }
        }
        return lattice.field(field).build();
    }

    /** The height of the lattice, for pictures; a graph counts as one row. */
    public int rows() {
        return rows;
    }

    /** The width of the lattice, for pictures; N for a graph. */
    public int cols() {
        return cols;
    }

    /**
     * The mean spin of a state, in [-1, 1]: a quantity worth tracing.
     *
     * @param state N zeros and ones
     */
    public double magnetisation(byte[] state) {
        Check.length(dimension(), "state", Check.notNull("state", state).length);
        int up = 0;
        int bits = 0;
        for (byte x : state) {
            up += x;
            bits |= x;
        }
        if ((bits & ~1) != 0) { // some value is not 0 or 1: finds it and throws
            Check.binary("state", state);
        }
        return 2.0 * up / state.length - 1.0;
    }

    /** Refuses a lattice with too many sites, or too large for memory with two couplings for each site. */
    private static void checkSize(String product, String sizes, long sites) {
        Check.that(sites <= MOST_LATTICE_SITES, "have at most 2^28 sites", product, sites);
        Couplings.checkMemory(sites, 2.0 * sites, sizes);
    }

    private static double[] checkedField(int sites, double[] field) {
        Check.length(sites, "field", Check.notNull("field", field).length);
        return Check.finite("field", field.clone());
    }

    private static double[] uniformField(int sites, double field) {
        double[] values = new double[sites];
        Arrays.fill(values, Check.finite("field", field));
        return values;
    }

    /** Collects the parameters of a lattice: a coupling, and a field unless it is 0. */
    public static final class LatticeBuilder {

        private final int rows;
        private final int cols;
        private boolean periodic;
        private @Nullable Double coupling;
        private double[] field;

        private LatticeBuilder(int rows, int cols) {
            this.rows = rows;
            this.cols = cols;
            this.field = new double[rows * cols];
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

        /** h of each site, finite; 0 if never set. */
        public LatticeBuilder field(double[] field) {
            this.field = checkedField(rows * cols, field);
            return this;
        }

        /** One h for all sites, finite. */
        public LatticeBuilder field(double field) {
            this.field = uniformField(rows * cols, field);
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalStateException if no coupling is set
         * @throws IllegalArgumentException if couplings and fields are beyond the limits of {@link QuadraticModel}
         */
        public IsingModel build() {
            Lattice lattice = new Lattice(rows, cols, coupling, periodic);
            return new IsingModel(rows, cols, field, lattice.from, lattice.to, lattice.couplings);
        }
    }

    /** Collects the parameters of a graph: a field, unless it is 0. */
    public static final class GraphBuilder {

        private final int[] from;
        private final int[] to;
        private final double[] couplings;
        private double[] field;

        private GraphBuilder(int n, int[] from, int[] to, double[] couplings) {
            Check.atLeast(1, "n", n);
            Couplings.checkPairs(n, from, to, couplings);
            Couplings.checkMemory(n, couplings.length, "n=" + n + ", couplings.length=" + couplings.length);
            this.from = from.clone();
            this.to = to.clone();
            this.couplings = couplings.clone();
            this.field = new double[n];
        }

        /** h of each site, finite; 0 if never set. */
        public GraphBuilder field(double[] field) {
            this.field = checkedField(this.field.length, field);
            return this;
        }

        /** One h for all sites, finite. */
        public GraphBuilder field(double field) {
            this.field = uniformField(this.field.length, field);
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalArgumentException if couplings and fields are beyond the limits of {@link QuadraticModel}
         */
        public IsingModel build() {
            return new IsingModel(1, field.length, field, from, to, couplings); // as one row of sites
        }
    }
}
