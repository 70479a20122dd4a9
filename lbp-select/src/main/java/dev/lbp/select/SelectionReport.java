package dev.lbp.select;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.NamedBars;
import dev.lbp.internal.html.NamedCells;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import dev.lbp.internal.select.average.Measures;
import dev.lbp.internal.select.average.SelectionFacts;
import dev.lbp.result.SampleResult;
import dev.lbp.select.prior.Heredity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes the page of a selection: what was found and whether it can be relied on, variables, models, coefficients,
 * sizes, the fit, and the chains if it was sampled.
 */
final class SelectionReport {

    /** The largest number of variables in pictures and tables: the most probable ones. */
    private static final int MOST_VARIABLES = 50;

    /** The largest numbers of models in the table, and in the picture. */
    private static final int MOST_MODELS = 100;

    private static final int MOST_PICTURED = 30;

    /** Models of less probability are in a table that is folded, and not in the picture. */
    private static final double LEAST_MODEL = 0.0005;

    private static final int MOST_PAIRS = 30;

    /** The largest number of new rows in the table of predictions. The file has all rows. */
    private static final int MOST_ROWS = 1_000;

    /** The decimals of probabilities, as in {@link SelectionSummary}. */
    private static final int DECIMALS = 7;

    /** The colour of a cell that stands for several coefficients. */
    private static final int SEVERAL = 3;

    /** The number of standard errors from a dot to each end of its bar. */
    private static final double BAR = 2.0;

    /** Sizes of less probability at the end are left out. */
    private static final double LEAST_SIZE = 1e-4;

    private final SelectionResult result;
    private final SelectionFacts facts;

    /** The variables in descending order of their probability, at most {@link #MOST_VARIABLES}. */
    private final List<SelectionResult.Variable> variables;

    private final List<SelectionResult.Model> models;
    private final List<SelectionResult.Coefficient> coefficients;

    SelectionReport(SelectionResult result) {
        this.result = result;
        this.facts = result.facts();
        this.variables =
                SelectionFindings.sorted(result).stream().limit(MOST_VARIABLES).toList();
        this.models = result.models(MOST_MODELS);
        this.coefficients = SelectionFindings.coefficients(result, variables);
    }

    String html() {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("variables", "Variables", this::writeVariables));
        sections.add(new Section("joint", "Variables together", this::writeJoint));
        sections.add(new Section("coefficients", "Coefficients", this::writeCoefficients));
        sections.add(new Section("models", "Models", this::writeModels));
        sections.add(new Section("sizes", "Model sizes", this::writeSizes));
        if (facts.data().scale() != SelectionFacts.Scale.NONE) {
            sections.add(new Section(
                    "fit", "Observed and predicted", html -> FitPictures.write(html, facts.data(), result::fitted)));
        }
        add(sections, result.priors(), "priors", "Other priors", this::writePriors);
        add(sections, result.heldOut(), "held-out", "Rows held out", this::writeHeldOut);
        add(sections, result.logScores(), "elpd", "Cross-validation", SelectionReport::writeLogScores);
        add(sections, result.predictions(), "predictions", "Predictions", this::writePredictions);
        add(sections, result.run(), "chains", "The chains", SelectionReport::writeChains);
        sections.add(new Section("run", "What was run", this::writeRun));
        return Page.of(
                "Variable selection for " + facts.response(),
                this::writeTop,
                sections,
                "Made by lbp-select. Probabilities are posterior probabilities under the priors named above.");
    }

    private static <T> void add(
            List<Section> sections, Optional<T> part, String id, String title, BiConsumer<Html, T> writer) {
        part.ifPresent(of -> sections.add(new Section(id, title, html -> writer.accept(html, of))));
    }

    /** Writes the box at the top: whether the results can be relied on, and what was found, in sentences. */
    private void writeTop(Html html) {
        List<String> verdict = SelectionFindings.verdict(result);
        boolean mixed = !verdict.isEmpty() && verdict.get(0).startsWith("mixed");
        // The page's style classes: "mixed" is that of results to rely on, exact ones too.
        html.newLine().open("div", "class", "verdict " + (result.isExact() || mixed ? "mixed" : "open"));
        html.element(
                "h2",
                result.isExact()
                        ? "Exact: all models were enumerated"
                        : mixed ? "Sampled, and the chains agree" : "Sampled: do not rely on these results yet");
        if (!result.isExact()) {
            html.paragraph("Verdict on the chains: " + verdict.get(0));
        }
        List<String> lines = new ArrayList<>(SelectionFindings.of(result));
        lines.replaceAll(found -> found.substring(0, 1).toUpperCase(Locale.ROOT) + found.substring(1));
        lines.add("Median probability model: " + SelectionFindings.median(result, ", "));
        lines.addAll(verdict.subList(Math.min(1, verdict.size()), verdict.size()));
        lines.addAll(result.notes());
        Page.reasons(html, lines);
        html.close();
    }

    private void writeRun(Html html) {
        Map<String, String> pairs = new LinkedHashMap<>();
        pairs.put("response", facts.response());
        pairs.put("observations", Numbers.count(facts.rows()));
        pairs.put("candidate variables", Numbers.count(facts.names().size()));
        if (!facts.always().isEmpty()) {
            pairs.put("always in", String.join(", ", facts.always()));
        }
        if (!facts.family().isEmpty()) {
            pairs.put("regression", facts.family());
        }
        result.estimatedSize().ifPresent(size -> pairs.put("size", Numbers.format("%.4g", size)));
        result.dispersion().ifPresent(ratio -> pairs.put("dispersion", Numbers.fixed(ratio, 3)));
        pairs.put("priors", facts.priors());
        if (result.heredity() != Heredity.NONE) {
            pairs.put("heredity", result.heredity() + ": " + SelectionFindings.allowed(result) + " are allowed");
        }
        Page.pairs(html, pairs);
    }

    /** A title that also says how many variables the page leaves out, if any. */
    private String titled(String what) {
        int left = facts.names().size() - variables.size();
        return left == 0
                ? what
                : what + ", the " + variables.size() + " most probable; " + Numbers.count(left) + " are left out";
    }

    private void writeVariables(Html html) {
        List<NamedBars.Row> bars = new ArrayList<>();
        boolean exact = result.isExact();
        for (SelectionResult.Variable one : variables) {
            double reach = exact ? Double.NaN : BAR * one.error();
            double p = one.probability();
            String text = Numbers.fixed(p, DECIMALS);
            bars.add(new NamedBars.Row(one.name(), p, p - reach, p + reach, Double.NaN, text));
        }
        String description = "The dashed line is at one half."
                + (exact ? "" : " A thin line reaches two standard errors of the simulation to both sides.");
        NamedBars.write(
                html,
                new Caption(titled("Probability that a variable is in the model"), description),
                Axis.of("P(in)", 0.0, 1.0),
                0.5,
                new String[] {"variable", "P(in)"},
                bars);
        html.newLine().open("details").element("summary", "Variable by variable");
        Columns<SelectionResult.Variable, String> columns = SelectionSummary.inclusion(exact);
        Page.longTable(html, titled("Probability that a variable is in"), columns.heads(), columns.rows(variables));
        html.close();
    }

    private void writeJoint(Html html) {
        JointInclusion joint = result.joint();
        JointTables.writePairs(html, variables, joint.pairs());
        boolean none = joint.sets().isEmpty();
        String caption = none ? JointTables.noSets(result).replaceFirst("^n", "N") : "Credible sets";
        table(html, caption, JointTables.sets(result.isExact()), none ? List.of() : joint.allSets());
        table(
                html,
                "Pairs that differ most from independent variables",
                JointTables.pairs(result.isExact()),
                joint.pairs().stream().limit(MOST_PAIRS).toList());
    }

    private static <T> void table(Html html, String caption, Columns<T, String> columns, List<T> rows) {
        Page.table(html, caption, columns.heads(), columns.rows(rows));
    }

    /** Writes coefficients of scaled columns as a picture, and in the units of the data and as ratios in tables. */
    private void writeCoefficients(Html html) {
        String percent = result.percent(SelectionResult.LEVEL);
        writeScaledCoefficients(html, percent);
        Columns<SelectionResult.Coefficient, String> columns = SelectionSummary.columns(result)
                .add("mean if in", one -> Numbers.text(one.meanIfIn()))
                .add("sd if in", one -> Numbers.text(one.sdIfIn()));
        List<SelectionResult.Coefficient> all = new ArrayList<>(result.alwaysIn());
        all.addAll(coefficients);
        Page.table(
                html,
                titled("Coefficients in the units of the data, averaged over models"),
                columns.heads(),
                columns.rows(all));
        result.ratio()
                .ifPresent(name -> table(
                        html,
                        titled("For one unit of a column, the " + name),
                        JointTables.ratios(name, percent),
                        coefficients));
    }

    private void writeScaledCoefficients(Html html, String percent) {
        List<NamedBars.Row> bars = new ArrayList<>();
        double reach = 0.0; // the largest finite end of a bar, from 0
        for (SelectionResult.Coefficient one : coefficients) {
            double unit = result.forecast.regression().deviation(facts.columns().indexOf(one.column()));
            double low = unit * one.lower();
            double high = unit * one.upper();
            double mean = unit * one.mean();
            for (double end : new double[] {low, high, mean}) {
                reach = Double.isFinite(end) ? Math.max(reach, Math.abs(end)) : reach;
            }
            String text = Numbers.text(mean)
                    + (Double.isNaN(low) ? "" : " [" + Numbers.text(low) + ", " + Numbers.text(high) + "]");
            bars.add(new NamedBars.Row(one.column(), Double.NaN, low, high, mean, text));
        }
        NamedBars.write(
                html,
                new Caption(
                        titled("Coefficients with their " + percent + " % intervals, averaged over models"),
                        "For columns of standard deviation 1, so that they can be compared. The dot is the mean. An"
                                + " interval of 0 alone says that the column is out with a probability of at least "
                                + percent + " %."),
                Axis.around("change for one standard deviation of the column", new double[] {-reach, reach}),
                0.0,
                new String[] {"column", "mean, interval"},
                bars);
    }

    /** Writes the probable models as a picture and as a table, and a table of the other models, both folded. */
    private void writeModels(Html html) {
        boolean exact = result.isExact();
        List<SelectionResult.Model> probable =
                models.stream().filter(this::isProbable).toList();
        writePicture(html, probable.subList(0, Math.min(MOST_PICTURED, probable.size())));
        Columns<SelectionResult.Model, String> columns = new Columns<SelectionResult.Model, String>()
                .add("rank", one -> String.valueOf(1 + models.indexOf(one)))
                .add(exact ? "probability" : "share of draws", one -> Numbers.fixed(one.probability(), DECIMALS))
                .addIf(!exact, "standard error", one -> Numbers.fixed(one.error(), 6))
                .addIf(!exact, "relative probability", one -> Numbers.fixed(one.relative(), 6))
                .add("log Bayes factor to no candidates", one -> Numbers.fixed(one.logEvidence(), 3))
                .add("Bayes factor to rank 1", one -> Numbers.text(one.bayesFactor(models.get(0))))
                .add("R\u00b2", one -> Numbers.fixed(one.rSquared(), 4))
                .add("variables", one -> SelectionFindings.variables(one, ", "));
        String caption = "The most probable models" + (exact ? "" : ", among those drawn");
        fold(html, "Model by model", caption, columns, probable);
        List<SelectionResult.Model> others =
                models.stream().filter(model -> !isProbable(model)).toList();
        String summary = Numbers.count(others.size(), "further model") + " of P < " + Numbers.fixed(LEAST_MODEL, 4);
        fold(html, summary, summary, columns, others);
        if (!exact) {
            html.paragraph(
                    "The share of draws estimates the posterior probability. The relative probability is the part of the"
                            + " probability of all models drawn, which have about "
                            + Numbers.fixed(SelectionFindings.drawnProbability(models), 2) + " of that of all models.");
        }
    }

    private static <T> void fold(Html html, String summary, String caption, Columns<T, String> columns, List<T> rows) {
        if (!rows.isEmpty()) {
            html.newLine().open("details").element("summary", summary);
            table(html, caption, columns, rows);
            html.close();
        }
    }

    private boolean isProbable(SelectionResult.Model model) {
        return (result.isExact() ? model.probability() : model.relative()) >= LEAST_MODEL
                || model.equals(models.get(0));
    }

    /** Draws models by the variables that one of them has. */
    private void writePicture(Html html, List<SelectionResult.Model> pictured) {
        boolean exact = result.isExact();
        List<String> shown = new ArrayList<>();
        for (SelectionResult.Variable one : variables) {
            if (pictured.stream().anyMatch(model -> model.variables().contains(one.name()))) {
                shown.add(one.name());
            }
        }
        int named = shown.size();
        if (pictured.stream().anyMatch(model -> !shown.containsAll(model.variables()))) {
            shown.add("(others)");
        }
        int[][] cells = new int[pictured.size()][shown.size()];
        List<String> labels = new ArrayList<>();
        for (int m = 0; m < cells.length; m++) {
            SelectionResult.Model model = pictured.get(m);
            Map<String, Double> means = new HashMap<>();
            result.coefficients(model, SelectionResult.LEVEL).forEach(one -> means.put(one.column(), one.mean()));
            Arrays.setAll( // 0 where a variable is not in the model; the last column is for variables without a name
                    cells[m],
                    j -> j == named
                            ? shown.containsAll(model.variables()) ? 0 : SEVERAL
                            : model.variables().contains(shown.get(j)) ? colour(means.get(shown.get(j))) : 0);
            labels.add(Numbers.fixed(exact ? model.probability() : model.relative(), 4));
        }
        if (shown.isEmpty()) {
            return;
        }
        double together = pictured.stream()
                .mapToDouble(SelectionResult.Model::probability)
                .sum();
        String description = "Each row is a model with its " + (exact ? "probability" : "relative probability")
                + ", the most probable first; each column a variable that one of them has, by descending probability. The "
                + pictured.size() + " models have together the " + (exact ? "probability " : "share of draws ")
                + Numbers.fixed(together, 3) + ".";
        boolean several = Arrays.stream(cells).flatMapToInt(Arrays::stream).anyMatch(cell -> cell == SEVERAL);
        List<String> legend = new ArrayList<>(List.of("in, positive", "in, negative"));
        if (several) {
            legend.add("in, a factor or other variables");
        }
        NamedCells.write(
                html,
                new Caption("Models by variables", description),
                shown,
                labels,
                cells,
                legend.toArray(String[]::new));
    }

    /** The colour's number by the sign of a variable's coefficient; null if the variable has several coefficients. */
    private static int colour(@Nullable Double mean) {
        return mean == null ? SEVERAL : mean >= 0.0 ? 1 : 2;
    }

    /** Draws the posterior and the prior probability of each size, up to the last one that is probable enough. */
    private void writeSizes(Html html) {
        double[] sizes = result.sizes();
        double[] prior = result.priorSizes();
        int last = sizes.length - 1;
        while (last > 1 && sizes[last] < LEAST_SIZE) {
            last--;
        }
        double[] shown = Arrays.copyOf(sizes, last + 1);
        double[] before = Arrays.copyOf(prior, last + 1);
        String description = "The mean is " + Numbers.fixed(SelectionFindings.mean(sizes), 2)
                + " variables; before the data it was " + Numbers.fixed(SelectionFindings.mean(prior), 2) + ".";
        double highest = Math.max(
                Arrays.stream(shown).max().orElse(1.0),
                Arrays.stream(before).max().orElse(1.0));
        new Plot(
                        new Caption("Probability of each number of variables", description),
                        Axis.counting("variables in the model", 0, last),
                        Axis.fromZero("probability", highest))
                .bars("from 0", new double[shown.length], shown)
                .dots("posterior", shown)
                .line("prior", 1, 0, 1, before) // in the colour of chain 1, at 0, 1, ..
                .writeTo(html);
        html.paragraph(description);
    }

    private void writePriors(Html html, PriorSensitivity table) {
        table(
                html,
                titled("Probability that a variable is in, by prior"),
                JointTables.priors(table, facts.names()),
                variables);
        Page.list(html, JointTables.lines(table, result.isExact()));
    }

    private static void writeLogScores(Html html, LogScores scores) {
        table(html, scores.title(), LogScores.columns(), scores.scores());
        Page.list(html, scores.notes());
    }

    private void writeHeldOut(Html html, HeldOut scores) {
        FitPictures.writeHeldOut(html, facts.data().scale(), scores);
    }

    private void writePredictions(Html html, Sheet<Integer> sheet) {
        List<Integer> rows = sheet.rows().stream().limit(MOST_ROWS).toList();
        String caption = "Predictions of new rows, with intervals of " + result.percent(Measures.LEVEL) + " %";
        Page.longTable(html, caption, sheet.columns().heads(), sheet.texts().rows(rows));
    }

    private static void writeChains(Html html, SampleResult run) {
        html.element("pre", run.summary(), "tabindex", "0");
    }
}
