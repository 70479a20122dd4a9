package dev.lbp.runtime.model;

import dev.lbp.internal.kernel.Exp;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import org.jspecify.annotations.Nullable;
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

    final int n;

    /** True if the answers are gradients; times {@code 1 - 2x} they are log-ratios. */
    private boolean gradients;

    private BatchRows(DataType type, int chains, int n) {
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
        return type == DataType.FLOAT ? new Floats(chains, n, copies) : new Doubles(chains, n, copies);
    }

    /** Stores a chain's state in its row. */
    abstract void set(int chain, byte[] state);

    /** Stores a chain's point in its row. */
    abstract void set(int chain, double[] point);

    /**
     * Stores rows of another input of the same type.
     *
     * @param array [rows, N] in 'c' order without gaps, whose memory stays
     * @param first its first row that is read
     * @param chain the row where that is stored; the others follow
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
            sent(c, row);
            for (int i = 0; i < n; i++) {
                if (row[i] != state(c * n + i)) {
                    throw new IllegalStateException("must not be written to: states[" + c + "][" + i + "]=" + row[i]);
                }
            }
        }
    }

    /** Copies a chain's row of {@link #input}. */
    abstract void sent(int chain, double[] to);

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

    /** Copies a chain's row of the answer. */
    abstract void fetch(int chain);

    /** Copies a chain's row of the answer, in double precision. */
    abstract void answer(int chain, double[] to);

    /** Copies the log-ratios of a chain. */
    final void logRatios(int chain, double[] to) {
        answer(chain, to);
        if (gradients) {
            sign(chain, to);
        }
    }

    /** Multiplies a gradient at a chain's state by {@code 1 - 2x}. */
    abstract void sign(int chain, double[] gradient);

    /** Fills a table with the weights of a chain; frozen sites have weight 0 and do not change the scale of others. */
    final void weigh(int chain, Form form, boolean absolute, int[] frozen, WeightTable table) {
        fetch(chain);
        for (int site : frozen) {
            int at = chain * n + site;
            answer(at, gradients && state(at) == 1.0 ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY);
        }
        weigh(chain, form, absolute, table);
    }

    /** Replaces a row of answers by their weights and loads these into {@code table}. */
    abstract void weigh(int chain, Form form, boolean absolute, WeightTable table);

    abstract double state(int at);

    abstract void answer(int at, double value);

    /** Throws if a log-ratio is +Infinity or NaN. The weights may hide +Infinity, and only their sum reveals NaN. */
    private static void check(double largestRatio, double sumOfWeights) {
        LogRatios.checked(largestRatio);
        LogRatios.checked(Double.isNaN(sumOfWeights) ? sumOfWeights : largestRatio);
    }

    /**
     * Upper bound of a row's weights, from its largest log-ratio within the kernel's limits. Unless weights are
     * absolute, the largest one of an unbounded function is scaled to 1.
     */
    private static double ceiling(Form form, boolean absolute, double heldRatio) {
        double largest = switch (form) {
            case BARKER -> 1.0 / (1.0 + Exp.exp(-heldRatio));
            case MIN -> Exp.exp(Math.min(heldRatio, 0.0));
            case SQRT, MAX -> absolute ? Exp.exp(FlipWeightKernel.LARGEST_LOG_WEIGHT) : 1.0;
        };
        return ROUNDED_UP * largest;
    }

    private static final class Doubles extends BatchRows {

        private final double[] states;
        private final double[] answers;
        private final NativeDoubles sent;
        private final boolean copies;
        private NativeDoubles received;

        /** The input that rows were taken from last, and its memory. */
        private INDArray taken;

        private NativeDoubles given;

        /** A copy of the last answer; null if there is none. */
        private double @Nullable [] copy;

        Doubles(int chains, int n, boolean copies) {
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

        @Override
        @SuppressWarnings("ReferenceEquality") // of the array, whose memory stays
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
        void sent(int chain, double[] to) {
            for (int i = 0; i < n; i++) {
                to[i] = sent.get(chain * n + i);
            }
        }

        @Override
        void receive(INDArray array) {
            received = new NativeDoubles(array);
            if (copies) {
                copy = copy == null ? new double[answers.length] : copy;
                received.get(0, copy);
            }
        }

        @Override
        void fetch(int chain) {
            if (copy != null) {
                System.arraycopy(copy, chain * n, answers, chain * n, n);
                return;
            }
            received.get(chain * n, answers, chain * n, n);
        }

        @Override
        void answer(int chain, double[] to) {
            if (copy != null) {
                System.arraycopy(copy, chain * n, to, 0, n);
                return;
            }
            received.get(chain * n, to, 0, n);
        }

        @Override
        void sign(int chain, double[] gradient) {
            int from = chain * n;
            for (int k = 0; k < n; k++) {
                gradient[k] *= 1.0 - 2.0 * states[from + k];
            }
        }

        @Override
        void weigh(int chain, Form form, boolean absolute, WeightTable table) {
            int from = chain * n;
            double @Nullable [] signs = super.gradients ? states : null;
            double largest = FlipWeightKernels.chosen().largest(signs, answers, from, n);
            double shift = absolute ? 0.0 : form.shift(largest);
            double sum = FlipWeightKernels.chosen().row(form, signs, answers, from, n, shift, answers, from);
            check(largest, sum);
            table.load(answers, from, sum, ceiling(form, absolute, FlipWeightKernel.held(largest)));
        }

        @Override
        double state(int at) {
            return states[at];
        }

        @Override
        void answer(int at, double value) {
            answers[at] = value;
        }
    }

    private static final class Floats extends BatchRows {

        private final float[] states;
        private final float[] answers;
        private final NativeFloats sent;
        private final boolean copies;
        private NativeFloats received;

        /** The input that rows were taken from last, and its memory. */
        private INDArray taken;

        private NativeFloats given;

        /** A copy of the last answer; null if there is none. */
        private float @Nullable [] copy;

        Floats(int chains, int n, boolean copies) {
            super(DataType.FLOAT, chains, n);
            this.copies = copies;
            states = new float[chains * n];
            answers = new float[chains * n];
            sent = new NativeFloats(input);
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
                states[chain * n + k] = (float) point[k];
            }
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // of the array, whose memory stays
        void take(INDArray array, int first, int chain, int count) {
            if (array != taken) {
                taken = array;
                given = new NativeFloats(array);
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
        void sent(int chain, double[] to) {
            for (int i = 0; i < n; i++) {
                to[i] = sent.get(chain * n + i);
            }
        }

        @Override
        void receive(INDArray array) {
            received = new NativeFloats(array);
            if (copies) {
                copy = copy == null ? new float[answers.length] : copy;
                received.get(0, copy);
            }
        }

        @Override
        void fetch(int chain) {
            if (copy != null) {
                System.arraycopy(copy, chain * n, answers, chain * n, n);
                return;
            }
            received.get(chain * n, answers, chain * n, n);
        }

        @Override
        void answer(int chain, double[] to) {
            fetch(chain);
            int from = chain * n;
            for (int k = 0; k < n; k++) {
                to[k] = answers[from + k];
            }
        }

        @Override
        void sign(int chain, double[] gradient) {
            int from = chain * n;
            for (int k = 0; k < n; k++) {
                gradient[k] *= 1.0 - 2.0 * states[from + k];
            }
        }

        @Override
        void weigh(int chain, Form form, boolean absolute, WeightTable table) {
            int from = chain * n;
            float @Nullable [] signs = super.gradients ? states : null;
            float largest = FlipWeightKernels.chosen().largest(signs, answers, from, n);
            float shift = absolute ? 0.0f : (float) form.shift(largest);
            double sum = FlipWeightKernels.chosen().row(form, signs, answers, from, n, shift, answers, from);
            check(largest, sum);
            table.load(answers, from, sum, ceiling(form, absolute, FlipWeightKernel.held(largest)));
        }

        @Override
        double state(int at) {
            return states[at];
        }

        @Override
        void answer(int at, double value) {
            answers[at] = (float) value;
        }
    }
}
