package dev.lbp.nn;

import java.io.Serializable;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/** Adapts a network of inputs {@code [rows, values, sites]} to states {@code [rows, sites, values]}. */
final class ValuesFirstNetwork implements ScoreNetwork, Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // a user's network need not be serialisable
    private final ScoreNetwork network;

    private final int values;

    /** The transposed states of a call, followed by their gradients. */
    private transient @Nullable FloatBuffer transposed;

    ValuesFirstNetwork(ScoreNetwork network, int values) {
        this.network = network;
        this.values = values;
    }

    @Override
    public int dimension() {
        return network.dimension();
    }

    @Override
    public synchronized void evaluate(
            FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
        int numbers = Math.multiplyExact(rows, dimension());
        FloatBuffer buffer = transposed;
        if (buffer == null || buffer.capacity() < 2 * numbers) {
            buffer = DirectFloats.allocate(Math.multiplyExact(2, numbers));
            transposed = buffer;
        }
        FloatBuffer input = buffer.slice(0, numbers);
        FloatBuffer slopes = buffer.slice(numbers, numbers);
        int sites = dimension() / values;
        transpose(states, input, rows, sites, values);
        synchronized (network) { // other models may call the same network
            network.evaluate(input, rows, scores, gradients == null ? null : slopes);
        }
        if (gradients != null) {
            transpose(slopes, gradients, rows, values, sites);
        }
    }

    /** Transposes {@code [rows, first, second]} to {@code [rows, second, first]}. */
    private static void transpose(FloatBuffer from, FloatBuffer to, int rows, int first, int second) {
        for (int r = 0; r < rows; r++) {
            int row = r * first * second;
            for (int a = 0; a < first; a++) {
                for (int b = 0; b < second; b++) {
                    to.put(row + b * first + a, from.get(row + a * second + b));
                }
            }
        }
    }
}
