package dev.lbp.select;

import dev.lbp.internal.select.linear.CoefficientPrior;
import dev.lbp.select.prior.Inclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The same selection under several priors: how much of an inclusion probability is the data's, and how much the
 * prior's.
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
     * @param name as in a summary, of coefficients and of models
     * @param inclusion of all candidates, in the order of the data
     * @param meanSize the posterior mean of the number of variables
     * @param best the most probable model
     * @param verdict of the chains, its first word is {@code mixed} if they agree; {@code exact} if all models were
     *     enumerated
     */
    public record Prior(
            String label,
            String name,
            List<SelectionResult.Variable> inclusion,
            double meanSize,
            SelectionResult.Model best,
            String verdict) {
        /** Copies the list. */
        public Prior {
            inclusion = List.copyOf(inclusion);
        }
    }

    /**
     * Runs a selection under other priors, each with its settings, seed and data. The selection stays as it was.
     *
     * <pre>{@code
     * PriorSensitivity.of(selection, result, List.of(VariableSelection::bic, VariableSelection::benchmarkPrior));
     * }</pre>
     *
     * @param own the result of the selection under its own prior, the first of the table
     * @param others each sets a prior of coefficients, or of models
     * @throws IllegalArgumentException if a prior is not for this regression: before the first run
     */
    public static PriorSensitivity of(
            VariableSelection selection,
            SelectionResult own,
            List<? extends Consumer<? super VariableSelection>> others) {
        CoefficientPrior prior = selection.prior;
        Inclusion inclusion = selection.inclusion;
        List<Prior> found = new ArrayList<>();
        found.add(of(prior.label(), own, found));
        try {
            for (boolean runs : new boolean[] {false, true}) {
                for (Consumer<? super VariableSelection> setting : others) {
                    selection.prior = prior;
                    selection.inclusion = inclusion;
                    setting.accept(selection);
                    selection.checkPrior();
                    if (runs) {
                        found.add(of(selection.prior.label(), selection.run(), found));
                    }
                }
            }
        } finally {
            selection.prior = prior;
            selection.inclusion = inclusion;
        }
        return new PriorSensitivity(found);
    }

    private static Prior of(String label, SelectionResult result, List<Prior> before) {
        long same = before.stream()
                .filter(one -> one.label().equals(label) || one.label().startsWith(label + " ("))
                .count();
        return new Prior(
                same == 0 ? label : label + " (" + (same + 1) + ")",
                result.facts().priors(),
                result.inclusion(),
                SelectionFindings.mean(result.sizes()),
                result.models(1).get(0),
                SelectionFindings.verdict(result).stream().findFirst().orElse("exact"));
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
    record Cell(Prior prior, SelectionResult.Variable variable) {}

    /** The table in long form, variable by variable. */
    Stream<Cell> cells() {
        return IntStream.range(0, priors.get(0).inclusion().size())
                .boxed()
                .flatMap(j -> priors.stream()
                        .map(prior -> new Cell(prior, prior.inclusion().get(j))));
    }
}
