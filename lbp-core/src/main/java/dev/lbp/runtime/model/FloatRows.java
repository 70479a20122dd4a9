package dev.lbp.runtime.model;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The rows of a model in single precision. */
final class FloatRows extends BatchRows {

    private final float[] states;
    private final float[] answers; // rows that were fetched
    /** Memory outside the Java heap that holds the input of a call. */
    private final NativeFloats sent;

    /** Whether an answer is copied at once, because the model is called again before its rows are read. */
    private final boolean copies;

    /** The memory of the last answer. */
    private NativeFloats received;

    /** The array of the last {@link #take}, and its memory. */
    private INDArray taken;

    private NativeFloats given;

    /** A copy of the last answer; null if there is none. */
    private float @Nullable [] copy;

    /**
     * @param copies whether an answer is copied at once, because the model is called again before its rows are read
     */
    FloatRows(int chains, int n, boolean copies) {
        super(DataType.FLOAT, chains, n);
        this.copies = copies;
        states = new float[chains * n];
        answers = new float[chains * n];
        sent = new NativeFloats(input);
        received = sent; // until there is an answer
        taken = input; // until take() reads another array
        given = sent;
    }

    @Override
    void set(int chain, byte[] state) {
        for (int k = 0; k < n; k++) {
            states[chain * n + k] = state[k];
        }
    }

    @Override
    void set(int chain, double[] point) {
        for (int k = 0; k < n; k++) {
            states[chain * n + k] = (float) point[k];
        }
    }

    /** Copies {@code count} rows of an array, from row {@code first} on, to the rows from {@code chain} on. */
    @Override
    @SuppressWarnings("ReferenceEquality") // one array object keeps its memory, so its view can be used again
    void take(INDArray array, int first, int chain, int count) {
        if (array != taken) {
            taken = array;
            given = new NativeFloats(array);
        }
        given.get(first * n, states, chain * n, count * n); // n numbers for each of the chains
    }

    @Override
    void get(int chain, byte[] to) {
        for (int k = 0; k < n; k++) {
            to[k] = (byte) states[chain * n + k];
        }
    }

    @Override
    void get(int chain, double[] to) {
        for (int k = 0; k < n; k++) {
            to[k] = states[chain * n + k];
        }
    }

    @Override
    void flip(int chain, int[] sites, int count) {
        int from = chain * n;
        for (int k = 0; k < count; k++) {
            states[from + sites[k]] = 1.0f - states[from + sites[k]];
        }
    }

    @Override
    void send() {
        sent.put(0, states);
    }

    @Override
    void copySent(int chain, double[] to) {
        for (int i = 0; i < n; i++) {
            to[i] = sent.get(chain * n + i);
        }
    }

    /** Notes where the model's answer is; copies it at once if the model is called again before its rows are read. */
    @Override
    void receive(INDArray array) {
        received = new NativeFloats(array);
        if (copies) {
            copy = copy == null ? new float[answers.length] : copy;
            received.get(0, copy);
        }
    }

    /** Copies a chain's row of the last answer into {@link #answers}. */
    @Override
    void fetch(int chain) {
        if (copy != null) {
            System.arraycopy(copy, chain * n, answers, chain * n, n);
            return;
        }
        received.get(chain * n, answers, chain * n, n);
    }

    /** Copies the chain's row of {@link #answers}, which {@link #fetch} has filled, in double precision. */
    @Override
    void copyFetched(int chain, double[] to) {
        int from = chain * n;
        for (int k = 0; k < n; k++) {
            to[k] = answers[from + k];
        }
    }

    /** Reads both arrays at the same index, so that the JIT vectorises the loop. */
    @Override
    void signFetched(int chain) {
        int from = chain * n;
        for (int k = 0; k < n; k++) {
            answers[from + k] *= 1.0f - 2.0f * states[from + k];
        }
    }

    /**
     * Replaces the chain's row in {@link #answers} by weights, and loads them into the table with their sum and a
     * bound. Unless {@code absolute}, weights are divided by the row's largest, so that they keep their digits.
     */
    @Override
    void weigh(int chain, Form form, boolean absolute, WeightTable table) {
        int from = chain * n;
        float @Nullable [] signs = gradients ? states : null; // the log-ratio of gradient g is (1 - 2x) g
        float largest = FlipWeightKernels.chosen().largest(signs, answers, from, n);
        float shift = absolute ? 0.0f : (float) form.shift(largest);
        double sum = FlipWeightKernels.chosen().row(form, signs, answers, from, n, shift, answers);
        check(largest, sum);
        table.load(answers, from, sum, ceiling(form, absolute, FlipWeightKernel.held(largest)));
    }

    @Override
    double state(int at) {
        return states[at];
    }

    @Override
    void setAnswer(int at, double value) {
        answers[at] = (float) value;
    }
}
