package dev.lbp.target;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A product of experts over sites of C values: {@code log pi(x) = sum_e lambda_e score_e(x)} (Hinton 2002,
 * doi:10.1162/089976602760128018), where each {@link Expert} scores consecutive sites in its own alphabet. Logits are
 * weighted sums of the experts' logits. An evaluation evaluates each expert once.
 *
 * <p>Sums are in double precision. Several runs may share an instance if they may share each expert's model.
 */
public final class Experts implements CategoricalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final int sites;
    private final int values;
    private final Expert[] experts;

    private Experts(int sites, int values, Expert[] experts) {
        this.sites = sites;
        this.values = values;
        this.experts = experts;
    }

    /**
     * The product of some experts.
     *
     * @param sites the number of sites N of a state, at least 1
     * @param values the number of values C of a site, at least 2
     * @param experts at least one
     * @throws IllegalArgumentException if an expert reaches beyond site N - 1, or has another number of values than C
     *     and no columns; the message names the expert
     */
    public static Experts of(int sites, int values, Expert... experts) {
        Check.atLeast(1, "sites", sites);
        Check.atLeast(2, "values", values);
        Check.that(Check.notNull("experts", experts).length > 0, "have at least one", "experts", "none");
        for (int e = 0; e < experts.length; e++) {
            Check.notNull("experts[" + e + "]", experts[e]).checkFits("experts[" + e + "]", sites, values);
        }
        return new Experts(sites, values, experts.clone());
    }

    @Override
    public int dimension() {
        return sites;
    }

    @Override
    public int values() {
        return values;
    }

    /** The name, N, C and the experts with their weights. */
    @Override
    public String toString() {
        return name() + ", N = " + sites + ", C = " + values + ": "
                + Arrays.stream(experts).map(Expert::toString).collect(Collectors.joining(" + "));
    }

    @Override
    public Map<String, String> identity() {
        Map<String, String> identity = new TreeMap<>();
        for (int e = 0; e < experts.length; e++) {
            String name = "experts[" + e + "]";
            identity.put(name, experts[e] + " from site " + experts[e].firstSite);
            experts[e].model.identity().forEach((key, value) -> identity.put(name + "." + key, value));
        }
        return identity;
    }

    @Override
    public boolean exactFlips() {
        return Arrays.stream(experts).allMatch(expert -> expert.model.exactFlips());
    }

    @Override
    public INDArray logProb(INDArray states) {
        double[] cells = StateBatch.doubles(states, sites * values);
        double[] sum = new double[cells.length / (sites * values)];
        for (Expert expert : experts) {
            try (INDArray input = oneHotInput(expert, cells)) {
                addWeighted(sum, expert.weight, CellScores.logProb(expert.model, input));
            }
        }
        return Nd4j.createFromArray(sum);
    }

    @Override
    public INDArray gradient(INDArray states) {
        double[] cells = StateBatch.doubles(states, sites * values);
        double[] sum = new double[cells.length];
        for (Expert expert : experts) {
            try (INDArray input = oneHotInput(expert, cells)) {
                addCells(sum, expert, CellScores.cells("gradient", expert.model.gradient(input), input));
            }
        }
        return CellScores.matrix(sum, Math.toIntExact(states.size(0)));
    }

    @Override
    public INDArray logits(INDArray states) {
        return evaluate(states).logits();
    }

    @Override
    public Evaluation evaluate(INDArray states) {
        double[] cells = StateBatch.doubles(states, sites * values);
        CellScores sum = new CellScores(new double[cells.length / (sites * values)], new double[cells.length]);
        for (Expert expert : experts) {
            try (INDArray input = oneHotInput(expert, cells)) {
                CellScores own = CellScores.evaluated(expert.model, input);
                addWeighted(sum.logProb(), expert.weight, own.logProb());
                addCells(sum.logits(), expert, own.logits());
            }
        }
        return sum.toEvaluation();
    }

    /**
     * The one-hot input [rows, sites * values of the expert]: its sites of each state, in its own numbering of values.
     */
    private INDArray oneHotInput(Expert expert, double[] cells) {
        int rows = cells.length / (sites * values);
        CategoricalEnergyModel model = expert.model;
        int width = model.dimension() * model.values();
        double[] own = cells;
        if (!expert.readsStateUnchanged(sites)) {
            own = new double[rows * width];
            for (int r = 0; r < rows; r++) {
                for (int i = 0; i < model.dimension(); i++) {
                    int from = (r * sites + expert.firstSite + i) * values;
                    for (int c = 0; c < values; c++) {
                        own[r * width + i * model.values() + expert.column(c)] +=
                                cells[from + c]; // columns may share one
                    }
                }
            }
        }
        INDArray input = Nd4j.createUninitialized(
                model.dataType() == DataType.FLOAT ? DataType.FLOAT : DataType.DOUBLE, rows, width);
        StateBatch.write(own, input);
        return input;
    }

    private static void addWeighted(double[] sum, double weight, double[] own) {
        for (int r = 0; r < sum.length; r++) {
            sum[r] += weight * own[r];
        }
    }

    private void addCells(double[] sum, Expert expert, double[] own) {
        int ownSites = expert.model.dimension();
        int ownValues = expert.model.values();
        int rows = sum.length / (sites * values);
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < ownSites; i++) {
                int to = (r * sites + expert.firstSite + i) * values;
                int from = (r * ownSites + i) * ownValues;
                for (int c = 0; c < values; c++) {
                    sum[to + c] += expert.weight * own[from + expert.column(c)];
                }
            }
        }
    }
}
