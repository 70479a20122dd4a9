package dev.lbp.runtime.engine.path;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.WeightTable;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.metropolis.SubsetIndex;
import dev.lbp.runtime.engine.metropolis.SubsetTables;
import dev.lbp.runtime.engine.metropolis.SubsetWeights;
import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A path of swaps on bits, which keeps the number of ones. A swap first removes a one, at site i, which leads to state
 * z, and then adds a one at a zero j of z, with the probabilities
 *
 * <pre>{@code
 * w_i(x) / Z1(x)   then   w_j(z) / Z0(z)
 * }</pre>
 *
 * <p>Z1 and Z0 are the sums of the weights of the free ones and of the free zeros. j may be i. The swap back from y
 * removes j, which leads to the same z, so Z0(z) cancels, and the ratio of a path is Z(x) / Z(y) = Z1(x) / Z1(y). Cost
 * of R swaps: O(R * degree).
 */
final class SwapPath extends ExactPath {

    final SubsetIndex subset;
    final SubsetWeights weights;

    /** Draws one slot of the index at a time: the place of a free site among the ones or among the zeros. */
    private final Proposal draw;

    private final int[] drawnSlot = new int[1];

    /** The sites of the path, in the order of their flips. */
    private int[] flips = new int[64];

    /** The number of flips of the path so far. */
    private int count;

    /**
     * @param subset an index with a spare slot
     * @param draw draws one slot by the weights of a table
     */
    SwapPath(SubsetIndex subset, Proposal draw, WeightFunction weight) {
        super(weight);
        this.subset = subset;
        this.weights = new SubsetWeights(subset, SubsetTables.forSingleDraws(subset), this.weight);
        this.draw = draw;
    }

    /** Assigns the sites to slots and computes the weights; some one must be removable. */
    @Override
    void load(Moves moves) {
        weights.load(moves);
        Check.state(
                weights.tables.ones().total() != 0.0,
                "stay possible without one of its ones, because pas() removes a one and then"
                        + " adds another; rwm() exchanges both at once: the starting state");
    }

    /** Draws and makes swaps: each flips a one and then a zero of the state without it. */
    @Override
    double walk(Moves moves, int length, UniformRandomProvider rng) {
        WeightTable ones = weights.tables.ones();
        double before = ones.total();
        for (int k = 0; k < length; k++) {
            flip(moves, subset.one(drawSlot(ones, rng)));
            flip(moves, subset.zero(drawSlot(weights.tables.zeros(), rng)));
        }
        return before / ones.total(); // Z1(x) / Z1(y) for the path from x to y
    }

    /** Draws a slot of a table by its weights. */
    private int drawSlot(WeightTable table, UniformRandomProvider rng) {
        Check.state(
                draw.draw(table, 1, rng, drawnSlot) >= 0, "have a flip that leads back: a state that a flip led to");
        return drawnSlot[0];
    }

    /** Flips a site in the index, in the tracker and in the record of the path, and updates the weights. */
    private void flip(Moves moves, int site) {
        if (count == flips.length) {
            flips = Arrays.copyOf(flips, 2 * count);
        }
        flips[count++] = site;
        weights.flip(site); // in the index
        int touchedCount = apply(moves, site); // in the tracker
        weights.update(moves, moves.touched(), touchedCount);
    }

    /** Saves the weights of the current state for {@link #rollback}, and begins an empty path. */
    @Override
    void save() {
        count = 0; // the number of flips of the path
        weights.tables.save();
    }

    /** Undoes the flips of the path in the index, and returns to the saved weights. */
    @Override
    void rollback() {
        while (count > 0) {
            subset.flip(flips[--count]);
        }
        weights.tables.rollback();
    }

    @Override
    void check(Moves moves) {
        weights.check(moves);
    }

    @Override
    void transcribe(Transcript transcript) {
        subset.transcribe(transcript);
        weights.tables.transcribe(transcript);
        super.transcribe(transcript);
    }
}
