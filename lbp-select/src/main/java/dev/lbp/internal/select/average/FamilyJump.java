package dev.lbp.internal.select.average;

import dev.lbp.proposal.StateDistribution;
import dev.lbp.select.prior.Heredity;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Jumps that add an interaction together with the margins that it lacks, or remove one together with margins. Single
 * flips have to add the margins first, which an effect of the interaction alone does not pay for.
 *
 * <pre>
 * add:    an interaction without enough margins, drawn by weight, and all of its margins and theirs; under weak
 *         heredity one margin, drawn uniformly, if it may enter
 * remove: an interaction that may leave, drawn uniformly; then each of its margins that may leave, and of theirs,
 *         leaves with probability 1/2; under weak heredity a margin does only if it was the last one
 * </pre>
 *
 * <p>A jump adds or removes, each with probability 1/2. It stays where it is if nothing can be added, or if no margin
 * leaves. {@link #logProb} gives 0 for staying; no acceptance depends on that number.
 */
public final class FamilyJump implements StateDistribution {

    private static final long serialVersionUID = 1L;

    private final Margins margins;

    /** For each candidate its effect plus the mean effect, > 0. An interaction to add is drawn in proportion to it. */
    private final double[] weights;

    /** The state where a jump begins; empty before that is known. */
    private final byte[] from;

    /** @param effects of the candidates, not negative; interactions without one are added, too */
    FamilyJump(Margins margins, double[] effects) {
        double mean = Arrays.stream(effects).average().orElseThrow() + Double.MIN_NORMAL; // > 0 without effects too
        this.margins = margins;
        this.weights = Arrays.stream(effects).map(effect -> effect + mean).toArray();
        this.from = new byte[0];
    }

    /** A jump with the margins and weights of {@code like}, whose state of departure is known. */
    private FamilyJump(FamilyJump like, byte[] from) {
        this.margins = like.margins;
        this.weights = like.weights;
        this.from = from;
    }

    @Override
    public String name() {
        return "interactions with their margins";
    }

    @Override
    public int dimension() {
        return weights.length;
    }

    @Override
    public FamilyJump given(byte[] state) {
        return new FamilyJump(this, state.clone());
    }

    @Override
    public double draw(UniformRandomProvider random, byte[] state) {
        boolean adds = random.nextBoolean();
        System.arraycopy(from, 0, state, 0, from.length);
        int[] eligible = interactions(adds);
        if (eligible.length > 0) {
            // A draw in proportion to the weights: they are subtracted from a random part of their sum until it is
            // negative.
            double rest = random.nextDouble() * totalWeight(eligible, adds);
            int k = 0;
            while (k < eligible.length - 1 && (rest -= weight(eligible[k], adds)) >= 0.0) {
                k++;
            }
            int[] needed = margins.margins(eligible[k]);
            carryOut(state, eligible[k], adds, needed[random.nextInt(needed.length)], site -> random.nextBoolean());
        }
        return logProb(state);
    }

    /** The log-probability that a jump ends in {@code state}; negative infinity if no jump does. */
    @Override
    public double logProb(byte[] state) {
        int interaction = lastDifference(state); // its margins come before it
        if (interaction < 0) {
            return 0.0;
        }
        boolean adds = from[interaction] == 0;
        int[] eligible = interactions(adds);
        if (IntStream.of(eligible).noneMatch(site -> site == interaction)) {
            return Double.NEGATIVE_INFINITY;
        }
        int[] needed = margins.margins(interaction);
        // A jump that adds an interaction under weak heredity adds one of its margins too: the one that is in now.
        int margin = IntStream.of(needed)
                .filter(site -> state[site] != 0)
                .findFirst()
                .orElse(needed[0]);
        // Repeats the jump that would end in the state, and compares its end.
        byte[] end = from.clone();
        int coins = carryOut(end, interaction, adds, margin, site -> state[site] == 0);
        double choices = adds && isWeak() ? needed.length : 1.0; // of the margin that is brought along
        return Arrays.equals(end, state)
                ? Math.log(weight(interaction, adds) / totalWeight(eligible, adds) / choices)
                        - (1 + coins) * Math.log(2.0) // 1: whether it adds or removes
                : Double.NEGATIVE_INFINITY;
    }

    private boolean isWeak() {
        return margins.heredity == Heredity.WEAK;
    }

    /**
     * The interactions that a jump may add, those that are out and lack margins; or that it may remove, those that are
     * in and that no other interaction in the model needs. A single flip may add one whose margins are in, and may
     * remove one that is not needed: hence the comparison of {@code mayFlip} with {@code adds}.
     */
    private int[] interactions(boolean adds) {
        return IntStream.range(0, from.length)
                .filter(site -> margins.margins(site).length > 0
                        && (from[site] == 0) == adds
                        && margins.mayFlip(from, site) != adds)
                .toArray();
    }

    private double weight(int site, boolean adds) {
        return adds ? weights[site] : 1.0;
    }

    private double totalWeight(int[] eligible, boolean adds) {
        return IntStream.of(eligible).mapToDouble(site -> weight(site, adds)).sum();
    }

    /** The last site at which {@code state} differs from the beginning; -1 if none does. */
    private int lastDifference(byte[] state) {
        int site = state.length - 1;
        while (site >= 0 && from[site] == state[site]) {
            site--;
        }
        return site;
    }

    /**
     * Carries out a jump: changes {@code state} from its beginning to its end.
     *
     * @param margin the margin that an interaction brings along under weak heredity
     * @param leaves decides for each margin that may leave whether it does
     * @return the number of these decisions
     */
    private int carryOut(byte[] state, int interaction, boolean adds, int margin, IntPredicate leaves) {
        int[] within = isWeak() ? margins.margins(interaction) : margins.within(interaction);
        state[interaction] ^= 1;
        int coins = 0;
        boolean stays = true; // whether the jump, which then is a single flip, is undone
        if (adds && isWeak()) { // one margin comes along, if it may enter
            stays = !margins.suffice(state, margin);
            state[margin] = (byte) (stays ? 0 : 1);
        } else if (adds) { // all terms within the interaction come along
            IntStream.of(within).forEach(site -> state[site] = 1);
            stays = false;
        } else if (!isWeak() || margins.marginsIn(state, interaction) == 1) { // terms within it may leave, by coins
            for (int site : within) {
                if (state[site] != 0 && margins.mayFlip(state, site)) {
                    coins++;
                    boolean out = leaves.test(site);
                    state[site] = (byte) (out ? 0 : 1);
                    stays &= !out;
                }
            }
        }
        if (stays) {
            state[interaction] = from[interaction];
        }
        return coins;
    }
}
