package dev.lbp.runtime.engine.ball;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LaneSum;
import dev.lbp.runtime.engine.step.HeatBath;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * The draws of one chain's steps in Hamming balls (Titsias and Yau 2017):
 *
 * <pre>{@code
 * block B    k of the free sites, uniformly
 * centre u   uniformly from the states within r flips of x in B
 * next y     from the states within r flips of u in B, in proportion to pi
 * }</pre>
 *
 * <p>x is in the ball of u if and only if u is in the ball of x, and all balls have the same size M. So given B, the
 * probability of a step from x to y is {@code sum_u pi(y) / (M pi(ball of u))}, where u runs over the states that are
 * in the ball of x and in the ball of y. Its product with pi(x) is symmetric in x and y, so pi is invariant. If the
 * centre were x itself, the product would not be symmetric.
 */
final class BallDraw {

    private final HammingBall ball;

    /** The free sites, ascending between steps. */
    private final int[] free;

    /** Element k is the index in {@link #free} that was exchanged with index k to draw the block. */
    private final int[] exchanged;

    /** The sites of the present block. */
    final int[] block;

    /** The log-probability of each entry of the ball around the centre, see {@link HammingBall}. */
    final double[] logProb;

    private final double[] weights;

    /** The centre, as an entry of the ball around the chain's state. */
    private int centre;

    /** By index in {@link #block}: whether a state differs from the chain's there. All false between calls. */
    private final boolean[] differs;

    BallDraw(HammingBall ball, int[] free) {
        this.ball = ball;
        this.free = free.clone();
        this.exchanged = new int[ball.block];
        this.block = new int[ball.block];
        this.logProb = new double[ball.size()];
        this.weights = new double[ball.size()];
        this.differs = new boolean[ball.block];
    }

    /**
     * Draws the block and the centre. If a ball is the whole block, all centres have the same ball, and none is drawn.
     */
    void begin(UniformRandomProvider rng) {
        int k = block.length;
        boolean takesAll = k == free.length;
        for (int at = 0; at < k; at++) {
            // a shuffle of Fisher and Yates, of the first k places
            exchanged[at] = takesAll ? at : at + rng.nextInt(free.length - at);
            exchange(at);
            block[at] = free[at];
        }
        for (int at = k - 1; at >= 0; at--) { // restores the order, so that a checkpoint need not hold the order
            exchange(at);
        }
        centre = ball.coversBlock() ? 0 : rng.nextInt(ball.size());
    }

    /** Exchanges the sites at {@code at} and at {@code exchanged[at]} in the list of free sites. */
    private void exchange(int at) {
        int other = exchanged[at];
        int site = free[at];
        free[at] = free[other];
        free[other] = site;
    }

    /** Draws a state of the ball in proportion to its probability, given {@link #logProb}. Returns its entry. */
    int choose(UniformRandomProvider rng) {
        FlipWeightKernel kernel = FlipWeightKernels.chosen();
        int n = logProb.length;
        double largest = kernel.largest(null, logProb, 0, n);
        Check.state(largest != Double.NEGATIVE_INFINITY, "be possible again: the chain's state, logProb=-Infinity");
        for (int entry = 0; entry < n; entry++) {
            weights[entry] = logProb[entry] - largest;
        }
        // the weight min(1, e^d), which is e^d: no d is above 0
        kernel.weights(FlipWeightKernel.Form.MIN, weights, 0, n, 0.0, weights, 0);
        return HeatBath.draw(weights, n, LaneSum.of(weights, 0, n), rng);
    }

    /** Writes the sites where the centre differs from the chain's state. Returns their number. */
    int centreDifferences(int[] sites) {
        return differences(0, sites);
    }

    /**
     * Writes the sites where the state of an entry of the ball around the centre differs from the chain's state.
     * Returns their number. A site that both the centre and the entry flip does not differ.
     */
    int differences(int entry, int[] sites) {
        toggle(centre);
        toggle(entry);
        return takeMarked(entry, sites, takeMarked(centre, sites, 0));
    }

    /** Reverses the marks in {@link #differs} of all flips of an entry. */
    private void toggle(int entry) {
        for (int at = entry; at != 0; at = ball.parent[at]) {
            differs[ball.place[at]] ^= true;
        }
    }

    /**
     * Appends the marked sites among an entry's flips to {@code sites} from index {@code count} on, and unmarks them.
     * Returns the new count.
     */
    private int takeMarked(int entry, int[] sites, int count) {
        int n = count;
        for (int at = entry; at != 0; at = ball.parent[at]) {
            int place = ball.place[at];
            if (differs[place]) {
                differs[place] = false;
                sites[n++] = block[place];
            }
        }
        return n;
    }
}
