package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.select.average.SelectionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The tables of a result, as comma-separated values and as JSON. */
final class SelectionFiles {

    private static final int MOST_MODELS = 1_000;

    private SelectionFiles() {}

    /**
     * Writes tables.
     *
     * @param names of the files to write; all if empty
     * @throws IllegalArgumentException if there is no table of a name
     */
    static void write(SelectionResult result, Path directory, String... names) throws IOException {
        Map<String, Supplier<Sheet<?>>> tables = new LinkedHashMap<>();
        sheets(result).forEach((name, sheet) -> tables.put(name + ".csv", sheet));
        for (String name : names) {
            Check.that(tables.containsKey(name), "be one of " + tables.keySet(), "tables", name);
        }
        Files.createDirectories(directory);
        for (Map.Entry<String, Supplier<Sheet<?>>> table : tables.entrySet()) {
            if (names.length == 0 || List.of(names).contains(table.getKey())) {
                table.getValue().get().writeCsv(directory.resolve(table.getKey()));
            }
        }
    }

    /** The tables of a result by their names. */
    static Map<String, Supplier<Sheet<?>>> sheets(SelectionResult result) {
        Map<String, Supplier<Sheet<?>>> sheets = new LinkedHashMap<>();
        sheets.put("inclusion", () -> inclusion(result));
        sheets.put("coefficients", () -> coefficients(result));
        sheets.put("models", () -> models(result));
        sheets.put("sizes", () -> sizes(result));
        sheets.put(
                "pairs",
                () -> Sheet.of(JointInclusion.Pair.class, result.joint().pairs()));
        sheets.put("sets", () -> sets(result.joint().allSets()));
        result.priors().ifPresent(table -> sheets.put("priors", () -> priors(table)));
        result.heldOut()
                .ifPresent(scores -> sheets.put("scores", () -> Sheet.of(HeldOut.Score.class, scores.scores())));
        result.logScores()
                .ifPresent(scores -> sheets.put("elpd", () -> Sheet.of(LogScores.Score.class, scores.scores())));
        result.predictions().ifPresent(sheet -> sheets.put("predictions", () -> sheet));
        return sheets;
    }

    private static Sheet<SelectionResult.Variable> inclusion(SelectionResult result) {
        return new Sheet<>(
                new Columns<SelectionResult.Variable, Object>()
                        .add("variable", SelectionResult.Variable::name)
                        .add("probability", SelectionResult.Variable::probability)
                        .add("error", SelectionResult.Variable::error)
                        .add("prior", SelectionResult.Variable::prior)
                        .add("bayes_factor", SelectionResult.Variable::bayesFactor),
                result.inclusion());
    }

    private static Sheet<SelectionResult.Model> models(SelectionResult result) {
        List<SelectionResult.Model> models = result.models(MOST_MODELS);
        return new Sheet<>(
                new Columns<SelectionResult.Model, Object>()
                        .add("probability", SelectionResult.Model::probability)
                        .add("error", SelectionResult.Model::error)
                        .add("relative_probability", SelectionResult.Model::relative)
                        .add("log_evidence", SelectionResult.Model::logEvidence)
                        .add("bayes_factor_to_best", one -> one.bayesFactor(models.get(0)))
                        .add("r_squared", SelectionResult.Model::rSquared)
                        .add("size", one -> one.variables().size())
                        .add("variables", SelectionResult.Model::variables),
                models);
    }

    private static Sheet<Integer> sizes(SelectionResult result) {
        double[] prior = result.priorSizes();
        double[] sizes = result.sizes();
        return new Sheet<>(
                new Columns<Integer, Object>()
                        .add("size", size -> size)
                        .add("prior", size -> prior[size])
                        .add("probability", size -> sizes[size]),
                Forecast.numbers(sizes.length));
    }

    private static Sheet<PriorSensitivity.Cell> priors(PriorSensitivity table) {
        return new Sheet<>(
                new Columns<PriorSensitivity.Cell, Object>()
                        .add("variable", one -> one.variable().name())
                        .add("prior", one -> one.prior().label())
                        .add("probability", one -> one.variable().probability())
                        .add("error", one -> one.variable().error()),
                table.cells().toList());
    }

    private static Sheet<SelectionResult.Coefficient> coefficients(SelectionResult result) {
        String ratio = result.ratio().map(name -> name.replace(' ', '_')).orElse("");
        String lower = "lower_" + result.percent(SelectionResult.LEVEL);
        String upper = lower.replace("lower", "upper");
        List<SelectionResult.Coefficient> all = new ArrayList<>(result.alwaysIn());
        all.addAll(result.coefficients());
        return new Sheet<>(
                new Columns<SelectionResult.Coefficient, Object>()
                        .add("column", SelectionResult.Coefficient::column)
                        .add("probability", SelectionResult.Coefficient::probability)
                        .add("mean", SelectionResult.Coefficient::mean)
                        .add("error", SelectionResult.Coefficient::error)
                        .add("sd", SelectionResult.Coefficient::sd)
                        .add("mean_if_in", SelectionResult.Coefficient::meanIfIn)
                        .add("sd_if_in", SelectionResult.Coefficient::sdIfIn)
                        .add(lower, SelectionResult.Coefficient::lower)
                        .add(upper, SelectionResult.Coefficient::upper)
                        .add("positive", SelectionResult.Coefficient::positive)
                        .add("negative", SelectionResult.Coefficient::negative)
                        .addIf(!ratio.isEmpty(), ratio, SelectionResult.Coefficient::ratio)
                        .addIf(!ratio.isEmpty(), ratio + "_" + lower, SelectionResult.Coefficient::lowerRatio)
                        .addIf(!ratio.isEmpty(), ratio + "_" + upper, SelectionResult.Coefficient::upperRatio),
                all);
    }

    private static Sheet<JointInclusion.CredibleSet> sets(List<JointInclusion.CredibleSet> sets) {
        return new Sheet<>(
                new Columns<JointInclusion.CredibleSet, Object>()
                        .add("set", one -> one.variables().isEmpty() ? "all" : String.valueOf(1 + sets.indexOf(one)))
                        .add("probability", JointInclusion.CredibleSet::probability)
                        .add("error", JointInclusion.CredibleSet::error)
                        .add("variables", JointInclusion.CredibleSet::variables),
                sets);
    }

    /** One JSON object of all tables, and of the facts on data and priors that a summary has. */
    static String json(SelectionResult result) {
        SelectionFacts facts = result.facts();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("format", "lbp-select 1");
        all.put("response", facts.response());
        all.put("observations", facts.rows());
        all.put("regression", facts.family().isEmpty() ? "linear regression" : facts.family());
        all.put("priors_named", facts.priors());
        all.put("heredity", result.heredity().toString());
        all.put("allowed_models", result.allowedModels());
        all.put("always_in", facts.always());
        all.put("exact", result.isExact());
        result.run().ifPresent(run -> {
            all.put("chains", run.chains());
            all.put("draws", run.draws());
        });
        all.put("verdict", SelectionFindings.verdict(result));
        all.put("notes", result.notes());
        result.sized().ifPresent(one -> {
            all.put("size", one.assumed());
            all.put("size_log_sd", one.logSd());
        });
        result.dispersion().ifPresent(ratio -> all.put("dispersion", ratio));
        all.put("level", result.level(SelectionResult.LEVEL));
        all.put("median_model", result.medianModel().variables());
        sheets(result).forEach((name, sheet) -> all.put(name, sheet.get().objects()));
        return Json.of(all);
    }
}
