package dev.lbp.kernel;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Weights of any size, drawn by descent through a binary tree of their sums: O(log N) to draw and to change one, O(N) to
 * load all. Every inner node is the rounded sum of its two children, so the total is a function of the weights alone: it
 * does not drift, however many changes led to it.
 *
 * <p>Drawing without replacement draws with replacement and skips repeats, which is the same law. A site that repeats is
 * taken out of the tree until the path is drawn, so that one dominant weight cannot hold up the rest.
 *
 * <p>The array is the usual heap: node k has the children 2k and 2k + 1, the root is 1, leaf i is {@code leaves + i}.
 */
final class SumTree extends WeightTable {

    private final int leaves;
    private final double[] sum;
    private int[] removed = new int[16];
    private int removedCount;

    SumTree(int n, int @Nullable [] free) {
        super(n, free);
        leaves = n == 1 ? 1 : Integer.highestOneBit(n - 1) << 1;
        sum = new double[2 * leaves];
    }

    @Override
    public double total() {
        return sum[1];
    }

    @Override
    int drawAny(UniformRandomProvider rng) {
        double left = sum[1] * rng.nextDouble();
        int node = 1;
        while (node < leaves) {
            node <<= 1;
            double below = sum[node];
            // Rounding may leave no room on the right: then the left child has all of the weight there is.
            if (left >= below && sum[node + 1] > 0.0) {
                left -= below;
                node++;
            }
        }
        return node - leaves;
    }

    @Override
    int drawUnmarked(UniformRandomProvider rng) {
        while (sum[1] > 0.0) {
            int site = drawAny(rng);
            if (!marked(site)) {
                return site;
            }
            if (removedCount == removed.length) {
                removed = Arrays.copyOf(removed, 2 * removedCount);
            }
            removed[removedCount++] = site;
            put(site, 0.0);
        }
        return -1;
    }

    @Override
    void endDraw() {
        while (removedCount > 0) {
            int site = removed[--removedCount];
            put(site, weights[site]);
        }
    }

    @Override
    void changed(int site, double before, double after) {
        put(site, after);
    }

    private void put(int site, double weight) {
        int node = leaves + site;
        sum[node] = weight;
        while (node > 1) {
            node >>= 1;
            sum[node] = sum[2 * node] + sum[2 * node + 1];
        }
    }

    @Override
    void reloaded() {
        System.arraycopy(weights, 0, sum, leaves, weights.length);
        for (int node = leaves - 1; node > 0; node--) {
            sum[node] = sum[2 * node] + sum[2 * node + 1];
        }
    }
}
