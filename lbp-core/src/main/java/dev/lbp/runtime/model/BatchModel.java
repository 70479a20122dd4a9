package dev.lbp.runtime.model;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Check;
import dev.lbp.internal.OverlappingCalls;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A user's model with its input and its last answers, for the batched engine. The input has a row per chain and changes
 * flip by flip; the answers are checked and stored. The rows are in one block or in several, which the model evaluates
 * one after the other. In the engines only this class, {@link BatchBlock}, {@link BatchRows} and the two subclasses of
 * BatchRows use INDArrays.
 */
public final class BatchModel {

    private final EnergyModel model;

    /** The number of values of a site; 0 for bits, whose rows have one cell per site. */
    private final int values;

    private final RowBlocks layout;
    private final BatchBlock[] blocks;

    /** The log-probabilities of the last evaluation, [rows]. */
    public final double[] logProb;

    public BatchModel(EnergyModel model, int n, int chains) {
        this(model, n, RowBlocks.whole(chains));
    }

    /** A model whose input is divided into blocks. */
    public BatchModel(EnergyModel model, int n, RowBlocks layout) {
        this(model, model, "flipLogRatios", n, 0, layout);
    }

    /** A density, whose gradient takes the place of log-ratios. */
    public BatchModel(DensityModel model, int d, RowBlocks layout) {
        this(model, new DensityRows(model), "gradient", d, 0, layout);
    }

    /** A model whose states are one-hot: a row has a cell for each of the {@code n} sites and {@code values} values. */
    public BatchModel(CategoricalEnergyModel model, int n, int values, RowBlocks layout) {
        this(model, new OneHot(model), "logits", Math.multiplyExact(n, values), values, layout);
    }

    /**
     * @param users the user's model; {@code model} is {@code users} or wraps it
     */
    private BatchModel(Target users, EnergyModel model, String answer, int n, int values, RowBlocks layout) {
        Nd4jPresence.check("the batched model " + users.getClass().getName());
        DataType type = ModelCalls.call(model, "dataType()", model::dataType);
        Check.that(type == DataType.DOUBLE || type == DataType.FLOAT, "be DOUBLE or FLOAT", "dataType", type);
        String size = values == 0 ? "chains * N" : "chains * N * C";
        long cells = (long) layout.rows() * n;
        Check.that(cells < Integer.MAX_VALUE, "be below 2^31", size, cells);
        this.model = model;
        this.values = values;
        this.layout = layout;
        this.logProb = new double[layout.rows()];
        OverlappingCalls calls = new OverlappingCalls(users);
        boolean whole = layout.count() == 1;
        this.blocks = IntStream.range(0, layout.count())
                .mapToObj(block -> new BatchBlock(
                        model,
                        answer,
                        BatchRows.of(type, layout.rows(block), n, /* copies= */ !whole),
                        whole ? logProb : new double[layout.rows(block)], // one block stores into logProb itself
                        calls))
                .toArray(BatchBlock[]::new);
    }

    public EnergyModel model() {
        return model;
    }

    /** The rows of the block that has a row. */
    private BatchRows rows(int row) {
        return blocks.length == 1 ? blocks[0].rows : blocks[layout.block(row)].rows;
    }

    /** Writes a chain's state into the model's input. */
    public void writeRow(int chain, byte[] state) {
        rows(chain).set(layout.local(chain), state);
    }

    /** Writes a chain's point into the model's input. */
    public void writeRow(int chain, double[] point) {
        rows(chain).set(layout.local(chain), point);
    }

    /** Writes a chain's state of whole numbers into the model's input, one-hot. */
    public void writeRow(int chain, int[] state) {
        byte[] cells = new byte[state.length * values];
        for (int i = 0; i < state.length; i++) {
            cells[i * values + state[i]] = 1;
        }
        writeRow(chain, cells);
    }

    /** Copies all states of another input of this size, for {@link #evaluate(INDArray, int)}. */
    void take(INDArray states) {
        if (blocks.length == 1) {
            blocks[0].rows.take(states, 0, 0, logProb.length);
            return;
        }
        for (int row = 0; row < logProb.length; row++) {
            rows(row).take(states, row, layout.local(row), 1); // one row, to its place in its block
        }
    }

    /** Reads a chain's state from the model's input. */
    public void readRow(int chain, byte[] state) {
        rows(chain).get(layout.local(chain), state);
    }

    /** Reads a chain's point from the model's input. */
    public void readRow(int chain, double[] point) {
        rows(chain).get(layout.local(chain), point);
    }

    /** Reads a chain's state of whole numbers from its row, whose cell {@code C i + c} is 1 if site i has value c. */
    public void readRow(int chain, int[] state) {
        BatchRows rows = rows(chain);
        int from = layout.local(chain) * rows.n;
        for (int k = 0; k < rows.n; k++) {
            if (rows.state(from + k) == 1.0) {
                state[k / values] = k % values;
            }
        }
    }

    /** Flips the first {@code count} of {@code sites}, or cells, in a chain's row of the model's input. */
    public void flip(int chain, int[] sites, int count) {
        rows(chain).flip(layout.local(chain), sites, count);
    }

    /** Calls the model for the log-probabilities and the log-ratios of its input. */
    public void evaluate() {
        for (int b = 0; b < blocks.length; b++) {
            evaluate(b);
        }
    }

    /** Calls the model for the log-probabilities and the log-ratios of a block. */
    void evaluate(int block) {
        blocks[block].evaluate();
        collectLogProb(block);
    }

    /**
     * Calls the model for the log-probabilities and the log-ratios of a block, after {@link #take} has copied
     * {@code states}. If there is only one block, the model reads {@code states} itself.
     */
    void evaluate(INDArray states, int block) {
        if (blocks.length == 1) {
            blocks[0].evaluate(states);
        } else {
            evaluate(block);
        }
    }

    /** Calls the model for log-probabilities alone. */
    public void score() {
        for (int b = 0; b < blocks.length; b++) {
            score(b);
        }
    }

    /**
     * Calls the model for the log-probabilities of a block, after {@link #take} has copied {@code states}. If there is
     * only one block, the model reads {@code states} itself.
     */
    void score(INDArray states, int block) {
        if (blocks.length == 1) {
            blocks[0].score(states);
        } else {
            score(block);
        }
    }

    /** Calls the model for the log-probabilities of a block. */
    void score(int block) {
        blocks[block].score();
        collectLogProb(block);
    }

    /**
     * Calls the model to draw new hidden variables and to compute log-probabilities, and log-ratios given the hidden
     * variables.
     *
     * @param random for each block a generator for each of its rows, see {@link #byBlock}
     */
    public void evaluateGivenHidden(LayeredModel layered, List<List<UniformRandomProvider>> random) {
        for (int b = 0; b < blocks.length; b++) {
            blocks[b].evaluateGivenHidden(layered, random.get(b));
            collectLogProb(b);
        }
    }

    /** Divides a list with one element for each row into one list for each block. */
    public <T> List<List<T>> byBlock(List<T> ofRows) {
        List<List<T>> divided = new ArrayList<>();
        for (int b = 0; b < blocks.length; b++) {
            int block = b;
            divided.add(IntStream.range(0, layout.rows(b))
                    .mapToObj(k -> ofRows.get(layout.row(block, k)))
                    .toList());
        }
        return divided;
    }

    /** Copies the log-probabilities of a block's last evaluation to {@link #logProb}, unless the block shares it. */
    private void collectLogProb(int block) {
        double[] ofBlock = blocks[block].logProb;
        if (ofBlock != logProb) {
            for (int k = 0; k < ofBlock.length; k++) {
                logProb[layout.row(block, k)] = ofBlock[k];
            }
        }
    }

    /** Copies the log-ratios of a chain; for a model of categories the logits, for a density the gradient. */
    public void logRatios(int chain, double[] to) {
        rows(chain).logRatios(layout.local(chain), to);
    }

    /**
     * Fills a table with the weights of a chain; frozen sites have weight 0.
     *
     * @param absolute true for the weights themselves; false if only their proportions count
     */
    public void weigh(int chain, Form form, boolean absolute, int[] frozen, WeightTable table) {
        rows(chain).weigh(layout.local(chain), form, absolute, frozen, table);
    }
}
