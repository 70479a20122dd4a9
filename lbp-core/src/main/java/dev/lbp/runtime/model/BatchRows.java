package dev.lbp.runtime.model;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.WeightTable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The states and the answers of a batched model, a row of N sites per chain, in flat Java arrays of the model's own
 * floating type. Between steps only the sites that flip are written, and the kernels use the values without conversion.
 * Different threads may use rows of different chains.
 */
abstract class BatchRows {

    /** Slack for rounding in the bound of a row's weights. */
    private static final double ROUNDED_UP = 1.0 + 1e-6;

    /** [chains, N] in 'c' order: the model's input, which {@link #send} writes. */
    final INDArray input;

    /** The number N of cells of a row. */
    final int n;

    /** True if the answers are gradients; times {@code 1 - 2x} they are log-ratios. */
    boolean gradients;

    BatchRows(DataType type, int chains, int n) {
        this.input = Nd4j.create(type, chains, n);
        this.input.setCloseable(false); // this memory is written again, even if a model closes it
        this.n = n;
    }

    /**
     * Makes rows, all of zeros.
     *
     * @param copies true to copy an answer at once, because the model is called again before its rows are read
     */
    static BatchRows of(DataType type, int chains, int n, boolean copies) {
        return type == DataType.FLOAT ? new FloatRows(chains, n, copies) : new DoubleRows(chains, n, copies);
    }

    /** Stores a chain's state in its row. */
    abstract void set(int chain, byte[] state);

    /** Stores a chain's point in its row. */
    abstract void set(int chain, double[] point);

    /**
     * Stores rows of another input of the same type.
     *
     * @param array [rows, N] in 'c' order without gaps; it keeps its memory
     * @param first the first row to read
     * @param chain the row in which the first row is stored; the other rows follow
     * @param count the number of rows
     */
    abstract void take(INDArray array, int first, int chain, int count);

    /** Copies a chain's bits. */
    abstract void get(int chain, byte[] to);

    /** Copies a chain's point. */
    abstract void get(int chain, double[] to);

    /** Flips the first {@code count} of {@code sites} in a chain's row. */
    abstract void flip(int chain, int[] sites, int count);

    /** Copies the states to {@link #input}. */
    abstract void send();

    /**
     * Checks that the model has not written to {@link #input}.
     *
     * @throws IllegalStateException if it differs from the sent states
     */
    final void checkUnchanged() {
        double[] row = new double[n];
        for (int c = 0; c < input.rows(); c++) {
            copySent(c, row);
            for (int i = 0; i < n; i++) {
                if (row[i] != state(c * n + i)) {
                    throw new IllegalStateException("must not be written to: states[" + c + "][" + i + "]=" + row[i]);
                }
            }
        }
    }

    /** Copies a chain's row of {@link #input}. */
    abstract void copySent(int chain, double[] to);

    /**
     * Stores the model's answer until the next one. {@link #fetch} copies its rows.
     *
     * @param array [chains, N], of the same type, in 'c' order without gaps; must not change until the next answer,
     *     unless answers are copied at once
     * @param areGradients true for gradients, false for log-ratios
     */
    final void receive(INDArray array, boolean areGradients) {
        gradients = areGradients;
        receive(array);
    }

    abstract void receive(INDArray array);

    /** Copies a chain's row of the answer, for {@link #weigh} or {@link #logRatios}, which overwrite this copy. */
    abstract void fetch(int chain);

    /** Copies the log-ratios of a chain. */
    final void logRatios(int chain, double[] to) {
        fetch(chain);
        if (gradients) {
            signFetched(chain);
        }
        copyFetched(chain, to);
    }

    /** Multiplies a fetched gradient by {@code 1 - 2x} at the chain's state. */
    abstract void signFetched(int chain);

    /** Copies the fetched row in double precision. */
    abstract void copyFetched(int chain, double[] to);

    /** Fills a table with the weights of a chain; frozen sites have weight 0 and do not change the scale of others. */
    final void weigh(int chain, Form form, boolean absolute, int[] frozen, WeightTable table) {
        fetch(chain);
        for (int site : frozen) {
            // for weight 0 a log-ratio of -Infinity; a gradient still gets its sign from the state
            int at = chain * n + site;
            setAnswer(at, gradients && state(at) == 1.0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        weigh(chain, form, absolute, table);
    }

    /** Replaces a row of answers by their weights and loads these into {@code table}. */
    abstract void weigh(int chain, Form form, boolean absolute, WeightTable table);

    /** A cell of the states, at chain * N + site. */
    abstract double state(int at);

    /** Replaces a cell of the fetched answers. */
    abstract void setAnswer(int at, double value);

    /**
     * Throws if a log-ratio of a row is +Infinity or NaN. The largest log-ratio reveals +Infinity, which the weights
     * may hide; only the sum of the weights reveals NaN.
     */
    static void check(double largestRatio, double sumOfWeights) {
        LogRatios.checked(largestRatio); // throws for +Infinity and NaN
        LogRatios.checked(Double.isNaN(sumOfWeights) ? sumOfWeights : largestRatio);
    }

    /**
     * Upper bound of a row's weights. Unless weights are absolute, the largest weight of an unbounded function is
     * scaled to 1.
     *
     * @param heldRatio the largest log-ratio of the row, clipped to the kernel's limits
     */
    static double ceiling(Form form, boolean absolute, double heldRatio) {
        double largest = switch (form) {
            case BARKER -> 1.0 / (1.0 + Exp.exp(-heldRatio));
            case MIN -> Exp.exp(Math.min(heldRatio, 0.0));
            case SQRT, MAX -> absolute ? Exp.exp(FlipWeightKernel.LARGEST_LOG_WEIGHT) : 1.0;
        };
        return ROUNDED_UP * largest;
    }
}
