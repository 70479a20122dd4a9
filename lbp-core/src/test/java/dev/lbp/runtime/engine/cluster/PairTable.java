package dev.lbp.runtime.engine.cluster;

import dev.lbp.MoveSpaces;
import dev.lbp.TableMoves;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import dev.lbp.target.SiteGraph;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * {@code log pi(x) = sum_{i<j} J_ij [x_i = x_j] + sum_i h_i(x_i)} of a few sites, by the definition: the states and
 * their probabilities, and models of it.
 *
 * @param pairs two sites of each pair
 * @param couplings J of each pair
 * @param fields h, [N][C]
 */
public record PairTable(int[][] pairs, double[] couplings, double[][] fields) {

    public int sites() {
        return fields.length;
    }

    public int values() {
        return fields[0].length;
    }

    public int states() {
        return (int) Math.pow(values(), sites());
    }

    /** The state of a number, whose first site varies the fastest, as in {@link MoveSpaces}. */
    public int[] state(int number) {
        int[] state = new int[sites()];
        int rest = number;
        for (int i = 0; i < state.length; i++) {
            state[i] = rest % values();
            rest /= values();
        }
        return state;
    }

    public int number(int[] state) {
        int number = 0;
        for (int i = state.length - 1; i >= 0; i--) {
            number = number * values() + state[i];
        }
        return number;
    }

    public double logProb(int[] x) {
        double sum = IntStream.range(0, pairs.length)
                .filter(k -> x[pairs[k][0]] == x[pairs[k][1]])
                .mapToDouble(k -> couplings[k])
                .sum();
        return sum
                + IntStream.range(0, x.length).mapToDouble(i -> fields[i][x[i]]).sum();
    }

    /** {@code beta log pi + (1 - beta) sum of logits}, as a table. */
    public PairTable tempered(double beta, double[][] logits) {
        double[][] sums = new double[sites()][values()];
        for (int i = 0; i < sites(); i++) {
            for (int c = 0; c < values(); c++) {
                sums[i][c] = beta * fields[i][c] + (1.0 - beta) * logits[i][c];
            }
        }
        return new PairTable(pairs, Arrays.stream(couplings).map(j -> beta * j).toArray(), sums);
    }

    public PairBonds bonds() {
        SiteGraph graph = SiteGraph.ofTerms(sites(), pairs);
        double[] entries = new double[2 * graph.pairs()];
        for (int i = 0; i < sites(); i++) {
            for (int k = graph.start(i); k < graph.start(i + 1); k++) {
                entries[k] = coupling(i, graph.neighbour(k));
            }
        }
        return PairBonds.of(
                graph,
                entries,
                values(),
                Arrays.stream(fields).flatMapToDouble(Arrays::stream).toArray());
    }

    private double coupling(int i, int j) {
        return IntStream.range(0, pairs.length)
                .filter(k -> (pairs[k][0] == i && pairs[k][1] == j) || (pairs[k][0] == j && pairs[k][1] == i))
                .mapToDouble(k -> couplings[k])
                .sum();
    }

    /** A model of categories. */
    public CategoricalModel categories() {
        return new Categories(this, bonds());
    }

    /** A model of categories that tells other pairs and fields. */
    public CategoricalModel categories(PairBonds told) {
        return new Categories(this, told);
    }

    /** A model of bits. */
    public LocalEnergyModel bits() {
        return new Bits(this, bonds());
    }

    /** A model of bits that tells other pairs and fields. */
    public LocalEnergyModel bits(PairBonds told) {
        return new Bits(this, told);
    }

    private static final class Categories extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        private final PairBonds told;

        Categories(PairTable table, PairBonds told) {
            super(
                    MoveSpaces.sites(IntStream.generate(table::values)
                            .limit(table.sites())
                            .toArray()),
                    number -> table.logProb(table.state(number)));
            this.told = told;
        }

        @Override
        public Optional<PairBonds> bonds() {
            return Optional.of(told);
        }
    }

    private record Bits(PairTable table, PairBonds told) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return table.sites();
        }

        @Override
        public Optional<PairBonds> bonds() {
            return Optional.of(told);
        }

        @Override
        public Tracker newTracker() {
            return new BitTracker(table);
        }
    }

    private static final class BitTracker implements LocalEnergyModel.Tracker {

        private static final long serialVersionUID = 1L;

        private final transient PairTable table;
        private int[] state = new int[0];
        private int[] saved = new int[0];

        BitTracker(PairTable table) {
            this.table = table;
        }

        @Override
        public void reset(byte[] to) {
            state = IntStream.range(0, to.length).map(i -> to[i]).toArray();
        }

        @Override
        public double logProb() {
            return table.logProb(state);
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            double here = logProb();
            for (int k = 0; k < n; k++) {
                state[sites[k]] ^= 1;
                out[k] = logProb() - here;
                state[sites[k]] ^= 1;
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            state[site] ^= 1;
            return ALL_SITES;
        }

        @Override
        public void save() {
            saved = state.clone();
        }

        @Override
        public void restore() {
            state = saved.clone();
        }
    }
}
