package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.internal.kernel.nd4j.NativeThreads;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A user's model as the batched engine uses it: its input, a row per chain, is kept up to date flip by
 * flip, and its answers are checked and kept. With {@link BatchRows} the only class of the engines that touches an INDArray.
 */
public final class BatchModel {

    /** The number of calls after which the input is compared: a model that writes to it does so from the beginning. */
    private static final int COMPARISONS = 4;

    private final EnergyModel model;
    private final long[] perChain;
    private final long[] column;
    private final long[] perSite;
    private final BatchRows rows;
    private final NativeThreads threads;

    /** The last answer, if it came in another form. */
    private @Nullable INDArray copy;

    private int compared;

    /** What the last evaluation said, [chains]. */
    public final double[] logProb;

    public BatchModel(EnergyModel model, int n, int chains) {
        DataType type = ModelCalls.call(model, "dataType()", model::dataType);
        Check.that(type == DataType.DOUBLE || type == DataType.FLOAT, "be DOUBLE or FLOAT", "dataType", type);
        Check.that((long) chains * n < Integer.MAX_VALUE, "be below 2^31", "chains * N", (long) chains * n);
        this.model = model;
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

    /** Flips the first {@code count} of some sites in a chain's row of the model's input. */
    public void flip(int chain, int[] sites, int count) {
        rows.flip(chain, sites, count);
    }

    /** Has the model compute log-probabilities and log-ratios of its input. */
    public void evaluate() {
        call(() -> receive("evaluate", model.evaluate(rows.input)));
    }

    /** Calls the model, which must leave its input as it is; the first calls find out one that does not. */
    private void call(Runnable evaluation) {
        rows.send();
        threads.run(evaluation);
        if (compared < COMPARISONS) {
            compared++;
            rows.checkUnchanged();
        }
    }

    /** Has the model draw new hidden variables, and compute log-probabilities, and log-ratios given these. */
    public void evaluateGivenHidden(LayeredModel layered, List<UniformRandomProvider> random) {
        call(() -> receive("evaluateGivenHidden", layered.evaluateGivenHidden(rows.input, random)));
    }

    private void receive(String method, EnergyModel.@Nullable Evaluation evaluation) {
        Answers.notNull(method, evaluation);
        receiveLogProb(evaluation.logProb());
        boolean gradient = evaluation.gradient().isPresent();
        INDArray array = evaluation.gradient().orElseGet(evaluation::flipLogRatios);
        Answers.checkArray(gradient ? "gradient" : "flipLogRatios", array, perSite);
        INDArray before = copy;
        copy = isPlain(array, rows.input.dataType())
                ? null
                : array.castTo(rows.input.dataType()).dup('c');
        rows.receive(copy == null ? array : copy, gradient);
        if (before != null) {
            before.close();
        }
    }

    /** Has the model compute log-probabilities alone. */
    public void score() {
        call(() -> receiveLogProb(model.logProb(rows.input)));
    }

    /** The log-ratios of a chain. */
    public void logRatios(int chain, double[] to) {
        rows.logRatios(chain, to);
    }

    /** Fills a table with the weights of a chain; frozen sites have weight 0. */
    public void weigh(int chain, Form form, int[] frozen, WeightTable table) {
        rows.weigh(chain, form, frozen, table);
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
