package dev.lbp.nn.training;

import dev.lbp.nn.TrainableNetwork;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;

/**
 * Computes d(x, x') of pairs by a network: {@code d = D(x, x') - D(x', x)} for a network D of pairs, and
 * {@code d = f(x) - f(x')} for a network f of single states. So d changes its sign if x and x' are swapped. A batch of
 * the network has a first row for each pair, then a second row for each pair; d is the difference of the scores of both
 * rows.
 */
final class PairRatio {

    private final TrainableNetwork network;
    private final int size;
    private final int width;
    private final int pairs;
    private final FloatBuffer rows;
    private final FloatBuffer scores;
    private final FloatBuffer gradients;

    /**
     * Allocates buffers for one size of batch.
     *
     * @param size the number N of sites of x
     * @param pairs the number of pairs in a batch
     */
    PairRatio(TrainableNetwork network, int size, int pairs) {
        this.network = network;
        this.size = size;
        this.pairs = pairs;
        width = network.dimension();
        rows = floats(Math.multiplyExact(2 * pairs, width));
        scores = floats(2 * pairs);
        gradients = floats(2 * pairs * width);
    }

    /** Allocates a direct buffer, as native code needs it. */
    static FloatBuffer floats(int length) {
        return ByteBuffer.allocateDirect(Math.multiplyExact(length, Float.BYTES))
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    /** Whether the network is a D(x, x'); otherwise it is an f(x). */
    private boolean takesPairs() {
        return width == 2 * size;
    }

    /** Writes a pair of the batch. */
    void put(int pair, float[] x, float[] proposed) {
        int first = pair * width;
        int second = (pairs + pair) * width;
        rows.put(first, x);
        rows.put(second, proposed);
        if (takesPairs()) {
            rows.put(first + size, proposed);
            rows.put(second + size, x);
        }
    }

    /** d of every pair. */
    double[] values() {
        network.evaluate(rows, 2 * pairs, scores, null); // no gradients
        return differences();
    }

    /**
     * d of every pair, and its gradient by x'.
     *
     * @param gradientByProposed [pairs][size], written
     */
    double[] values(float[][] gradientByProposed) {
        network.evaluate(rows, 2 * pairs, scores, gradients);
        for (int r = 0; r < pairs; r++) {
            int inFirstRow = r * width + size; // the place of x'
            int inSecondRow = (pairs + r) * width;
            for (int i = 0; i < size; i++) {
                // a network of single states does not see x' in the first row
                float first = takesPairs() ? gradients.get(inFirstRow + i) : 0.0f;
                gradientByProposed[r][i] = first - gradients.get(inSecondRow + i);
            }
        }
        return differences();
    }

    /** d of every pair from the scores of the rows: those of x first, or of (x, x'), then of x', or of (x', x). */
    private double[] differences() {
        return IntStream.range(0, pairs)
                .mapToDouble(r -> (double) scores.get(r) - scores.get(pairs + r))
                .toArray();
    }

    /** Computes the gradient by the network's parameters of {@code sum_r factors[r] d_r}. */
    void parameterGradient(double[] factors, FloatBuffer gradient) {
        float[] cotangents = new float[2 * pairs];
        for (int r = 0; r < pairs; r++) {
            cotangents[r] = (float) factors[r];
            cotangents[pairs + r] = (float) -factors[r];
        }
        network.parameterGradient(rows, 2 * pairs, cotangents, gradient);
    }
}
