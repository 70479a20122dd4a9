package dev.lbp.select;

import dev.lbp.internal.ForeignText;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The text of {@link SelectionResult#summary}. */
final class SelectionSummary {

    /** Lines of the table of variables. */
    private static final int MOST_VARIABLES = 30;

    private SelectionSummary() {}

    static String of(SelectionResult result, int top) {
        Facts facts = result.facts();
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "variable selection for %s: n=%d, p=%d candidates%s%n%s%s%n",
                ForeignText.onOneLine(facts.response()),
                facts.rows(),
                facts.names().size(),
                facts.always().isEmpty() ? "" : ", always in: " + joined(", ", facts.always()),
                facts.family().isEmpty() ? "" : String.format("%s%n", facts.family()),
                facts.priors()));
        text.append(
                result.isExact()
                        ? String.format(
                                Locale.ROOT,
                                "exact: all 2^%d models enumerated%n",
                                facts.names().size())
                        : String.format(
                                Locale.ROOT,
                                "sampled: %d chains, %d draws each; largest error of a probability: %.5f%n",
                                result.run().orElseThrow().chains(),
                                result.run().orElseThrow().draws(),
                                SampledModels.largestError(result.run().orElseThrow())));
        for (List<String> set : result.collinear()) {
            text.append(String.format(
                    "collinear to rounding, so that no model has all of%s: %s%n",
                    facts.always().isEmpty() ? "" : " (given the variables that are always in)",
                    String.join(", ", set)));
        }
        facts.notes().forEach(note -> text.append(String.format("%s%n", ForeignText.onOneLine(note))));
        variables(result, text);
        sizes(result, text);
        models(result, top, text);
        result.heldOut().ifPresent(scores -> heldOut(scores, text));
        result.run().ifPresent(run -> text.append(String.format("%n%s", run.summary())));
        return text.toString();
    }

    private static void variables(SelectionResult result, StringBuilder text) {
        List<SelectionResult.Variable> sorted = result.inclusion().stream()
                .sorted(Comparator.comparingDouble(SelectionResult.Variable::probability)
                        .reversed())
                .toList();
        int width = width(sorted.stream().limit(MOST_VARIABLES).toList());
        text.append(String.format(
                Locale.ROOT, "%n%-" + width + "s %12s%s%n", "variable", "P(in)", result.isExact() ? "" : "    error"));
        for (SelectionResult.Variable variable : sorted.subList(0, Math.min(MOST_VARIABLES, sorted.size()))) {
            text.append(String.format(
                    Locale.ROOT,
                    "%-" + width + "s %12.7f",
                    ForeignText.onOneLine(variable.name()),
                    variable.probability()));
            text.append(result.isExact() ? "" : String.format(Locale.ROOT, " %8.5f", variable.error()));
            text.append(String.format("%n"));
        }
        if (sorted.size() > MOST_VARIABLES) {
            text.append(String.format(
                    Locale.ROOT,
                    "and %d variables with at most %.5f%n",
                    sorted.size() - MOST_VARIABLES,
                    sorted.get(MOST_VARIABLES).probability()));
        }
    }

    private static void heldOut(HeldOut scores, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT, "%nheld out: %d rows, in brackets standard errors%n%-27s", scores.rows(), "measure"));
        scores.predictors().forEach(name -> text.append(String.format(" %20s", name)));
        for (String measure : scores.measures()) {
            text.append(String.format("%n%-27s", measure));
            for (String predictor : scores.predictors()) {
                HeldOut.Score score = scores.score(measure, predictor);
                text.append(String.format(
                        Locale.ROOT, " %20s", String.format(Locale.ROOT, "%.5g (%.2g)", score.value(), score.error())));
            }
        }
        text.append(String.format("%n"));
    }

    private static String joined(String separator, List<String> names) {
        return ForeignText.onOneLine(String.join(separator, names));
    }

    private static int width(List<SelectionResult.Variable> variables) {
        return variables.stream().mapToInt(variable -> variable.name().length()).max().stream()
                .map(longest -> Math.max(longest, 8))
                .findFirst()
                .orElse(8);
    }

    private static void sizes(SelectionResult result, StringBuilder text) {
        double[] sizes = result.sizes();
        double mean = 0.0;
        int likeliest = 0;
        for (int size = 0; size < sizes.length; size++) {
            mean += size * sizes[size];
            likeliest = sizes[size] > sizes[likeliest] ? size : likeliest;
        }
        text.append(String.format(
                Locale.ROOT, "%nmodel size: mean %.2f, most probable %d (%.5f)%n", mean, likeliest, sizes[likeliest]));
    }

    private static void models(SelectionResult result, int top, StringBuilder text) {
        text.append(String.format(
                Locale.ROOT, "%n%11s %s%8s  model%n", "probability", result.isExact() ? "" : "    draws ", "R^2"));
        for (SelectionResult.Model model : result.models(top)) {
            text.append(String.format(
                    Locale.ROOT,
                    "%11.7f %s%8.5f  %s%n",
                    model.probability(),
                    result.isExact() ? "" : String.format(Locale.ROOT, "%9.5f ", model.frequency()),
                    model.rSquared(),
                    model.variables().isEmpty() ? "(none)" : joined(" ", model.variables())));
        }
        if (!result.isExact()) {
            text.append(String.format("probability: of the models drawn; draws: part of the draws%n"));
        }
    }
}
