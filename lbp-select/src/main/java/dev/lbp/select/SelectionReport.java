package dev.lbp.select;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The page of a selection: variables, model sizes, models, coefficients, and the verdict of the chains if it was
 * sampled.
 */
final class SelectionReport {

    /** Variables in the plot of inclusion, and rows of tables: the most probable. */
    private static final int MOST_VARIABLES = 60;

    private static final int MOST_MODELS = 100;

    /** The number of standard errors from a dot to each end of its bar. */
    private static final double BAR = 2.0;

    /** Room on the axis beyond 0 and 1, for dots at these values. */
    private static final double MARGIN = 0.03;

    private final SelectionResult result;
    private final Facts facts;

    /** The variables in descending order of their probability, at most {@link #MOST_VARIABLES}. */
    private final List<SelectionResult.Variable> variables;

    SelectionReport(SelectionResult result) {
        this.result = result;
        this.facts = result.facts();
        this.variables = result.inclusion().stream()
                .sorted(Comparator.comparingDouble(SelectionResult.Variable::probability)
                        .reversed())
                .limit(MOST_VARIABLES)
                .toList();
    }

    String html() {
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("variables", "Variables", this::writeVariables));
        sections.add(new Section("sizes", "Model sizes", this::writeSizes));
        sections.add(new Section("models", "Models", this::writeModels));
        sections.add(new Section("coefficients", "Coefficients", this::writeCoefficients));
        result.heldOut()
                .ifPresent(scores ->
                        sections.add(new Section("held-out", "Rows held out", html -> writeHeldOut(html, scores))));
        result.run()
                .ifPresent(run -> sections.add(new Section(
                        "chains", "The chains", html -> html.element("pre", run.summary(), "tabindex", "0"))));
        return Page.of(
                "Variable selection for " + facts.response(),
                this::writeTop,
                sections,
                "Made by lbp-select. Probabilities are posterior probabilities under the priors named at the top.");
    }

    private void writeTop(Html html) {
        List<String[]> pairs = new ArrayList<>();
        pairs.add(new String[] {"response", facts.response()});
        pairs.add(new String[] {"observations", Numbers.count(facts.rows())});
        pairs.add(
                new String[] {"candidate variables", Numbers.count(facts.names().size())});
        if (!facts.always().isEmpty()) {
            pairs.add(new String[] {"always in", String.join(", ", facts.always())});
        }
        if (!facts.family().isEmpty()) {
            pairs.add(new String[] {"regression", facts.family()});
        }
        pairs.add(new String[] {"priors", facts.priors()});
        pairs.add(new String[] {
            "method",
            result.isExact() ? "exact: all models were enumerated" : "sampled: errors are those of the simulation"
        });
        Page.pairs(html, pairs);
    }

    private String counted(String what) {
        int p = facts.names().size();
        return variables.size() < p ? what + ", the " + variables.size() + " most probable of " + p : what;
    }

    private void writeVariables(Html html) {
        int count = variables.size();
        double[] probabilities = new double[count];
        double[] lows = new double[count];
        double[] highs = new double[count];
        List<List<String>> rows = new ArrayList<>();
        for (int j = 0; j < count; j++) {
            SelectionResult.Variable variable = variables.get(j);
            double reach = Double.isNaN(variable.error()) ? 0.0 : BAR * variable.error();
            probabilities[j] = variable.probability();
            lows[j] = Math.max(0.0, probabilities[j] - reach);
            highs[j] = Math.min(1.0, probabilities[j] + reach);
            String probability = Numbers.fixed(probabilities[j], 5);
            rows.add(
                    result.isExact()
                            ? List.of(variable.name(), probability)
                            : List.of(variable.name(), probability, Numbers.fixed(variable.error(), 5)));
        }
        String description = "From " + Numbers.fixed(probabilities[0], 3) + " for "
                + variables.get(0).name() + " down to " + Numbers.fixed(probabilities[count - 1], 3) + " for "
                + variables.get(count - 1).name() + ".";
        Plot plot = new Plot(
                new Caption(counted("Probability that a variable is in the model"), description),
                Axis.counting("variable, in the order of the table", 0, Math.max(1.0, count - 1.0)),
                Axis.of("P(in)", -MARGIN, 1.0 + MARGIN));
        plot.level("one half", 0.5);
        if (result.isExact()) {
            plot.bars("from 0", new double[count], probabilities);
        } else {
            plot.bars("two standard errors up and down", lows, highs);
        }
        plot.dots("P(in)", probabilities).writeTo(html);
        List<String> head =
                result.isExact() ? List.of("variable", "P(in)") : List.of("variable", "P(in)", "standard error");
        Page.longTable(html, counted("Probability that a variable is in"), head, rows);
    }

    private void writeSizes(Html html) {
        double[] sizes = result.sizes();
        int last = sizes.length - 1;
        while (last > 1 && sizes[last] < 1e-6) {
            last--;
        }
        double[] shown = Arrays.copyOf(sizes, last + 1);
        double mean = 0.0;
        for (int size = 0; size <= last; size++) {
            mean += size * sizes[size];
        }
        new Plot(
                        new Caption(
                                "Probability of each number of variables",
                                "The mean is " + Numbers.fixed(mean, 2) + " variables."),
                        Axis.counting("variables in the model", 0, last),
                        Axis.fromZero("probability", Arrays.stream(shown).max().orElse(1.0)))
                .bars("from 0", new double[shown.length], shown)
                .dots("probability", shown)
                .writeTo(html);
        html.element("p", "The mean is " + Numbers.fixed(mean, 2) + " variables.");
    }

    private void writeModels(Html html) {
        List<SelectionResult.Model> models = result.models(MOST_MODELS);
        Map<String, Integer> columns = new HashMap<>();
        for (int j = 0; j < variables.size(); j++) {
            columns.put(variables.get(j).name(), j);
        }
        double[][] cells = new double[models.size()][variables.size()];
        List<List<String>> rows = new ArrayList<>();
        double[] probabilities = new double[models.size()];
        for (int m = 0; m < models.size(); m++) {
            SelectionResult.Model model = models.get(m);
            for (String name : model.variables()) {
                Integer column = columns.get(name);
                if (column != null) {
                    cells[m][column] = 1.0;
                }
            }
            probabilities[m] = model.probability();
            rows.add(List.of(
                    String.valueOf(m + 1),
                    Numbers.fixed(model.probability(), 6),
                    result.isExact() ? "\u2013" : Numbers.fixed(model.frequency(), 5),
                    Numbers.fixed(model.rSquared(), 4),
                    model.variables().isEmpty() ? "(none)" : String.join(", ", model.variables())));
        }
        String title = "Models by variables: row 1 is the most probable model, columns as in the table of variables";
        String description = "A light cell is a variable that is in. The "
                + models.size() + " models shown have together the probability "
                + Numbers.fixed(Arrays.stream(probabilities).sum(), 4) + ".";
        HeatMap.rows(html, new Caption(title, description), cells, "out", "", "in");
        html.element("p", description);
        html.newLine().open("details").element("summary", "Model by model");
        Page.table(
                html,
                "The most probable models" + (result.isExact() ? "" : ", among those drawn"),
                List.of("rank", "probability", "part of draws", "R\u00b2", "variables"),
                rows);
        html.close();
    }

    private void writeCoefficients(Html html) {
        Map<String, SelectionResult.Coefficient> byColumn = new HashMap<>();
        result.coefficients().forEach(one -> byColumn.put(one.column(), one));
        List<List<String>> rows = new ArrayList<>();
        for (SelectionResult.Variable variable : variables) {
            for (String column : facts.newData().columnNames(variable.name())) {
                SelectionResult.Coefficient one = Objects.requireNonNull(byColumn.get(column));
                rows.add(List.of(
                        column,
                        Numbers.text(one.mean()),
                        Numbers.text(one.sd()),
                        Numbers.text(one.meanIfIn()),
                        Numbers.text(one.sdIfIn())));
            }
        }
        Page.table(
                html,
                counted("Coefficients in the units of the data, averaged over models"),
                List.of("column", "mean", "sd", "mean if in", "sd if in"),
                rows);
    }

    private static void writeHeldOut(Html html, HeldOut scores) {
        List<String> head = new ArrayList<>(List.of("measure"));
        scores.predictors().forEach(name -> head.addAll(List.of(name, "standard error")));
        List<List<String>> rows = new ArrayList<>();
        for (String measure : scores.measures()) {
            List<String> row = new ArrayList<>(List.of(measure));
            for (String predictor : scores.predictors()) {
                HeldOut.Score score = scores.score(measure, predictor);
                row.add(Numbers.text(score.value()));
                row.add(Numbers.text(score.error()));
            }
            rows.add(row);
        }
        Page.table(html, Numbers.count(scores.rows(), "row") + " held out: how well they were predicted", head, rows);
    }
}
