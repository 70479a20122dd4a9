package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.target.CategoricalEnergyModel;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A network as a target over N sites of C values: {@code log pi(x) = score(one-hot(x))}. The network has N C inputs,
 * one for each cell of a state. Each site has C cells: the cell of its value is 1, the others are 0.
 *
 * <p>Log-ratios of moves are first-order estimates from the gradient by the cells. The rules for precision and threads
 * are those of {@link NetworkModel}.
 */
public final class CategoricalNetworkModel implements CategoricalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final NetworkModel cells;
    private final int values;

    /** The order of a network's inputs. */
    public enum Layout {
        /** {@code [rows, N, C]}: input {@code i * C + c} is value c of site i. */
        SITES_FIRST,
        /** {@code [rows, C, N]}, as a convolution of PyTorch has it: input {@code c * N + i} is value c of site i. */
        VALUES_FIRST
    }

    private CategoricalNetworkModel(NetworkModel cells, int values) {
        this.cells = cells;
        this.values = values;
    }

    /**
     * The target of a network, in the layout that the network's file declares. An {@link OnnxNetwork} with the input
     * {@code [rows, C, N]}, not counting axes of size 1, is {@link Layout#VALUES_FIRST}. All other networks are
     * {@link Layout#SITES_FIRST}, also with a flat input {@code [rows, N * C]}: a flat input does not tell its layout,
     * and the wrong layout gives wrong draws without an error. So compare a score with that of the library where the
     * network was trained.
     *
     * @param network a network of N C inputs
     * @param values the number C of values of a site, at least 2
     * @throws IllegalArgumentException if the number of inputs is no multiple of C, or if the network is of a file
     *     whose input has two axes of size C, no axis of size C, or more than two axes
     */
    public static CategoricalNetworkModel of(ScoreNetwork network, int values) {
        checkSize(network, values);
        long[] axes = axes(network);
        Check.that(
                axes.length < 2 || axes[0] != axes[1],
                "be told apart by a layout, SITES_FIRST or VALUES_FIRST",
                "the axes of sites and of values, both of size " + values + ": input",
                Arrays.toString(axes));
        boolean valuesFirst = axes.length == 2 && axes[0] == values;
        return of(network, values, valuesFirst ? Layout.VALUES_FIRST : Layout.SITES_FIRST);
    }

    /**
     * The target of a network whose inputs have a given order.
     *
     * @param network a network of N C inputs
     * @param values the number C of values of a site, at least 2
     * @param layout the order of the network's inputs
     * @throws IllegalArgumentException if the number of inputs is no multiple of C, or the network is of a file whose
     *     input has other axes
     */
    public static CategoricalNetworkModel of(ScoreNetwork network, int values, Layout layout) {
        checkSize(network, values);
        long[] axes = axes(network);
        int sites = network.dimension() / values;
        boolean first = Check.notNull("layout", layout) == Layout.SITES_FIRST;
        long[] expected = first ? new long[] {sites, values} : new long[] {values, sites};
        // a network without a file, or with a flat input, does not tell the order of its inputs
        Check.that(
                axes.length < 2 || Arrays.equals(axes, expected),
                "be " + Arrays.toString(expected) + " for values=" + values + ", " + layout,
                "input",
                Arrays.toString(axes));
        ScoreNetwork siteBySite = first ? network : new ValuesFirstNetwork(network, values);
        return new CategoricalNetworkModel(NetworkModel.of(siteBySite), values);
    }

    private static void checkSize(ScoreNetwork network, int values) {
        Check.notNull("network", network);
        Check.atLeast(2, "values", values);
        Check.that(
                network.dimension() % values == 0,
                "be a multiple of values=" + values,
                "network.dimension()",
                network.dimension());
    }

    /** The sizes of a state's axes in the file, without those of size 1; empty for a network without a file. */
    private static long[] axes(ScoreNetwork network) {
        return network instanceof OnnxNetwork file
                ? LongStream.of(file.shape()).filter(size -> size != 1).toArray()
                : new long[0];
    }

    /** The name, N and C. */
    @Override
    public String toString() {
        return name() + ", N = " + dimension() + ", C = " + values;
    }

    /** The number of sites N. */
    @Override
    public int dimension() {
        return cells.dimension() / values;
    }

    @Override
    public int values() {
        return values;
    }

    @Override
    public DataType dataType() {
        return cells.dataType();
    }

    @Override
    public INDArray logProb(INDArray states) {
        return cells.logProb(states);
    }

    @Override
    public INDArray gradient(INDArray states) {
        return cells.gradient(states);
    }

    /**
     * Computes log-probability and gradient in one call of the network. The same thread's next call overwrites the
     * result.
     */
    @Override
    public Evaluation evaluate(INDArray states) {
        var answer = cells.evaluate(states);
        return new Evaluation(answer.logProb(), answer.gradient().orElseThrow());
    }
}
