package dev.lbp.runtime.engine.start;

import dev.lbp.internal.States;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/** The start of the chains of a run of bits. */
public final class BitStart extends Start<byte[]> {

    /** The number of ones in every state of every chain; 0 if it is not fixed. */
    private final int ones;

    private final int largestScale;

    /**
     * Makes the start of some chains of a run on a model. Random states come from {@link EnergyModel#start}, or are
     * uniform subsets if the number of ones is fixed.
     *
     * @param ones the number of ones of every state, in [1, N - 1]; 0 for any number
     * @throws dev.lbp.target.ModelException if the model's {@code start()} fails
     */
    public BitStart(EnergyModel model, StartPlan<byte[]> plan, int ones) {
        this(ModelCalls.dimensionOf(model), plan, ones, ones > 0 ? null : rng -> ModelCalls.start(model, rng));
    }

    /** Makes the start of all chains of a run on a model, with all sites free and any number of ones. */
    public BitStart(EnergyModel model, int chains, long seed, byte @Nullable [][] initial) {
        this(model, StartPlan.of(chains, seed, initial), 0);
    }

    /** Makes the start of all chains of a run. Random states are independent fair bits and do not depend on a model. */
    public BitStart(
            int dimension, int chains, long seed, byte @Nullable [][] initial, boolean @Nullable [] frozenMask) {
        // 0: the model evaluates all chains at once, and the number of ones is not fixed
        this(dimension, new StartPlan<>(ChainSpan.all(chains), seed, initial, frozenMask, 0), 0);
    }

    /**
     * Makes the start of some chains of a run. Random states do not depend on a model: they are independent fair bits,
     * or uniform subsets if the number of ones is fixed.
     *
     * @param ones in [1, N - 1]; 0 for any number
     */
    public BitStart(int dimension, StartPlan<byte[]> plan, int ones) {
        this(dimension, plan, ones, null);
    }

    /**
     * @param random draws a state; null for independent fair bits, or for uniform subsets if the number of ones is
     *     fixed
     */
    private BitStart(
            int dimension, StartPlan<byte[]> plan, int ones, @Nullable Function<UniformRandomProvider, byte[]> random) {
        super(
                dimension,
                plan,
                (number, rng) -> plan.initial() != null
                        ? States.checked("initial", number, plan.initial()[number], dimension)
                        : random == null ? States.random(dimension, ones, rng) : random.apply(rng));
        this.ones = ones;
        this.largestScale = ones == 0 ? freeCount() : largestScale(plan.initial());
    }

    /** A copy of {@code chains} with other states and generators, one for each row of a batch. */
    private BitStart(BitStart chains, List<byte[]> rowStates, List<UniformRandomProvider> generators) {
        super(chains, rowStates, generators);
        this.ones = chains.ones;
        this.largestScale = chains.largestScale;
    }

    @Override
    public BitStart rows(List<byte[]> rowStates, List<UniformRandomProvider> generators) {
        return new BitStart(this, rowStates, generators);
    }

    /** Whether all states have the same number of ones. */
    public boolean fixesOnes() {
        return ones > 0;
    }

    /**
     * The largest R of a Metropolis-Hastings step: the number of free sites; if the number of ones is fixed, the number
     * of pairs of a free one and a free zero that every chain of the run has.
     */
    public int largestScale() {
        return largestScale;
    }

    /** The least number, over the given states or else the drawn ones, of pairs of a free one and a free zero. */
    private int largestScale(byte @Nullable [][] initial) {
        int least = Integer.MAX_VALUE;
        for (byte[] state : initial == null ? states : Arrays.asList(initial)) {
            int frozenOnes = 0;
            for (int site : frozen()) {
                frozenOnes += state[site];
            }
            least = Math.min(least, Math.min(ones - frozenOnes, freeCount() - ones + frozenOnes));
        }
        return least;
    }
}
