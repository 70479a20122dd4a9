package dev.lbp.select;

import dev.lbp.internal.html.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Says in sentences what a selection found: the first lines of its summary and of its report. */
final class SelectionFindings {

    /** A variable of at least this probability belongs in the model; one of at most {@code 1 - SURE} does not. */
    private static final double SURE = 0.95;

    private static final int MOST_NAMES = 12;

    /**
     * Below this part of the best model's probability the median model is not recommended: it then has several columns
     * that stand for each other.
     */
    private static final double MUCH_LESS = 0.2;

    private SelectionFindings() {}

    /** The variables in descending order of their probability. */
    static List<SelectionResult.Variable> sorted(SelectionResult result) {
        return result.inclusion().stream()
                .sorted(Comparator.comparingDouble(SelectionResult.Variable::probability)
                        .reversed())
                .toList();
    }

    /** Which variables belong in the model, which may, and how many do not. */
    static List<String> of(SelectionResult result) {
        List<SelectionResult.Variable> sorted = sorted(result);
        List<SelectionResult.Variable> in =
                sorted.stream().filter(one -> one.probability() > SURE).toList();
        List<SelectionResult.Variable> open = sorted.stream()
                .filter(one -> one.probability() <= SURE && one.probability() >= 1.0 - SURE)
                .toList();
        List<String> found = new ArrayList<>();
        found.add(Numbers.format("in, with P > %.2f: %s", SURE, names(in, false)));
        found.add(Numbers.format("open, with P from %.2f to %.2f: %s", 1.0 - SURE, SURE, names(open, true)));
        int out = sorted.size() - in.size() - open.size();
        if (out > 0) {
            found.add(
                    Numbers.format("out, with P < %.2f: %s", 1.0 - SURE, out == 1 ? "1 variable" : out + " variables"));
        }
        return found;
    }

    /** The first names, and how many more there are. */
    private static String names(List<SelectionResult.Variable> variables, boolean withProbability) {
        if (variables.isEmpty()) {
            return "none";
        }
        String named = variables.stream()
                .limit(MOST_NAMES)
                .map(one -> withProbability ? Numbers.format("%s (%.2f)", one.name(), one.probability()) : one.name())
                .collect(Collectors.joining(", "));
        int more = variables.size() - MOST_NAMES;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    /** The median probability model; with a warning if it is impossible, or much less probable than the best model. */
    static String median(SelectionResult result, String separator) {
        SelectionResult.Model median = result.medianModel();
        String words = variables(median, separator);
        if (!median.isPossible()) {
            return words + ", which is not a possible model (" + result.whyImpossible(median) + ")";
        }
        double ratio = median.relative() / result.models(1).get(0).relative();
        return ratio < MUCH_LESS
                ? words + Numbers.format(", %.2g times as probable as the best one; do not report it alone", ratio)
                : words;
    }

    /** Says how many of all models {@link SelectionResult#heredity} allows, such as "5 of 2^3 models". */
    static String allowed(SelectionResult result) {
        double allowed = result.allowedModels();
        return Numbers.format(
                "%s of 2^%d models",
                allowed < 1e15 ? Numbers.count((long) allowed) : Numbers.format("%.4g", allowed),
                result.inclusion().size());
    }

    /** The lines that say whether the chains' probabilities can be relied on; none if models were enumerated. */
    static List<String> verdict(SelectionResult result) {
        return result.run()
                .map(run -> run.verdict(site -> result.inclusion().get(site).name()))
                .orElse(List.of());
    }

    /** Names of a model's variables. */
    static String variables(SelectionResult.Model model, String separator) {
        return model.variables().isEmpty() ? "(none)" : String.join(separator, model.variables());
    }

    /**
     * About which part of the posterior probability the drawn models have: the share of draws at the given models,
     * divided by their part of the probability of all drawn models. At most 1.
     *
     * @param models the most probable ones
     */
    static double drawnProbability(List<SelectionResult.Model> models) {
        double share =
                models.stream().mapToDouble(SelectionResult.Model::probability).sum();
        double relative =
                models.stream().mapToDouble(SelectionResult.Model::relative).sum();
        return Math.min(share / relative, 1.0);
    }

    /** The mean size of a model, by the probabilities of sizes. */
    static double mean(double[] sizes) {
        double mean = 0.0;
        for (int size = 0; size < sizes.length; size++) {
            mean += size * sizes[size];
        }
        return mean;
    }

    /** The coefficients of some variables, in their order; of a factor those of all its columns. */
    static List<SelectionResult.Coefficient> coefficients(
            SelectionResult result, List<SelectionResult.Variable> variables) {
        Map<String, SelectionResult.Coefficient> byColumn = new HashMap<>();
        result.coefficients().forEach(one -> byColumn.put(one.column(), one));
        return variables.stream()
                .flatMap(one -> result.facts().newData().columnNames(one.name()).stream())
                .map(column -> Objects.requireNonNull(byColumn.get(column)))
                .toList();
    }

    /**
     * The row of a table of priors.
     *
     * @param before the priors before this one; if their labels are the same, this one has a number
     */
    static PriorSensitivity.Prior prior(String label, SelectionResult result, List<PriorSensitivity.Prior> before) {
        long same = before.stream()
                .filter(one -> one.label().equals(label) || one.label().startsWith(label + " ("))
                .count();
        return new PriorSensitivity.Prior(
                same == 0 ? label : label + " (" + (same + 1) + ")",
                result.facts().priors(),
                result.inclusion(),
                mean(result.sizes()),
                result.models(1).get(0),
                verdict(result).stream().findFirst().orElse("exact"));
    }
}
