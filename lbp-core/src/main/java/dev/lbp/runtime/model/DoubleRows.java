package dev.lbp.runtime.model;

import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/** The rows of a model in double precision. */
final class DoubleRows extends BatchRows {

    private final double[] states;
    private final double[] answers; // rows that were fetched
    /** Memory outside the Java heap that holds the input of a call. */
    private final NativeDoubles sent;

    /** Whether an answer is copied at once, because the model is called again before its rows are read. */
    private final boolean copies;

    /** The memory of the last answer. */
    private NativeDoubles received;

    /** The array of the last {@link #take}, and its memory. */
    private INDArray taken;

    private NativeDoubles given;

    /** A copy of the last answer; null if there is none. */
    private double @Nullable [] copy;

    DoubleRows(int chains, int n, boolean copies) {
        super(DataType.DOUBLE, chains, n);
        this.copies = copies;
        states = new double[chains * n];
        answers = new double[chains * n];
        sent = new NativeDoubles(input);
        received = sent; // until there is an answer
        taken = input;
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
            states[chain * n + k] = point[k];
        }
    }

    /** Copies {@code count} rows of an array, from row {@code first} on, to the rows from {@code chain} on. */
    @Override
    @SuppressWarnings("ReferenceEquality") // one array object keeps its memory, so its view can be used again
    void take(INDArray array, int first, int chain, int count) {
        if (array != taken) {
            taken = array;
            given = new NativeDoubles(array);
        }
        given.get(first * n, states, chain * n, count * n);
    }

    @Override
    void get(int chain, byte[] to) {
        for (int k = 0; k < n; k++) {
            to[k] = (byte) states[chain * n + k];
        }
    }

    @Override
    void get(int chain, double[] to) {
        System.arraycopy(states, chain * n, to, 0, n);
    }

    @Override
    void flip(int chain, int[] sites, int count) {
        int from = chain * n;
        for (int k = 0; k < count; k++) {
            states[from + sites[k]] = 1.0 - states[from + sites[k]];
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
        received = new NativeDoubles(array);
        if (copies) {
            copy = copy == null ? new double[answers.length] : copy;
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

    /** Copies the chain's row of {@link #answers}, which {@link #fetch} has filled. */
    @Override
    void copyFetched(int chain, double[] to) {
        System.arraycopy(answers, chain * n, to, 0, n);
    }

    /** Reads both arrays at the same index, so that the JIT vectorises the loop. */
    @Override
    void signFetched(int chain) {
        int from = chain * n;
        for (int k = 0; k < n; k++) {
            answers[from + k] *= 1.0 - 2.0 * states[from + k];
        }
    }

    /**
     * Replaces the chain's row in {@link #answers} by weights, and loads them into the table with their sum and a
     * bound. Unless {@code absolute}, weights are divided by the row's largest, so that they keep their digits.
     */
    @Override
    void weigh(int chain, Form form, boolean absolute, WeightTable table) {
        int from = chain * n;
        double @Nullable [] signs = gradients ? states : null; // the log-ratio of gradient g is (1 - 2x) g
        double largest = FlipWeightKernels.chosen().largest(signs, answers, from, n);
        double shift = absolute ? 0.0 : form.shift(largest);
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
        answers[at] = value;
    }
}
