package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.result.SampleResult;
import java.util.ArrayList;
import java.util.List;

/** The text of {@link SelectionResult#summary}. */
final class SelectionSummary {

    /** Errors below this are printed with an exponent. */
    private static final double LEAST_ERROR = 5e-6;

    /** Lines of the tables of variables and of coefficients. */
    private static final int MOST_VARIABLES = 30;

    /** Model sizes of less probability, before and behind all others, have no line. */
    private static final double LEAST_SIZE = 5e-5;

    private static final int MOST_SIZES = 15;

    /** Of the probability; a smaller part that intervals come from has a line. */
    private static final double LEAST_PART = 1.0 - 1e-4;

    private final SelectionResult result;
    private final SelectionFacts facts;
    private final StringBuilder text = new StringBuilder();

    private SelectionSummary(SelectionResult result) {
        this.result = result;
        this.facts = result.facts();
    }

    static String of(SelectionResult result, int top) {
        SelectionSummary summary = new SelectionSummary(result);
        summary.head();
        summary.variables();
        summary.coefficients();
        summary.models(top);
        summary.sizes();
        result.priors().ifPresent(summary::priors);
        result.heldOut().ifPresent(summary::heldOut);
        result.run().ifPresent(summary::chains);
        return summary.text.toString();
    }

    /** The summary of the chains, but for the verdict, which is at the top. */
    private void chains(SampleResult run) {
        line("");
        List<String> verdict = run.verdict();
        run.summary()
                .lines()
                .filter(line -> !line.equals("verdict: " + verdict.get(0))
                        && !(line.startsWith("- ") && verdict.contains(line.substring(2))))
                .forEach(line -> line("%s", line));
    }

    private void line(String format, Object... values) {
        text.append(Numbers.format(format, values)).append(String.format("%n"));
    }

    /** The verdict first, then what it is about. */
    private void head() {
        line(
                "variable selection for %s: n=%d, p=%d candidates%s",
                ForeignText.onOneLine(facts.response()),
                facts.rows(),
                facts.names().size(),
                facts.always().isEmpty() ? "" : ", always in: " + joined(", ", facts.always()));
        if (result.isExact()) {
            line("exact: all 2^%d models enumerated", facts.names().size());
        } else {
            line(
                    "sampled: %d chains, %d draws each; largest error of a probability: %.5f",
                    result.run().orElseThrow().chains(),
                    result.run().orElseThrow().draws(),
                    SampledInclusion.largestError(result.inclusion()));
            shares();
            List<String> verdict = SelectionFindings.verdict(result);
            line("verdict: %s", verdict.get(0));
            verdict.subList(1, verdict.size()).forEach(reason -> line("- %s", ForeignText.onOneLine(reason)));
        }
        result.exactEvidence()
                .ifPresent(exact -> line(
                        "Laplace's method against importance sampling of the %d most probable models, which have %.4f of"
                                + " the probability:%n  an inclusion probability changes by at most %.5f (%s);"
                                + " largest standard error of a log-evidence: %.4f",
                        exact.models(),
                        exact.share(),
                        exact.largestChange(),
                        ForeignText.onOneLine(exact.variable()),
                        exact.largestError()));
        SelectionFindings.of(result).forEach(found -> line("%s", ForeignText.onOneLine(found)));
        if (!facts.family().isEmpty()) {
            line("%s", facts.family());
        }
        line("%s", facts.priors());
        for (List<String> set : result.collinear()) {
            line(
                    "collinear to rounding, so that no model has all of%s: %s",
                    facts.always().isEmpty() ? "" : " (given the variables that are always in)",
                    String.join(", ", set));
        }
        facts.notes().forEach(note -> line("%s", ForeignText.onOneLine(note)));
        if (result.leadingPart() < LEAST_PART) {
            line(
                    "note: intervals of predictions come from the %d most probable models, which have %.4f of the %s",
                    LeadingModels.MOST, result.leadingPart(), result.isExact() ? "probability" : "draws");
        }
    }

    /** How many probabilities are no averages, if any. */
    private void shares() {
        long shares = result.inclusion().stream()
                .filter(variable -> !variable.averaged())
                .count();
        if (shares > 0) {
            line(
                    "%d of %d probabilities are shares of draws, which have the smaller error; the others are averages of"
                            + " conditional ones",
                    shares, result.inclusion().size());
        }
    }

    private void heldOut(HeldOut scores) {
        line("%nheld out: %d rows, in brackets standard errors", scores.rows());
        StringBuilder head = new StringBuilder(String.format("%-27s", "measure"));
        scores.predictors().forEach(name -> head.append(String.format(" %20s", name)));
        line("%s", head);
        for (String measure : scores.measures()) {
            StringBuilder row = new StringBuilder(String.format("%-27s", measure));
            for (String predictor : scores.predictors()) {
                HeldOut.Score score = scores.score(measure, predictor);
                String cell = Numbers.format("%.5g (%.2g)", score.value(), score.error());
                row.append(String.format(" %20s", cell));
            }
            line("%s", row);
        }
        scores.note().ifPresent(note -> line("%s", note));
    }

    /** Inclusion by prior, the most probable variables of this result first. */
    private void priors(PriorSensitivity table) {
        List<String> names = facts.names();
        List<String> shown = SelectionFindings.sorted(result).stream()
                .map(SelectionResult.Variable::name)
                .limit(MOST_VARIABLES)
                .toList();
        int width = Math.max(14, width(shown));
        StringBuilder head = new StringBuilder(String.format("%n%-" + width + "s", "P(in) by prior"));
        table.priors().forEach(prior -> head.append(String.format(" %" + width(prior) + "s", prior.label())));
        line("%s %8s", head, "spread");
        for (String name : shown) {
            int j = names.indexOf(name);
            StringBuilder row = new StringBuilder(String.format("%-" + width + "s", ForeignText.onOneLine(name)));
            table.priors()
                    .forEach(prior -> row.append(Numbers.format(
                            " %" + width(prior) + ".5f", prior.inclusion().get(j).probability())));
            line("%s %8.5f", row, table.spread(j));
        }
        StringBuilder sizes = new StringBuilder(String.format("%-" + width + "s", "mean size"));
        table.priors()
                .forEach(prior -> sizes.append(Numbers.format(" %" + width(prior) + ".2f", prior.meanSize())));
        line("%s", sizes);
        for (PriorSensitivity.Prior prior : table.priors()) {
            line("%s: %s", prior.label(), prior.name());
            line("    most probable: %s", ForeignText.onOneLine(SelectionFindings.variables(prior.best(), " ")));
            if (!result.isExact()) {
                line("    %s", prior.verdict());
            }
        }
    }

    private static int width(PriorSensitivity.Prior prior) {
        return Math.max(8, prior.label().length());
    }

    private static String joined(String separator, List<String> names) {
        return ForeignText.onOneLine(String.join(separator, names));
    }

    private static int width(List<String> names) {
        return names.stream().mapToInt(String::length).reduce(8, Math::max);
    }

    private void variables() {
        List<SelectionResult.Variable> sorted = SelectionFindings.sorted(result);
        List<SelectionResult.Variable> shown = sorted.subList(0, Math.min(MOST_VARIABLES, sorted.size()));
        int width = width(shown.stream().map(SelectionResult.Variable::name).toList());
        line("%n%-" + width + "s %12s%s", "variable", "P(in)", result.isExact() ? "" : "    error");
        for (SelectionResult.Variable variable : shown) {
            line(
                    "%-" + width + "s %12.7f%s",
                    ForeignText.onOneLine(variable.name()),
                    variable.probability(),
                    result.isExact() ? "" : error(variable.error()));
        }
        if (sorted.size() > shown.size()) {
            line(
                    "and %d variables with at most %.5f",
                    sorted.size() - shown.size(), sorted.get(shown.size()).probability());
        }
    }

    /** An error, never printed as 0. */
    private static String error(double error) {
        return Numbers.format(error < LEAST_ERROR ? " %8.1e" : " %8.5f", error);
    }

    /** Those that all models have, then those of the most probable variables. */
    private void coefficients() {
        List<SelectionResult.Coefficient> shown = new ArrayList<>(result.alwaysIn());
        shown.addAll(SelectionFindings.coefficients(result, SelectionFindings.sorted(result)));
        int left = Math.max(shown.size() - MOST_VARIABLES, 0);
        shown = shown.subList(0, shown.size() - left);
        int width =
                width(shown.stream().map(SelectionResult.Coefficient::column).toList());
        boolean exact = result.isExact();
        line(
                "%n%-" + width + "s %11s%s %11s  %-25s %8s %8s %8s",
                "column",
                "mean",
                exact ? "" : String.format(" %10s", "error"),
                "sd",
                "   95% interval",
                "P(b<0)",
                "P(b=0)",
                "P(b>0)");
        for (SelectionResult.Coefficient one : shown) {
            line(
                    "%-" + width + "s %11s%s %11s  [%11s, %11s] %8.4f %8.4f %8.4f",
                    ForeignText.onOneLine(one.column()),
                    number(one.mean()),
                    exact ? "" : Numbers.format(" %10.2g", one.error()),
                    number(one.sd()),
                    number(one.lower()),
                    number(one.upper()),
                    one.negative(),
                    1.0 - one.probability(),
                    one.positive());
        }
        if (left > 0) {
            line("and %d columns of less probable variables", left);
        }
    }

    /** Four or five digits. */
    private static String number(double value) {
        return value == 0.0 ? "0" : Double.isFinite(value) ? digits(value) : Numbers.text(value);
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        if (size < 1e-3 || size >= 1e7) {
            return Numbers.format("%.3e", value);
        }
        int whole = (int) Math.floor(Math.log10(size));
        return Numbers.format("%." + Math.max(0, whole < 0 ? 3 - whole : 4 - whole) + "f", value);
    }

    private void models(int top) {
        List<SelectionResult.Model> models = result.models(top);
        boolean exact = result.isExact();
        line(
                "%n%11s%s %9s %10s %8s  model",
                exact ? "probability" : "share",
                exact ? "" : String.format(" %8s %9s", "error", "relative"),
                "log BF0",
                "BF/best",
                "R^2");
        for (SelectionResult.Model model : models) {
            model(model, models.get(0));
        }
        SelectionResult.Model median = result.medianModel();
        line("median probability model: %s", ForeignText.onOneLine(SelectionFindings.median(result, " ")));
        if (median.isPossible()
                && models.stream().noneMatch(one -> one.variables().equals(median.variables()))) {
            model(median, models.get(0));
        }
        if (!exact) {
            line("share: of the draws, which estimates the posterior probability, with its standard error");
            line(
                    "relative: of the probability of all models drawn, which have about %.2f of that of all models",
                    SelectionFindings.drawnPart(models));
        }
        line("log BF0: log-evidence less that of the model without candidates; BF/best: evidence as a multiple of the"
                + " first model's");
    }

    private void model(SelectionResult.Model model, SelectionResult.Model best) {
        line(
                "%11.7f%s %9.3f %10.3g %8.5f  %s",
                model.probability(),
                result.isExact() ? "" : Numbers.format(" %8.5f %9.6f", model.error(), model.relative()),
                Math.abs(model.logEvidence()) < 5e-4 ? 0.0 : model.logEvidence(), // not -0.000
                model.bayesFactor(best),
                model.rSquared(),
                ForeignText.onOneLine(SelectionFindings.variables(model, " ")));
    }

    private void sizes() {
        double[] sizes = result.sizes();
        double[] prior = result.priorSizes();
        int likeliest = 0;
        for (int size = 0; size < sizes.length; size++) {
            likeliest = sizes[size] > sizes[likeliest] ? size : likeliest;
        }
        line(
                "%nmodel size: mean %.2f (prior %.2f), most probable %d (%.5f)",
                SelectionFindings.mean(sizes), SelectionFindings.mean(prior), likeliest, sizes[likeliest]);
        int from = 0;
        while (sizes[from] < LEAST_SIZE) {
            from++;
        }
        int to = sizes.length - 1;
        while (sizes[to] < LEAST_SIZE) {
            to--;
        }
        int left = Math.max(to - from + 1 - MOST_SIZES, 0);
        line("%8s %8s %10s", "size", "prior", "posterior");
        for (int size = from; size <= to - left; size++) {
            line("%8d %8.4f %10.4f", size, prior[size], sizes[size]);
        }
        if (left > 0) {
            line("and %d larger sizes", left);
        }
    }
}
