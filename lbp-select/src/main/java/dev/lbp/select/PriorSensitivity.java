package dev.lbp.select;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One selection under several priors: how much of an inclusion probability comes from the data, and how much from the
 * prior.
 *
 * @param priors in the order of a table
 */
public record PriorSensitivity(List<Prior> priors) {

    /** Copies the list. */
    public PriorSensitivity {
        priors = List.copyOf(priors);
    }

    /**
     * What a selection finds under one prior.
     *
     * @param label short, as the command line writes it: {@code "g=n"}, {@code "bic"}; numbered if priors share one
     * @param name the priors of coefficients and of models, as a summary writes them
     * @param inclusion of all candidates, in the order of the data
     * @param meanSize the posterior mean of the number of variables
     * @param best the most probable model
     * @param verdict of the chains, its first word is {@code mixed} if they agree; {@code exact} if all models were
     *     enumerated
     */
    public record Prior(
            String label,
            String name,
            List<SelectionTables.Variable> inclusion,
            double meanSize,
            SelectionTables.Model best,
            String verdict) {
        /** Copies the list. */
        public Prior {
            inclusion = List.copyOf(inclusion);
        }
    }

    /**
     * The largest inclusion probability of a variable less its smallest.
     *
     * @param variable its place in the data
     */
    public double spread(int variable) {
        double[] all = priors.stream()
                .mapToDouble(prior -> prior.inclusion().get(variable).probability())
                .sorted()
                .toArray();
        return all[all.length - 1] - all[0];
    }

    /** A variable under a prior. */
    record Cell(Prior prior, SelectionTables.Variable variable) {}

    /** The table in long form, variable by variable. */
    Stream<Cell> cells() {
        return IntStream.range(0, priors.get(0).inclusion().size())
                .boxed()
                .flatMap(j -> priors.stream()
                        .map(prior -> new Cell(prior, prior.inclusion().get(j))));
    }
}
