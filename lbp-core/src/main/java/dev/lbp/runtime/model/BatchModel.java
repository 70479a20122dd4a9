package dev.lbp.runtime.model;

import dev.lbp.continuous.DensityModel;
import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.internal.kernel.nd4j.NativeThreads;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A user's model with its input and its last answers, for the batched engine. The input has a row per chain and changes flip by
 * flip; the answers are checked and stored. Only this class and {@link BatchRows} use INDArrays in the engines.
 */
public final class BatchModel {

    /**
     * The number of first calls that end with a check of the input. A model that writes to its input does so from the first
     * call.
     */
    private static final int COMPARISONS = 4;

    private final EnergyModel model;

    /** The number of values of a site; 0 for bits, whose rows have one cell per site. */
    private final int values;

    /** The answer besides log-probabilities, for messages. */
    private final String answer;

    private final long[] perChain;
    private final long[] column;
    private final long[] perSite;
    private final BatchRows rows;
    private final NativeThreads threads;

    /** A plain copy of the last answer; null if the answer itself is plain. */
    private @Nullable INDArray copy;

    private int compared;

    /** The log-probabilities of the last evaluation, [chains]. */
    public final double[] logProb;

    public BatchModel(EnergyModel model, int n, int chains) {
        this(model, "flipLogRatios", n, 0, chains);
    }

    /** A density, whose gradient takes the place of log-ratios. */
    public BatchModel(DensityModel model, int d, int chains) {
        this(new DensityRows(model), "gradient", d, 0, chains);
    }

    /** A model whose states are one-hot: a row has a cell for each of the {@code n} sites and {@code values} values. */
    public BatchModel(CategoricalEnergyModel model, int n, int values, int chains) {
        this(new OneHot(model), "logits", Math.multiplyExact(n, values), values, chains);
    }

    private BatchModel(EnergyModel model, String answer, int n, int values, int chains) {
        DataType type = ModelCalls.call(model, "dataType()", model::dataType);
        Check.that(type == DataType.DOUBLE || type == DataType.FLOAT, "be DOUBLE or FLOAT", "dataType", type);
        String size = values == 0 ? "chains * N" : "chains * N * C";
        Check.that((long) chains * n < Integer.MAX_VALUE, "be below 2^31", size, (long) chains * n);
        this.model = model;
        this.answer = answer;
        this.values = values;
        this.perChain = new long[] {chains};
        this.column = new long[] {chains, 1};
        this.perSite = new long[] {chains, n};
        this.rows = BatchRows.of(type, chains, n);
        this.threads = NativeThreads.of((long) chains * n);
        this.logProb = new double[chains];
    }

    public EnergyModel model() {
        return model;
    }

    /** Writes a chain's state into the model's input. */
    public void writeRow(int chain, byte[] state) {
        rows.set(chain, state);
    }

    /** Writes a chain's point into the model's input. */
    public void writeRow(int chain, double[] point) {
        rows.set(chain, point);
    }

    /** Writes the states of all chains into the model's input, from another of the same type and shape. */
    void writeRows(INDArray states) {
        rows.setAll(states);
    }

    /** Writes a chain's state of whole numbers into the model's input, one-hot. */
    public void writeRow(int chain, int[] state) {
        byte[] cells = new byte[state.length * values];
        for (int i = 0; i < state.length; i++) {
            cells[i * values + state[i]] = 1;
        }
        rows.set(chain, cells);
    }

    /** Reads a chain's state of whole numbers from the model's input. */
    public void readRow(int chain, int[] state) {
        int from = chain * rows.n;
        for (int k = 0; k < rows.n; k++) {
            if (rows.state(from + k) == 1.0) {
                state[k / values] = k % values;
            }
        }
    }

    /** Flips the first {@code count} of {@code sites}, or cells, in a chain's row of the model's input. */
    public void flip(int chain, int[] sites, int count) {
        rows.flip(chain, sites, count);
    }

    /** Calls the model for the log-probabilities and the log-ratios of its input. */
    public void evaluate() {
        call(() -> receive("evaluate", model.evaluate(rows.input)));
    }

    /** Calls the model, which must not change its input. The first calls check this. */
    private void call(Runnable evaluation) {
        rows.send();
        threads.run(evaluation);
        if (compared < COMPARISONS) {
            compared++;
            rows.checkUnchanged();
        }
    }

    /**
     * Calls the model to draw new hidden variables and to compute log-probabilities, and log-ratios given the hidden variables.
     */
    public void evaluateGivenHidden(LayeredModel layered, List<UniformRandomProvider> random) {
        call(() -> receive("evaluateGivenHidden", layered.evaluateGivenHidden(rows.input, random)));
    }

    private void receive(String method, EnergyModel.@Nullable Evaluation returned) {
        EnergyModel.Evaluation evaluation = Answers.notNull(method, returned);
        receiveLogProb(evaluation.logProb());
        boolean gradient = evaluation.gradient().isPresent();
        INDArray array = evaluation.gradient().orElseGet(evaluation::flipLogRatios);
        Answers.checkArray(gradient ? "gradient" : answer, array, perSite);
        INDArray before = copy;
        copy = isPlain(array, rows.input.dataType())
                ? null
                : array.castTo(rows.input.dataType()).dup('c');
        rows.receive(copy == null ? array : copy, gradient);
        if (before != null) {
            before.close();
        }
    }

    /** Calls the model for log-probabilities alone. */
    public void score() {
        call(() -> receiveLogProb(model.logProb(rows.input)));
    }

    /** Copies the log-ratios of a chain; for a model of categories the logits, for a density the gradient. */
    public void logRatios(int chain, double[] to) {
        rows.logRatios(chain, to);
    }

    /**
     * Fills a table with the weights of a chain; frozen sites have weight 0.
     *
     * @param absolute true for the weights themselves; false if only their proportions count
     */
    public void weigh(int chain, Form form, boolean absolute, int[] frozen, WeightTable table) {
        rows.weigh(chain, form, absolute, frozen, table);
    }

    private void receiveLogProb(INDArray array) {
        Answers.checkArray("logProb", array, Answers.isColumn(array) ? column : perChain);
        if (isPlain(array, DataType.FLOAT)) {
            NativeFloats floats = new NativeFloats(array);
            for (int c = 0; c < logProb.length; c++) {
                logProb[c] = floats.get(c);
            }
            return;
        }
        if (isPlain(array, DataType.DOUBLE)) {
            new NativeDoubles(array).get(0, logProb);
            return;
        }
        try (INDArray doubles = array.castTo(DataType.DOUBLE).dup('c')) {
            new NativeDoubles(doubles).get(0, logProb);
        }
    }

    /** Whether an array has this type and lies in memory row after row. */
    private static boolean isPlain(INDArray array, DataType type) {
        return array.dataType() == type && array.ordering() == 'c' && !array.isView();
    }
}
