package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.internal.OverlappingCalls;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.internal.kernel.nd4j.NativeMemory;
import dev.lbp.internal.kernel.nd4j.NativeThreads;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Rows that a user's model evaluates in one call: its input and its last answers, which are checked and stored. The
 * input is an array of its own, so the model answers as for a batch of these rows alone.
 */
final class BatchBlock {

    /**
     * The number of calls, from the first on, that end with a check of the input. A model that writes to its input does
     * so from the first call.
     */
    private static final int COMPARISONS = 4;

    /** The states and the last answers. */
    final BatchRows rows;

    /** The log-probabilities of the last evaluation, [rows]. */
    final double[] logProb;

    private final EnergyModel model;

    /** The name of the model's other answer in messages: flipLogRatios, gradient or logits. */
    private final String answer;

    /** The shapes of valid answers: [rows] or [rows, 1] log-probabilities, and [rows, N] others. */
    private final long[] perRow;

    private final long[] column;
    private final long[] perCell;
    private final NativeThreads threads;
    private final OverlappingCalls calls;

    /** A plain copy of the last answer; null if the answer itself is plain. */
    private @Nullable INDArray copy;

    /** The number of checks of the input so far. */
    private int compared;

    /**
     * @param answer the name, in messages, of what the model returns besides log-probabilities
     * @param rows the rows of states, in the model's type
     * @param logProb where log-probabilities are stored, [rows]
     * @param calls the calls of all blocks
     */
    BatchBlock(EnergyModel model, String answer, BatchRows rows, double[] logProb, OverlappingCalls calls) {
        this.calls = calls;
        this.model = model;
        this.answer = answer;
        this.rows = rows;
        this.logProb = logProb;
        this.perRow = new long[] {logProb.length};
        this.column = new long[] {logProb.length, 1};
        this.perCell = new long[] {logProb.length, rows.n};
        this.threads = NativeThreads.of((long) logProb.length * rows.n);
    }

    /** Calls the model for log-probabilities and log-ratios. */
    void evaluate() {
        call(() -> receive("evaluate", model.evaluate(rows.input)));
    }

    /** Calls the model for log-probabilities and log-ratios of an array that another object owns and checks. */
    void evaluate(INDArray states) {
        callAt(() -> receive("evaluate", model.evaluate(states)));
    }

    /** Calls the model for log-probabilities alone. */
    void score() {
        call(() -> receiveLogProb(model.logProb(rows.input)));
    }

    /** Calls the model for log-probabilities alone of an array that another object owns and checks. */
    void score(INDArray states) {
        callAt(() -> receiveLogProb(model.logProb(states)));
    }

    /**
     * Calls the model to draw new hidden variables and to compute log-probabilities, and log-ratios given the hidden
     * variables.
     *
     * @param random a generator for each row
     */
    void evaluateGivenHidden(LayeredModel layered, List<UniformRandomProvider> random) {
        call(() -> receive("evaluateGivenHidden", layered.evaluateGivenHidden(rows.input, random)));
    }

    /** Calls the model. The first calls check that it leaves its input unchanged. */
    private void call(Runnable evaluation) {
        rows.send();
        callAt(evaluation);
        if (compared < COMPARISONS) {
            compared++;
            rows.checkUnchanged();
        }
    }

    /** Calls the model on an input that another object owns. */
    private void callAt(Runnable evaluation) {
        calls.check();
        calls.begin();
        try {
            threads.run(evaluation);
        } finally {
            calls.end();
        }
        calls.check();
    }

    /** Checks and stores an evaluation. */
    private void receive(String method, EnergyModel.@Nullable Evaluation returned) {
        EnergyModel.Evaluation evaluation = Answers.notNull(method, returned);
        receiveLogProb(evaluation.logProb());
        boolean gradient = evaluation.gradient().isPresent();
        INDArray array = evaluation.gradient().orElseGet(evaluation::flipLogRatios);
        Answers.checkArray(gradient ? "gradient" : answer, array, perCell);
        OverlappingCalls.returned(NativeMemory.of(array));
        INDArray previousCopy = copy;
        // rows read plain memory in their own type: any other array is copied
        copy = isPlain(array, rows.input.dataType())
                ? null
                : array.castTo(rows.input.dataType()).dup('c');
        rows.receive(copy == null ? array : copy, gradient);
        if (previousCopy != null) {
            previousCopy.close();
        }
    }

    /** Checks log-probabilities, and stores them in {@link #logProb}. */
    private void receiveLogProb(INDArray array) {
        Answers.checkArray("logProb", array, Answers.isColumn(array) ? column : perRow);
        OverlappingCalls.returned(NativeMemory.of(array));
        if (isPlain(array, DataType.FLOAT)) {
            NativeFloats floats = new NativeFloats(array);
            for (int row = 0; row < logProb.length; row++) {
                logProb[row] = floats.get(row);
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
