package dev.lbp.crossing;

import dev.lbp.GradientOnly;
import dev.lbp.MoveSpaces;
import dev.lbp.SmallRbm;
import dev.lbp.SpinLine;
import dev.lbp.TableCategories;
import dev.lbp.TableMoves;
import dev.lbp.continuous.DensityModels;
import dev.lbp.runtime.engine.cluster.PairTable;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.CategoricalModels;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Expert;
import dev.lbp.target.Experts;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.SiteConstraints;
import dev.lbp.target.SiteGraph;
import dev.lbp.target.Tempered;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.nd4j.linalg.api.buffer.DataType;

/** A small model of every space, engine and wrapper of lbp-core, by name. */
final class CrossedModels {

    private static final int N = 8;

    private final Map<String, Object> models = new LinkedHashMap<>();

    private CrossedModels() {}

    static Map<String, Object> all() {
        CrossedModels all = new CrossedModels();
        all.addBits();
        all.addValues();
        all.addReals();
        return all.models;
    }

    private void addBits() {
        SpinLine line = SpinLine.of(N);
        models.put("local", line);
        models.put("local of parts", new Parts(SpinLine.of(N)));
        models.put("batched", line.batched(DataType.DOUBLE));
        models.put("batched gradient", new GradientOnly(line.batched(DataType.FLOAT)));
        models.put("layered", new SmallRbm(N, 3, DataType.DOUBLE));
        models.put("EnergyModels.of", line.plain());
        models.put("EnergyModels.of gradient", EnergyModels.of(N, line::score, (x, gradient) -> gradient[0] = 0.3));
        models.put("EnergyModels.perChain", EnergyModels.perChain(N, () -> line::score));
        models.put("pairs", pairs(2).bits());
        double[][] fields = {{0.0, 0.4}, {0.0, 0.0}, {0.2, -0.2}, {0.0, 0.0}};
        double[][] few = {{0.0, 0.4}, {0.0, 0.0}, {0.2, -0.2}, {0.5, 0.3}};
        int[][] square = {{0, 1}, {1, 2}, {2, 3}, {0, 3}};
        models.put("pairs of one size", new PairTable(square, new double[] {0.6, -0.6, 0.6, 0.6}, fields).bits());
        models.put("pairs of few sizes", new PairTable(square, new double[] {0.3, -0.6, 0.9, 0.6}, few).bits());
        models.put("Tempered local", Tempered.of(line, 0.7));
        models.put("Tempered batched", Tempered.of(line.batched(DataType.DOUBLE), 0.7));
    }

    private void addValues() {
        Table table = new Table(number -> Math.sin(1.0 + number * number), 3, 3, 3, 3);
        TableCategories batched = TableCategories.random(3, 1.0, 3L, 3, 3, 3, 3);
        SiteConstraints price = SiteConstraints.of(4, 3).price(new int[4], 0.4).within(new int[4], 3);
        models.put("categories", table);
        models.put("categories of parts", new TableOfParts());
        models.put("categories, drawn by block", steep());
        models.put("pairs of categories", pairs(3).categories());
        models.put("permutations", TableMoves.random(MoveSpaces.permutations(4), 1.0, 5L));
        models.put("matchings", TableMoves.random(MoveSpaces.matchings(2, 3), 1.0, 6L));
        models.put("CategoricalModels.of", CategoricalModels.of(4, 2, x -> x[0] == x[3] ? 0.4 : 0.2 * x[1] * x[2]));
        models.put("batched categories", batched);
        models.put("batched categories, crude", batched.crude());
        models.put("Experts", experts(table, batched));
        models.put("SiteConstraints local", price.on((CategoricalModel) table));
        models.put("SiteConstraints batched", price.on((CategoricalEnergyModel) batched));
    }

    /** Two sites whose larger values are ever less likely: draws by rejection would take too many tries. */
    private static Table steep() {
        int values = 20;
        return new Table(number -> -3.0 * (number % values + number / values), values, values);
    }

    /** A ferromagnet of a field at its first site, on a line of three pairs. */
    private static PairTable pairs(int values) {
        double[][] fields = new double[4][values];
        fields[0][1] = 0.4;
        return new PairTable(new int[][] {{0, 1}, {1, 2}, {2, 3}}, new double[] {0.5, 1.0, 1.5}, fields);
    }

    private static Experts experts(CategoricalModel local, CategoricalEnergyModel batched) {
        return Experts.of(4, 3, Expert.of(batched), Expert.of(local));
    }

    private void addReals() {
        models.put(
                "DensityModels.of",
                DensityModels.of(
                        2,
                        p -> -2.0 * (p[0] - 1.0) * (p[0] - 1.0) - 0.5 * (p[1] - p[0]) * (p[1] - p[0]),
                        (p, gradient) -> {
                            gradient[0] = -4.0 * (p[0] - 1.0) + (p[1] - p[0]);
                            gradient[1] = p[0] - p[1];
                        }));
    }

    /** A line with its graph. */
    private record Parts(LocalEnergyModel line) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return N;
        }

        @Override
        public Optional<SiteGraph> graph() {
            return Optional.of(SiteGraph.ofTerms(
                    N, IntStream.range(1, N).mapToObj(i -> new int[] {i - 1, i}).toArray(int[][]::new)));
        }

        @Override
        public Tracker newTracker() {
            return line.newTracker();
        }
    }

    /** Two pairs of sites of three values. */
    private static final class TableOfParts extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        TableOfParts() {
            super(MoveSpaces.sites(3, 3, 3, 3), x -> Math.sin(1.0 + x % 9) + 1.5 * Math.cos(x / 9));
        }

        @Override
        public Optional<SiteGraph> graph() {
            return Optional.of(SiteGraph.ofTerms(4, new int[][] {{0, 1}, {2, 3}}));
        }
    }

    /** Categories with the labels that sweeps need. */
    private static final class Table extends TableMoves implements CategoricalModel {

        private static final long serialVersionUID = 1L;

        Table(IntToDoubleFunction logProb, int... values) {
            super(MoveSpaces.sites(values), logProb);
        }
    }
}
