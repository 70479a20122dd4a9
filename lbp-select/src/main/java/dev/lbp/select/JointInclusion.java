package dev.lbp.select;

import java.util.List;
import java.util.stream.Stream;

/**
 * Which variables are in together, and which stand for each other.
 *
 * @param pairs of the 50 most probable variables, those first that differ most from independent ones
 * @param sets credible sets without common variables
 * @param together the probability that every set has a variable that is in; 1 if there is no set
 * @param error of {@code together}: standard error if sampled; else the probability of the models that are left out
 */
public record JointInclusion(List<Pair> pairs, List<CredibleSet> sets, double together, double error) {

    /** The largest number of variables in a credible set, unless the caller sets another. */
    static final int MOST_VARIABLES = 10;

    /** Copies the lists. */
    public JointInclusion {
        pairs = List.copyOf(pairs);
        sets = List.copyOf(sets);
    }

    /** The sets, and behind them one without names that stands for all: its probability is {@link #together}. */
    List<CredibleSet> allSets() {
        return Stream.concat(sets.stream(), Stream.of(new CredibleSet(List.of(), together, error)))
                .toList();
    }

    /**
     * How probable it is that two variables are in the model together.
     *
     * @param both the probability that both are in
     * @param error of {@code both}: standard error if sampled; else the probability of the models that are left out
     * @param independent the product of their inclusion probabilities
     */
    public record Pair(String first, String second, double both, double error, double independent) {

        /** By how much the probability exceeds that of independent variables; negative if they replace each other. */
        public double excess() {
            return both - independent;
        }
    }

    /**
     * Variables, at least one of them in with a probability of at least a level. It starts from the most probable
     * variable that is in no set yet. As long as the probability is too small, that variable enters which raises it
     * most, beyond the probability that it is in together with one of the set: so a set has variables that replace each
     * other, and none that belong in the model beside each other. Variables that the level does not need leave again.
     * A variable whose set would be too large, or would never reach the level, starts none.
     *
     * @param variables in the order in which they entered
     * @param probability that at least one is in
     * @param error standard error if sampled; else the probability of the models beyond the 50,000 most probable ones,
     *     which may add to {@code probability}
     */
    public record CredibleSet(List<String> variables, double probability, double error) {
        /** Copies the list. */
        public CredibleSet {
            variables = List.copyOf(variables);
        }
    }
}
