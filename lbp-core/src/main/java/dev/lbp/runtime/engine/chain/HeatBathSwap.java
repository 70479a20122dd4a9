package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.TouchedSites;
import dev.lbp.internal.kernel.FlipWeightKernel;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.internal.kernel.LaneSum;
import dev.lbp.internal.kernel.LogRatios;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.engine.step.HeatBath;
import dev.lbp.runtime.engine.step.StepKind;
import dev.lbp.target.LocalEnergyModel.Tracker;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * A step of a chain of the local engine that keeps the number of ones. Each step is a swap with a fixed probability p:
 *
 * <pre>{@code
 * remove a free one i, drawn uniformly:    z = x without i
 * add a free zero j of z, i among them:    P(j) in proportion to w_j = pi(z with j) / pi(z)
 * accept with min(1, pi(y) w_i / (pi(x) w_j)), which is 1 for exact log-ratios
 * }</pre>
 *
 * <p>All states z with j have equally many free ones, so each of them removes a one and comes to z with the same
 * probability, and given z the draw of j is a heat bath. If z is impossible, its log-ratios have no meaning, and the
 * chain stays in x. From every other state z with j it stays too, so pi remains invariant. It also stays if no free
 * site is a one.
 *
 * <p>w_j is raised to at least e^-600 times the largest weight. The accept step corrects for that, and
 * for log-ratios that are first-order estimates. Cost: the log-ratios of all free zeros and two flips.
 */
public final class HeatBathSwap extends ExtraStep {

    private final int[] free;
    private final int[] ones;
    private final int[] zeros;
    private final double[] ratios;
    private final double[] weights;

    /** The sites whose log-ratio the removal has changed. */
    private final int[] removalTouched;

    /** Whether the last call of {@link #propose} has drawn a site to add. */
    boolean drawn;

    int removed;
    int added;

    /** log w_i - log w_j, with i the removed site and j the added one. */
    private double logWeightRatio;

    private HeatBathSwap(double probability, BitStart start) {
        super(probability);
        int n = start.freeCount();
        this.free = start.freeSites();
        this.ones = new int[n];
        this.zeros = new int[n];
        this.ratios = new double[n];
        this.weights = new double[n];
        this.removalTouched = new int[start.dimension()];
    }

    /**
     * The swaps of a chain; null if it makes none.
     *
     * @param probability p in [0, 1)
     */
    static @Nullable HeatBathSwap of(double probability, BitStart start) {
        return probability > 0.0 ? new HeatBathSwap(probability, start) : null;
    }

    @Override
    StepKind kind() {
        return StepKind.SWAP;
    }

    @Override
    boolean usesLogRatios() {
        return true;
    }

    /** Draws a swap in the chain's tracker, and keeps or undoes it there. */
    @Override
    void takeStep(LocalBitChain chain) {
        chain.tracker.save();
        int count = propose(chain.state, chain.tracker, chain.touched, chain.rng);
        if (count == 0) {
            finishWithoutMove(chain);
            return;
        }
        double proposedLogProb = AcceptRule.checked(chain.tracker.logProb());
        // log q(y, x) - log q(x, y) is known as one number
        double acceptance = AcceptRule.acceptanceProbability(chain.logProb, proposedLogProb, 0.0, logWeightRatio);
        boolean accept = AcceptRule.accepts(acceptance, chain.rng);
        if (accept) {
            chain.updateAfterSwap(removed, added, count);
            chain.flipped[0] = removed;
            chain.flipped[1] = added;
            chain.moveTo(proposedLogProb, 2);
        } else {
            chain.tracker.restore();
            chain.endWithoutMove();
        }
        chain.finishExtra(StepKind.SWAP, 2, acceptance, accept, 2); // a swap changes two sites
    }

    /** Ends a step without a swap: accepted if the removed site was drawn again, rejected if none could be drawn. */
    private void finishWithoutMove(LocalBitChain chain) {
        double acceptance = drawn ? 1.0 : 0.0;
        boolean accept = AcceptRule.accepts(acceptance, chain.rng);
        chain.tracker.restore();
        chain.endWithoutMove();
        chain.finishExtra(StepKind.SWAP, 2, acceptance, accept, 0);
    }

    /**
     * Draws a swap and makes it in the tracker, which must be saved. If the state stays, the tracker must be restored.
     *
     * @param touched receives the sites whose log-ratio has changed, some perhaps twice; 2N long
     * @return the number of touched sites or {@code ALL_SITES}; 0 if the state stays
     */
    private int propose(byte[] state, Tracker tracker, int[] touched, UniformRandomProvider rng) {
        drawn = false;
        int onesCount = listFreeSites(state);
        int zerosCount = free.length - onesCount;
        if (onesCount == 0) {
            return 0;
        }
        removed = ones[rng.nextInt(onesCount)];
        int first = flip(tracker, removed, touched, state.length);
        if (AcceptRule.checked(tracker.logProb()) == Double.NEGATIVE_INFINITY) {
            return 0;
        }
        zeros[zerosCount] = removed; // it may be added again, which leaves the state as it was
        drawn = drawAdded(tracker, zerosCount + 1, rng);
        if (!drawn || added == removed) {
            return 0;
        }
        System.arraycopy(touched, 0, removalTouched, 0, Math.max(first, 0)); // ALL_SITES is negative
        int second = flip(tracker, added, touched, state.length);
        // two lists of more than N sites together cost more than all sites
        if (first == Tracker.ALL_SITES || second == Tracker.ALL_SITES || first + second > state.length) {
            return Tracker.ALL_SITES;
        }
        System.arraycopy(removalTouched, 0, touched, second, first);
        return first + second;
    }

    /** Lists the free ones and the free zeros of a state. Returns the number of ones. */
    private int listFreeSites(byte[] state) {
        // each site is written to both lists, but only the count of its own grows
        int onesCount = 0;
        int zerosCount = 0;
        for (int site : free) {
            ones[onesCount] = site;
            zeros[zerosCount] = site;
            onesCount += state[site];
            zerosCount += 1 - state[site];
        }
        return onesCount;
    }

    private static int flip(Tracker tracker, int site, int[] touched, int n) {
        return TouchedSites.checked("flip()", tracker.flip(site, touched), touched, n);
    }

    /**
     * Draws {@link #added} from the first {@code n} zeros. The last of them is the removed site. Returns false if all
     * have probability 0.
     */
    private boolean drawAdded(Tracker tracker, int n, UniformRandomProvider rng) {
        tracker.logRatios(zeros, n, ratios);
        LogRatios.check(ratios, 0, n);
        FlipWeightKernel kernel = FlipWeightKernels.chosen();
        double largest = kernel.largest(/* states= */ null, ratios, 0, n); // null: the ratios as they are
        if (largest == Double.NEGATIVE_INFINITY) {
            return false;
        }
        for (int k = 0; k < n; k++) {
            ratios[k] -= largest;
        }
        // the weight min(1, e^d), which is e^d: no d is above 0
        kernel.weights(FlipWeightKernel.Form.MIN, ratios, 0, n, 0.0, weights, 0);
        int k = HeatBath.draw(weights, n, LaneSum.of(weights, 0, n), rng);
        added = zeros[k];
        // ratios are relative to the largest; the weights were raised to the least, which the accept step corrects
        boolean canReturn = ratios[n - 1] > Double.NEGATIVE_INFINITY;
        logWeightRatio = canReturn
                ? FlipWeightKernel.held(ratios[n - 1]) - FlipWeightKernel.held(ratios[k])
                : Double.NEGATIVE_INFINITY;
        return true;
    }
}
