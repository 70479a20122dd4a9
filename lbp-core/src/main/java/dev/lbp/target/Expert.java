package dev.lbp.target;

import dev.lbp.internal.Check;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A factor of {@link Experts}: a model of some consecutive sites of a state, with a weight. The model may number values
 * differently: one network may know 20 amino acids, another model 21 letters with the gap. {@link #columns} maps each
 * value of a state to a value of the model.
 *
 * <p>Immutable: each method returns another expert.
 */
public final class Expert implements Serializable {

    private static final long serialVersionUID = 1L;

    final CategoricalEnergyModel model;
    final double weight;
    final int firstSite;

    /** The model's value for each value of a state; null if both number values alike. */
    final int @Nullable [] columns;

    private Expert(CategoricalEnergyModel model, double weight, int firstSite, int @Nullable [] columns) {
        this.model = model;
        this.weight = weight;
        this.firstSite = firstSite;
        this.columns = columns;
    }

    /** A batched model, such as a network, with weight 1, from site 0 on, with the values of the state. */
    public static Expert of(CategoricalEnergyModel model) {
        return new Expert(Check.notNull("model", model), 1.0, 0, null);
    }

    /**
     * A local model, such as a Potts model, with weight 1, from site 0 on, with the values of the state. An evaluation
     * resets a tracker to each state and computes the log-ratios of all N C labels.
     */
    public static Expert of(CategoricalModel model) {
        return of(new TrackedCategories(Check.notNull("model", model)));
    }

    /**
     * Independent sites: a table of the log-probability of each value at each site, up to a constant for each site.
     *
     * @param logits [sites][values], copied; finite, or -Infinity for an impossible value
     */
    public static Expert ofLogits(double[][] logits) {
        return of(new LogitTable(logits));
    }

    /**
     * A copy with a weight, the lambda of {@link Experts}.
     *
     * @param lambda finite, not 0; below 0 it prefers what the model finds unlikely
     */
    public Expert weight(double lambda) {
        Check.that(Check.finite("weight", lambda) != 0.0, "not be 0", "weight", lambda);
        return new Expert(model, lambda, firstSite, columns);
    }

    /**
     * A copy whose model reads other sites of the state.
     *
     * @param site the site of the state that is the model's site 0, at least 0
     */
    public Expert from(int site) {
        return new Expert(model, weight, Check.atLeast(0, "from", site), columns);
    }

    /**
     * A copy whose model numbers the values of a site in its own way.
     *
     * @param ofValues the model's value for each value of a state, from 0 to {@code model.values() - 1}; values of a
     *     state may share one
     */
    public Expert columns(int... ofValues) {
        int[] copy = Check.notNull("columns", ofValues).clone();
        for (int c = 0; c < copy.length; c++) {
            Check.that(
                    copy[c] >= 0 && copy[c] < model.values(),
                    "be in [0, model.values() - 1=" + (model.values() - 1) + "]",
                    "columns[" + c + "]",
                    copy[c]);
        }
        return new Expert(model, weight, firstSite, copy);
    }

    /**
     * A copy whose model has another order of letters: sets {@link #columns} so that equal letters match.
     *
     * @param ofStates the letters of a state's values 0, 1, ...
     * @param ofModel the letters of the model's values 0, 1, ...; each letter of {@code ofStates} must be among them
     */
    public Expert alphabet(String ofStates, String ofModel) {
        Check.length(
                model.values(), "ofModel", Check.notNull("ofModel", ofModel).length());
        int[] columnOfLetter = Check.notNull("ofStates", ofStates)
                .chars()
                .map(ofModel::indexOf)
                .toArray();
        for (int c = 0; c < columnOfLetter.length; c++) {
            Check.that(columnOfLetter[c] >= 0, "have the letter '" + ofStates.charAt(c) + "'", "ofModel", ofModel);
        }
        return columns(columnOfLetter);
    }

    /** Whether the model's input is the state itself: all N sites, with the state's numbering of values. */
    boolean readsStateUnchanged(int sites) {
        return columns == null && model.dimension() == sites;
    }

    /** The model's value for a value of the state. */
    int column(int value) {
        return columns == null ? value : columns[value];
    }

    /** Checks that the expert fits states with N sites and C values. */
    void checkFits(String name, int sites, int values) {
        Check.that(
                firstSite + (long) model.dimension() <= sites,
                "have sites up to N=" + sites,
                name,
                model.name() + " from site " + firstSite + " with " + model.dimension() + " sites");
        if (columns == null) {
            Check.that(
                    model.values() == values,
                    "have " + values + " values as the states have, or columns",
                    name + ".values()",
                    model.values());
        } else {
            Check.that(
                    columns.length == values,
                    "have one for each of " + values + " values",
                    name + ".columns",
                    Arrays.toString(columns));
        }
    }

    @Override
    public String toString() {
        return weight + " " + model.name();
    }
}
