package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.models.tracker.CoverSets;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * Which causes explain the observed effects? Site i is cause i, on or off. An effect is on if any cause that covers it
 * is on. It is observed with errors: with probability alpha although it is off (false positive), and not observed with
 * probability beta although it is on (false negative). Each cause is on with the same prior probability p,
 * independently:
 *
 * <pre>{@code
 * log pi(x) = FP log alpha + TN log(1 - alpha) + FN log beta + TP log(1 - beta) + K log p + (N - K) log(1 - p)
 * }</pre>
 *
 * <p>with K causes on, and the effects counted by their state and observation. In biology causes are gene sets and
 * effects genes: the model-based gene set analysis of Bauer, Gagneur and Robinson (2010, doi:10.1093/nar/gkq045). In
 * operations causes are faults and effects alarms: a noisy-or network with one leak and one inhibition probability.
 *
 * <p>A rate that is not known has a Beta prior and is integrated out, see {@link Rate}. The log-probability is then a
 * function of FP, FN and K too, but each flip changes the log-ratios of all causes, and a step costs O(N). With given
 * rates it costs O(causes of the effects that change state).
 *
 * <p>Immutable; any number of threads may use it at once.
 */
public final class CoverModel implements LocalEnergyModel {

    private static final long serialVersionUID = 1L;

    private final CoverSets sets;
    private final boolean[] observed;

    /** The number of observed effects. */
    private final int observedCount;

    private final Rate alpha;
    private final Rate beta;
    private final Rate prior;
    private final CoverScore score;
    private final List<String> causes;
    private final List<String> unknown;

    private CoverModel(Builder from) {
        this.sets = from.sets;
        this.observed = Check.set("observed", from.observed);
        this.unknown = List.copyOf(from.unknown);
        this.causes = from.causes;
        this.alpha = Check.set("alpha", from.alpha);
        this.beta = Check.set("beta", from.beta);
        this.prior = Check.set("prior", from.prior);
        this.observedCount = (int)
                IntStream.range(0, observed.length).filter(j -> observed[j]).count();
        boolean given = alpha.isFixed() && beta.isFixed() && prior.isFixed();
        int others = observed.length - observedCount;
        // mean(0, 0) of a given rate is the rate itself
        this.score = given
                ? CoverScore.Linear.of(
                        alpha.mean(0, 0), beta.mean(0, 0), prior.mean(0, 0), observedCount, others, sets.causes())
                : CoverScore.Tables.of(alpha, beta, prior, observedCount, others, sets.causes());
    }

    /**
     * Causes and effects by number.
     *
     * @param sets the effects of each cause, at least one each, in [0, effects), each once in a set
     * @param effects the number of effects, at least 1; an effect without a cause is allowed
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static Builder builder(int[][] sets, int effects) {
        return new Builder(CoverSets.of(sets, effects), null, Map.of());
    }

    /**
     * Causes and effects by name. The effects are all members of the sets.
     *
     * @param sets the effects of each cause, at least one each, each once in a set; the order of the causes is that of
     *     the map, and draws depend on it. That of a {@code Map.of} differs between starts of Java
     * @throws IllegalArgumentException if an argument is not as described, or the model does not fit into memory
     */
    public static Builder builder(Map<String, ? extends Collection<String>> sets) {
        Map<String, Integer> effects = new LinkedHashMap<>();
        int[][] members = new int[Check.notNull("sets", sets).size()][];
        List<String> causes = new ArrayList<>();
        sets.forEach((cause, names) -> {
            String set = "sets.get(\"" + Check.notNull("name of a set", cause) + "\")";
            Set<String> distinct = new HashSet<>();
            int[] numbers = new int[Check.notNull(set, names).size()];
            Check.atLeast(1, set + ".size()", numbers.length);
            int k = 0;
            for (String name : names) {
                Check.that(distinct.add(Check.notNull("member of " + set, name)), "have each member once", set, name);
                numbers[k++] = effects.computeIfAbsent(name, key -> effects.size());
            }
            members[causes.size()] = numbers;
            causes.add(cause);
        });
        Check.atLeast(1, "sets.size()", members.length);
        return new Builder(CoverSets.of(members, effects.size()), List.copyOf(causes), effects);
    }

    /** The name and the numbers of causes and effects. */
    @Override
    public String toString() {
        return name() + ", causes = " + sets.causes() + ", effects = " + sets.effects();
    }

    @Override
    public int dimension() {
        return sets.causes();
    }

    /**
     * A draw from the prior, which has few causes on. With fair bits nearly every effect would have several causes.
     */
    @Override
    public byte[] start(UniformRandomProvider rng) {
        double probability = prior.mean(0, 0); // before any successes and failures
        byte[] state = new byte[sets.causes()];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (rng.nextDouble() < probability ? 1 : 0);
        }
        return state;
    }

    /** The rates, and checksums of the sets and of the observed effects. */
    @Override
    public Map<String, String> identity() {
        return Map.of(
                "alpha",
                alpha.toString(),
                "beta",
                beta.toString(),
                "prior",
                prior.toString(),
                "sets (checksum)",
                Fingerprint.of(sets.start.length, i -> sets.start[i])
                        + Fingerprint.of(sets.effect.length, k -> sets.effect[k]),
                "observed effects (checksum)",
                Fingerprint.of(observed.length, j -> observed[j] ? 1 : 0));
    }

    @Override
    public Tracker newTracker() {
        return new CoverTracker(sets, observed, score);
    }

    /** The name of a cause: its number if the sets have no names. */
    public String cause(int site) {
        Check.that(site >= 0 && site < sets.causes(), "be in [0, N - 1=" + (sets.causes() - 1) + "]", "site", site);
        return causes.isEmpty() ? Integer.toString(site) : causes.get(site);
    }

    /** The number of effects of a cause. */
    public int setSize(int site) {
        cause(site); // checks the site
        return sets.start[site + 1] - sets.start[site];
    }

    /** The number of observed effects of a cause. */
    public int observedInSet(int site) {
        cause(site); // checks the site
        int count = 0;
        for (int k = sets.start[site]; k < sets.start[site + 1]; k++) {
            count += observed[sets.effect[k]] ? 1 : 0;
        }
        return count;
    }

    /** The number of effects. */
    public int effects() {
        return observed.length;
    }

    /** The number of observed effects. */
    public int observedEffects() {
        return observedCount;
    }

    /** The probability that an effect without a cause is observed. */
    public Rate alpha() {
        return alpha;
    }

    /** The probability that an effect with a cause is not observed. */
    public Rate beta() {
        return beta;
    }

    /** The probability that a cause is on before anything is observed. */
    public Rate prior() {
        return prior;
    }

    /** The observed names that no set has, in the order given. The model ignores them. */
    public List<String> unknown() {
        return unknown;
    }

    /**
     * How a state explains the observed effects, with the rates if they are given, else with their posterior means
     * given the state.
     *
     * @param causes sites that are on
     * @param falsePositives the number of observed effects that no such cause covers
     * @param falseNegatives the number of effects that such a cause covers and that are not observed
     * @param alpha rate of false positives
     * @param beta rate of false negatives
     * @param prior probability that a cause is on
     */
    public record Explanation(
            List<Integer> causes, int falsePositives, int falseNegatives, double alpha, double beta, double prior) {}

    /**
     * How a state explains the observed effects. O(N + effects of the causes that are on).
     *
     * @param state N zeros and ones
     */
    public Explanation explain(byte[] state) {
        Check.length(sets.causes(), "state", Check.notNull("state", state).length);
        Check.binary("state", state);
        List<Integer> on = IntStream.range(0, state.length)
                .filter(i -> state[i] != 0)
                .boxed()
                .toList();
        boolean[] covered = new boolean[observed.length];
        int explained = 0; // effects that are on and observed
        int falseNegatives = 0; // effects that are on and not observed
        for (int i : on) {
            for (int k = sets.start[i]; k < sets.start[i + 1]; k++) {
                int j = sets.effect[k];
                explained += !covered[j] && observed[j] ? 1 : 0;
                falseNegatives += !covered[j] && !observed[j] ? 1 : 0;
                covered[j] = true;
            }
        }
        int others = observed.length - observedCount;
        return new Explanation(
                on,
                observedCount - explained,
                falseNegatives,
                alpha.mean(observedCount - explained, others - falseNegatives),
                beta.mean(falseNegatives, explained),
                prior.mean(on.size(), state.length - on.size()));
    }

    /** Collects what is observed, and the rates. All must be set. */
    public static final class Builder {

        private final CoverSets sets;
        private final List<String> causes;

        /** Numbers of the effects; empty if the sets have no names. */
        private final Map<String, Integer> effects;

        private boolean @Nullable [] observed;
        private List<String> unknown = List.of();
        private @Nullable Rate alpha;
        private @Nullable Rate beta;
        private @Nullable Rate prior;

        /** @param causes the names of the causes; null if they have none */
        private Builder(CoverSets sets, @Nullable List<String> causes, Map<String, Integer> effects) {
            this.sets = sets;
            this.causes = causes == null ? List.of() : causes;
            this.effects = effects;
        }

        /**
         * The observed effects, by number.
         *
         * @param effects at least one, each in [0, effects) and once
         */
        public Builder observed(int... effects) {
            Check.atLeast(1, "observed.length", Check.notNull("observed", effects).length);
            boolean[] marks = new boolean[sets.effects()];
            for (int k = 0; k < effects.length; k++) {
                int j = effects[k];
                Check.that(
                        j >= 0 && j < marks.length,
                        "be in [0, effects - 1=" + (marks.length - 1) + "]",
                        "observed[" + k + "]",
                        j);
                Check.that(!marks[j], "have each effect once", "observed[" + k + "]", j);
                marks[j] = true;
            }
            observed = marks;
            unknown = List.of();
            return this;
        }

        /**
         * The observed effects, by name; a name may occur again. Names that no set has are left out, see {@link
         * CoverModel#unknown}.
         *
         * @param names at least one of them a member of a set
         * @throws IllegalStateException if the sets have no names
         */
        public Builder observed(Collection<String> names) {
            Check.state(!effects.isEmpty(), "have sets with names, for observed names");
            boolean[] marks = new boolean[sets.effects()];
            Set<String> unknownNames = new LinkedHashSet<>();
            int known = 0;
            for (String name : Check.notNull("observed", names)) {
                @Nullable Integer j = effects.get(Check.notNull("name of an observed effect", name));
                if (j == null) {
                    unknownNames.add(name);
                } else {
                    marks[j] = true;
                    known++;
                }
            }
            Check.that(known > 0, "have a member of the sets", "observed", sample(unknownNames));
            observed = marks;
            unknown = List.copyOf(unknownNames);
            return this;
        }

        /** The probability that an effect without a cause is observed, in (0, 1). */
        public Builder alpha(double alpha) {
            return alpha(Rate.of("alpha", alpha));
        }

        /** The probability that an effect without a cause is observed, given or unknown. */
        public Builder alpha(Rate alpha) {
            this.alpha = Check.notNull("alpha", alpha);
            return this;
        }

        /** The probability that an effect with a cause is not observed, in (0, 1). */
        public Builder beta(double beta) {
            return beta(Rate.of("beta", beta));
        }

        /** The probability that an effect with a cause is not observed, given or unknown. */
        public Builder beta(Rate beta) {
            this.beta = Check.notNull("beta", beta);
            return this;
        }

        /** The probability that a cause is on before anything is observed, in (0, 1). */
        public Builder prior(double prior) {
            return prior(Rate.of("prior", prior));
        }

        /** The probability that a cause is on before anything is observed, given or unknown. */
        public Builder prior(Rate prior) {
            this.prior = Check.notNull("prior", prior);
            return this;
        }

        /**
         * The model.
         *
         * @throws IllegalStateException if something is not set
         * @throws IllegalArgumentException if alpha and beta are given and their sum is at least 1: an observation
         *     would then speak against the causes of the effect
         */
        public CoverModel build() {
            Rate falsePositive = Check.set("alpha", alpha);
            Rate falseNegative = Check.set("beta", beta);
            double sum = falsePositive.mean(0, 0) + falseNegative.mean(0, 0); // of a given rate: the rate itself
            boolean given = falsePositive.isFixed() && falseNegative.isFixed();
            Check.that(!given || sum < 1.0, "be below 1", "alpha + beta", sum);
            return new CoverModel(this);
        }

        /** Some of the names, for a message. */
        private static String sample(Set<String> names) {
            List<String> first = names.stream().limit(3).toList();
            return String.join(", ", first) + (names.size() > 3 ? ", ... (" + names.size() + " names)" : "");
        }
    }
}
