package dev.lbp.runtime.engine.chain;

import dev.lbp.internal.Check;
import java.util.EnumMap;
import java.util.Map;

/**
 * The abilities of a method besides sampling bits.
 *
 * @param reasons the reason for each missing ability, worded as the end of {@link Ability#refusal}
 */
public record Abilities(Map<Ability, String> reasons) {

    /** An ability that a user may need of a method. */
    public enum Ability {
        /** To sample a model with its own moves. */
        MOVES(""),
        /** To sample a batched model of categories. */
        CATEGORIES(""),
        /** To keep frozen sites as they are. */
        FROZEN("be without frozen sites, because "),
        /** To keep the number of ones. */
        ONES("keep the number of ones, but "),
        /** To be tempered. */
        TEMPERING("be a sampler that tempering can use, but "),
        /** To be tempered, or annealed, on a batched model. */
        TEMPERED_BATCHES("be another sampler to temper or anneal a batched model: ");

        /** The beginning of the constraint that a method without the ability violates. */
        private final String refusal;

        Ability(String refusal) {
            this.refusal = refusal;
        }
    }

    /** The abilities of a method that samples bits, with or without frozen sites, and nothing else. */
    public static final Abilities BITS = new Abilities(Map.of(
            Ability.MOVES, "be pas() or rwm() for a model with its own moves",
            Ability.CATEGORIES, "be lbp(), gwg(), dlmc(), dmala() or rwm() for a batched model of categories",
            Ability.ONES, "it has no such move",
            Ability.TEMPERING, "it has no such chains"));

    /** The abilities of a method that samples bits and has {@code abilities} besides. */
    public static Abilities of(Ability... abilities) {
        Map<Ability, String> reasons = new EnumMap<>(BITS.reasons);
        for (Ability ability : abilities) {
            reasons.remove(ability);
        }
        return new Abilities(reasons);
    }

    /** Removes an ability, for the reason that {@link #BITS} gives. */
    Abilities without(Ability ability) {
        return without(ability, BITS.reason(ability));
    }

    /** Removes an ability for a reason. An empty reason removes nothing. */
    public Abilities without(Ability ability, String reason) {
        if (reason.isEmpty()) {
            return this;
        }
        Map<Ability, String> more = new EnumMap<>(reasons);
        more.put(ability, reason);
        return new Abilities(more);
    }

    /** The reason why an ability is missing; empty if it is not. */
    public String reason(Ability ability) {
        return reasons.getOrDefault(ability, "");
    }

    /**
     * Checks that the method has an ability.
     *
     * @param sampler the method in words
     * @throws IllegalArgumentException if it has not, with the reason
     */
    void check(Ability ability, String sampler) {
        String reason = reason(ability);
        Check.that(reason.isEmpty(), ability.refusal + reason, "sampler", sampler);
    }
}
