package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.select.average.LeadingModels;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.SampledModels;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.result.SampleResult;
import dev.lbp.select.prior.Heredity;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes the text of {@link SelectionResult#summary}. */
final class SelectionSummary {

    /** The largest number of lines of the tables of variables and of coefficients. */
    private static final int MOST_VARIABLES = 30;

    /** Model sizes of less probability, before and behind all others, have no line. */
    private static final double LEAST_SIZE = 5e-5;

    private static final int MOST_SIZES = 15;

    private static final int MOST_PAIRS = 5;
    private static final int MOST_PREDICTIONS = 10;

    /** If intervals come from models with a smaller part of the probability, a line says so. */
    private static final double LEAST_PART = 1.0 - 1e-4;

    private final SelectionResult result;
    private final SelectionFacts facts;
    private final SummaryLines text = new SummaryLines();

    private SelectionSummary(SelectionResult result) {
        this.result = result;
        this.facts = result.facts();
    }

    static String of(SelectionResult result, int top) {
        SelectionSummary summary = new SelectionSummary(result);
        summary.head();
        summary.variables();
        summary.coefficients();
        summary.joint();
        summary.models(top);
        summary.sizes();
        result.priors().ifPresent(summary::priors);
        result.heldOut().ifPresent(summary::heldOut);
        result.logScores().ifPresent(summary::logScores);
        result.predictions().ifPresent(summary::predictions);
        result.run().ifPresent(summary::chains);
        return summary.text.toString();
    }

    /** Writes the summary of the chains, but for the verdict, which is at the top. */
    private void chains(SampleResult run) {
        text.line("");
        List<String> verdict = run.verdict();
        run.summary()
                .lines()
                .filter(line -> !line.equals("verdict: " + verdict.get(0))
                        && !(line.startsWith("- ") && verdict.contains(line.substring(2))))
                .forEach(line -> text.line("%s", line));
    }

    /** Writes the lines above the tables: the data, how models were found, the verdict, priors and notes. */
    private void head() {
        text.line(
                "variable selection for %s: n=%d, p=%d candidates%s",
                ForeignText.onOneLine(facts.response()),
                facts.rows(),
                facts.names().size(),
                facts.always().isEmpty() ? "" : ", always in: " + joined(", ", facts.always()));
        if (result.isExact()) {
            text.line(
                    "exact: %s enumerated",
                    result.heredity() == Heredity.NONE
                            ? "all 2^" + facts.names().size() + " models"
                            : "all allowed models");
        } else {
            sampling(result.run().orElseThrow());
        }
        result.exactEvidence()
                .ifPresent(exact -> text.line(
                        "Laplace's method against importance sampling of the %d most probable models, which have %.4f of"
                                + " the probability:%n  an inclusion probability changes by at most %.5f (%s);"
                                + " largest standard error of a log-evidence: %.4f",
                        exact.models(),
                        exact.share(),
                        exact.largestChange(),
                        ForeignText.onOneLine(exact.variable()),
                        exact.largestError()));
        SelectionFindings.of(result).forEach(found -> text.line("%s", ForeignText.onOneLine(found)));
        regression();
        result.notes().forEach(note -> text.line("%s", ForeignText.onOneLine(note)));
        double part = result.average.leading.part(result.average.logTotal());
        if (part < LEAST_PART) {
            text.line(
                    "note: intervals of predictions come from the %d most probable models, which have %.4f of the %s",
                    LeadingModels.MOST, part, result.isExact() ? "probability" : "draws");
        }
    }

    /** Writes how long the chains were, how exact probabilities are, and whether the chains mixed. */
    private void sampling(SampleResult run) {
        text.line(
                "sampled: %d chains, %d draws each; %s",
                run.chains(),
                run.draws(),
                run.draws() < SampledModels.LEAST_DRAWS && SampledInclusion.lackErrors(run)
                        ? "no error can be estimated from so few; those shown are of one draw of each chain"
                        : Numbers.format(
                                "largest error of a probability: %.5f",
                                SampledInclusion.largestError(result.inclusion())));
        shares();
        List<String> verdict = SelectionFindings.verdict(result);
        text.line("verdict: %s", verdict.get(0));
        verdict.subList(1, verdict.size()).forEach(reason -> text.line("- %s", ForeignText.onOneLine(reason)));
    }

    /** Writes what regression it was: its family, priors, collinear columns and what was estimated of the noise. */
    private void regression() {
        if (!facts.family().isEmpty()) {
            text.line("%s", facts.family());
        }
        text.line("%s", facts.priors());
        if (result.heredity() != Heredity.NONE) {
            text.line("%s heredity allows %s", result.heredity(), SelectionFindings.allowed(result));
        }
        for (List<String> set : result.collinear()) {
            text.line(
                    "collinear to rounding, so that no model has all of%s: %s",
                    facts.always().isEmpty() ? "" : " (given the variables that are always in)",
                    String.join(", ", set));
        }
        result.sized()
                .ifPresent(one ->
                        text.line("size: %.4g, standard deviation of its logarithm %.2g", one.assumed(), one.logSd()));
        result.dispersion()
                .ifPresent(ratio -> text.line("dispersion: %.3f, Pearson's chi-square / degrees of freedom", ratio));
    }

    /** Writes how many probabilities are shares of draws and not averages, if there are any. */
    private void shares() {
        long shares = result.inclusion().stream()
                .filter(variable -> !variable.averaged())
                .count();
        if (shares > 0) {
            text.line(
                    "%d of %d probabilities are shares of draws, which have the smaller error; the others are averages of"
                            + " conditional ones",
                    shares, result.inclusion().size());
        }
    }

    private void heldOut(HeldOut scores) {
        text.line("%nheld out: %d rows, in brackets standard errors", scores.rows());
        Columns<String, String> columns =
                new Columns<String, String>().add(String.format("%-27s", "measure"), measure -> measure);
        for (String predictor : scores.predictors()) {
            columns.add(String.format("%20s", predictor), measure -> {
                HeldOut.Score score = scores.score(measure, predictor);
                return Numbers.format("%.5g (%.2g)", score.value(), score.error());
            });
        }
        text.rows(columns, scores.measures());
        scores.note().ifPresent(note -> text.line("%s", note));
    }

    private void logScores(LogScores scores) {
        text.line("%n%s", scores.title());
        text.rows(LogScores.columns(), scores.scores());
        scores.notes().forEach(note -> text.line("%s", note));
    }

    /** Writes the predictions of the first new rows. */
    private void predictions(Sheet<Integer> sheet) {
        int count = sheet.rows().size();
        text.line(
                "%npredictions of %s, with intervals of %s %%",
                Numbers.count(count, "row"), result.percent(Measures.LEVEL));
        text.rows(sheet.texts(), sheet.rows().subList(0, Math.min(MOST_PREDICTIONS, count)));
        if (count > MOST_PREDICTIONS) {
            text.line("and %d more", count - MOST_PREDICTIONS);
        }
    }

    /**
     * Writes ratios where they mean something, credible sets, and the pairs that differ most from independent
     * variables.
     */
    private void joint() {
        List<SelectionResult.Coefficient> all =
                SelectionFindings.coefficients(result, SelectionFindings.sorted(result));
        result.ratio()
                .ifPresent(name -> text.table(
                        JointTables.ratios(name, result.percent(SelectionResult.LEVEL)),
                        all.subList(0, Math.min(MOST_VARIABLES, all.size()))));
        JointInclusion joint = result.joint();
        if (joint.sets().isEmpty()) {
            text.line("%n%s", JointTables.noSets(result));
        } else {
            text.table(JointTables.sets(result.isExact()), joint.allSets());
        }
        List<JointInclusion.Pair> pairs = joint.pairs().stream()
                .filter(pair -> Math.abs(pair.excess()) >= JointTables.LEAST_EXCESS)
                .limit(MOST_PAIRS)
                .toList();
        if (!pairs.isEmpty()) {
            text.table(JointTables.pairs(result.isExact()), pairs);
        }
    }

    private void priors(PriorSensitivity table) {
        text.table(
                JointTables.priors(table, facts.names()),
                SelectionFindings.sorted(result).stream().limit(MOST_VARIABLES).toList());
        JointTables.lines(table, result.isExact()).forEach(line -> text.line("%s", ForeignText.onOneLine(line)));
    }

    private static String joined(String separator, List<String> names) {
        return ForeignText.onOneLine(String.join(separator, names));
    }

    /** Writes the table of the most probable variables, and a bound for all others. */
    private void variables() {
        List<SelectionResult.Variable> sorted = SelectionFindings.sorted(result);
        List<SelectionResult.Variable> shown = sorted.subList(0, Math.min(MOST_VARIABLES, sorted.size()));
        text.table(inclusion(result.isExact()), shown);
        if (sorted.size() > shown.size()) {
            text.line(
                    "and %d variables with at most %.5f",
                    sorted.size() - shown.size(), sorted.get(shown.size()).probability());
        }
    }

    /** The table of variables, in the summary and in the report. */
    static Columns<SelectionResult.Variable, String> inclusion(boolean exact) {
        return new Columns<SelectionResult.Variable, String>()
                .add("variable", SelectionResult.Variable::name)
                .add("       P(in)", one -> Numbers.format("%.7f", one.probability()))
                .addIf(!exact, "error", one -> SummaryLines.error(one.error()))
                .add("prior", one -> Numbers.format("%.4f", one.prior()))
                .add("    BF(in)", one -> Numbers.format("%.3g", one.bayesFactor()));
    }

    /** Writes the coefficients that all models have, then those of the most probable variables. */
    private void coefficients() {
        List<SelectionResult.Coefficient> shown = new ArrayList<>(result.alwaysIn());
        shown.addAll(SelectionFindings.coefficients(result, SelectionFindings.sorted(result)));
        int left = Math.max(shown.size() - MOST_VARIABLES, 0);
        text.table(columns(result), shown.subList(0, shown.size() - left));
        if (left > 0) {
            text.line("and %d columns of less probable variables", left);
        }
    }

    /** The table of coefficients, in the summary and in the report. */
    static Columns<SelectionResult.Coefficient, String> columns(SelectionResult result) {
        return new Columns<SelectionResult.Coefficient, String>()
                .add("column", SelectionResult.Coefficient::column)
                .add("       mean", one -> SummaryLines.number(one.mean()))
                .addIf(!result.isExact(), "     error", one -> Numbers.format("%.2g", one.error()))
                .add("         sd", one -> SummaryLines.number(one.sd()))
                .add(
                        String.format("%-27s", "    " + result.percent(SelectionResult.LEVEL) + "% interval"),
                        one -> Numbers.format(
                                " [%11s, %11s]", SummaryLines.number(one.lower()), SummaryLines.number(one.upper())))
                .add("P(b<0)", one -> Numbers.format("%.4f", one.negative()))
                .add("P(b=0)", one -> Numbers.format("%.4f", 1.0 - one.probability()))
                .add("P(b>0)", one -> Numbers.format("%.4f", one.positive()));
    }

    /** Writes the table of the most probable models, then the median probability model and what the columns mean. */
    private void models(int top) {
        List<SelectionResult.Model> models = result.models(top);
        if (models.isEmpty()) {
            text.line("%nno model has been drawn");
            return;
        }
        boolean exact = result.isExact();
        text.line(
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
        text.line("median probability model: %s", ForeignText.onOneLine(SelectionFindings.median(result, " ")));
        if (median.isPossible()
                && models.stream().noneMatch(one -> one.variables().equals(median.variables()))) {
            model(median, models.get(0));
        }
        if (!exact) {
            text.line("share: of the draws, which estimates the posterior probability, with its standard error");
            text.line(
                    "relative: of the probability of all models drawn, which have about %.2f of that of all models",
                    SelectionFindings.drawnProbability(models));
        }
        text.line(
                "log BF0: log-evidence less that of the model without candidates; BF/best: evidence as a multiple of the"
                        + " first model's");
    }

    private void model(SelectionResult.Model model, SelectionResult.Model best) {
        text.line(
                "%11.7f%s %9.3f %10.3g %8.5f  %s",
                model.probability(),
                result.isExact() ? "" : Numbers.format(" %8.5f %9.6f", model.error(), model.relative()),
                Math.abs(model.logEvidence()) < 5e-4 ? 0.0 : model.logEvidence(), // not -0.000
                model.bayesFactor(best),
                model.rSquared(),
                ForeignText.onOneLine(SelectionFindings.variables(model, " ")));
    }

    /** Writes the table of model sizes, without the unlikely ones at both ends. */
    private void sizes() {
        double[] sizes = result.sizes();
        double[] prior = result.priorSizes();
        int likeliest = 0;
        for (int size = 0; size < sizes.length; size++) {
            likeliest = sizes[size] > sizes[likeliest] ? size : likeliest;
        }
        text.line(
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
        text.rows(
                new Columns<Integer, String>()
                        .add("    size", size -> Numbers.format("%8d", size))
                        .add("prior", size -> Numbers.format("%.4f", prior[size]))
                        .add(" posterior", size -> Numbers.format("%.4f", sizes[size])),
                IntStream.rangeClosed(from, to - left).boxed().toList());
        if (left > 0) {
            text.line("and %d larger sizes", left);
        }
    }
}
