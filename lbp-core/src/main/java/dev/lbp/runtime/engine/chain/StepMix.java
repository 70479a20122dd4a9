package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.html.Numbers;
import dev.lbp.proposal.StateDistribution;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of steps of a chain of bits. A step is a {@link IndependentJump jump} with probability {@code jumps}, else
 * a {@link HeatBathSwap swap} with probability {@code swaps}, else a move of the method. These probabilities do not
 * depend on the state.
 *
 * @param swaps the probability that a step is a swap if it is no jump, in [0, 1)
 * @param jumps the probability of a jump, in [0, 1]; 0 if q is null; with 1 the jumps are the moves
 * @param q the distribution of jumps; null if there are none
 */
public record StepMix(double swaps, double jumps, @Nullable StateDistribution q) implements Serializable {

    /** The mix without jumps and swaps: every step is a move of the method. */
    public static final StepMix MOVES = new StepMix(0.0, 0.0, null);

    /** Every step is a jump. */
    public static StepMix ofJumps(StateDistribution q) {
        return new StepMix(0.0, 1.0, checked(q));
    }

    /** A copy with this probability of a swap, in [0, 1). */
    public StepMix withSwaps(double probability) {
        Check.that(probability >= 0.0 && probability < 1.0, "be in [0, 1)", "swaps", probability);
        return new StepMix(probability, jumps, q);
    }

    /** A copy with jumps to draws of a distribution, with this probability in (0, 1). */
    public StepMix withJumps(StateDistribution distribution, double probability) {
        checked(distribution);
        return new StepMix(swaps, Check.inOpenUnit("jumps", probability), distribution);
    }

    private static StateDistribution checked(StateDistribution q) {
        Check.sites("q.dimension()", Check.notNull("q", q).dimension());
        Check.notNull("q.name()", q.name());
        return q;
    }

    /** The share of steps that are moves of the method, neither jumps nor swaps. */
    public double moves() {
        return (1.0 - jumps) * (1.0 - swaps);
    }

    public boolean hasSwaps() {
        return swaps > 0.0;
    }

    public boolean hasJumps() {
        return q != null;
    }

    /** Whether every step is a jump. */
    public boolean jumpsAlone() {
        return jumps == 1.0;
    }

    /** The steps of one chain of the local engine besides moves, in the order in which they are drawn. */
    public ExtraStep[] newSteps(BitStart start) {
        return Stream.of(newJump(start.dimension()), HeatBathSwap.of(swaps, start))
                .filter(Objects::nonNull)
                .toArray(ExtraStep[]::new);
    }

    /** The jumps of one chain; null if it makes none. */
    @Nullable IndependentJump newJump(int dimension) {
        return q == null ? null : new IndependentJump(q, jumps, dimension);
    }

    /** The abilities of a method with these kinds of steps, given its abilities with moves alone. */
    public Abilities restrict(Abilities moves) {
        return q == null
                ? moves
                : moves.without(Ability.MOVES)
                        .without(Ability.CATEGORIES)
                        .without(Ability.FROZEN, "a jump draws all sites")
                        .without(Ability.ONES, "a jump may change their number");
    }

    /**
     * Checks that chains on a model of bits can make these steps.
     *
     * @throws IllegalArgumentException if they cannot
     */
    public void checkFits(EnergyModel model) {
        checkSwaps(model instanceof LocalEnergyModel, "a model that is not a LocalEnergyModel");
        if (q != null) {
            int dimension = ModelCalls.dimensionOf(model);
            Check.that(
                    q.dimension() == dimension,
                    "have the dimension of the model, " + dimension,
                    "q.dimension()",
                    q.dimension());
        }
    }

    /**
     * Checks that chains make no swaps on a model where they cannot.
     *
     * @param possible whether chains on the model can make swaps
     * @param model the model in words
     */
    public void checkSwaps(boolean possible, String model) {
        Check.that(possible || !hasSwaps(), "be 0 on " + model, "swaps", swaps);
    }

    /**
     * The bytes that a chain needs for each site: for swaps four arrays of sites, log-ratios and weights; for jumps the
     * drawn state.
     */
    public int bytesPerSite() {
        return (hasSwaps() ? 4 * Integer.BYTES + 2 * Double.BYTES : 0) + (hasJumps() ? 1 : 0);
    }

    /** Describes a method with these kinds of steps, given the description of the method alone. */
    public String describe(String moves) {
        if (q == null) {
            return moves + (hasSwaps() ? ", swaps " + swaps : "");
        }
        return jumpsAlone()
                ? "independent draws of " + q.name()
                : moves + (hasSwaps() ? ", swaps " + swaps : "") + ", jumps " + jumps + " by " + q.name();
    }

    /** Adds to {@code entries}, by name, what changes the draws and is missing in {@link #describe}. */
    public void identify(Map<String, String> entries) {
        if (q != null) {
            entries.put("the distribution of jumps (checksum)", Fingerprint.of(q));
        }
    }

    /** A warning to the user about jumps without moves; empty if there is none. */
    public static String caveatAlone(double acceptanceRate) {
        return acceptanceRate < Method.STANDSTILL
                ? Numbers.format("acceptance is %.4f: q hardly draws what the model makes probable.", acceptanceRate)
                : "";
    }
}
