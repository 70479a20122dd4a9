package dev.lbp.select;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.html.Numbers;
import dev.lbp.select.data.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/** Writes a result as comma-separated values. */
final class SelectionFiles {

    private static final int MOST_MODELS = 1_000;

    /** Names with blanks between them; a name with a blank or a quotation mark is quoted. */
    private static final CSVFormat NAMES =
            CSVFormat.RFC4180.builder().setDelimiter(' ').get();

    private SelectionFiles() {}

    /**
     * Writes tables.
     *
     * @param names those to write; all if empty
     * @throws IllegalArgumentException if there is no table of a name
     */
    static void write(SelectionResult result, Path directory, String... names) throws IOException {
        Map<String, Rows> tables = tables(result);
        for (String name : names) {
            Check.that(tables.containsKey(name), "be one of " + tables.keySet(), "tables", name);
        }
        Files.createDirectories(directory);
        for (Map.Entry<String, Rows> table : tables.entrySet()) {
            if (names.length == 0 || List.of(names).contains(table.getKey())) {
                write(directory.resolve(table.getKey()), table.getValue());
            }
        }
    }

    private static Map<String, Rows> tables(SelectionResult result) {
        Map<String, Rows> tables = new LinkedHashMap<>();
        tables.put(
                "inclusion.csv",
                csv -> print(
                        csv,
                        new Columns<SelectionResult.Variable, Object>()
                                .add("variable", one -> ForeignText.cell(one.name()))
                                .add("probability", SelectionResult.Variable::probability)
                                .add("error", SelectionResult.Variable::error),
                        result.inclusion()));
        tables.put("coefficients.csv", csv -> {
            List<SelectionResult.Coefficient> all = new ArrayList<>(result.alwaysIn());
            all.addAll(result.coefficients());
            print(
                    csv,
                    new Columns<SelectionResult.Coefficient, Object>()
                            .add("column", one -> ForeignText.cell(one.column()))
                            .add("probability", SelectionResult.Coefficient::probability)
                            .add("mean", SelectionResult.Coefficient::mean)
                            .add("error", SelectionResult.Coefficient::error)
                            .add("sd", SelectionResult.Coefficient::sd)
                            .add("mean_if_in", SelectionResult.Coefficient::meanIfIn)
                            .add("sd_if_in", SelectionResult.Coefficient::sdIfIn)
                            .add("lower_95", SelectionResult.Coefficient::lower)
                            .add("upper_95", SelectionResult.Coefficient::upper)
                            .add("positive", SelectionResult.Coefficient::positive)
                            .add("negative", SelectionResult.Coefficient::negative),
                    all);
        });
        tables.put("models.csv", csv -> {
            List<SelectionResult.Model> models = result.models(MOST_MODELS);
            print(
                    csv,
                    new Columns<SelectionResult.Model, Object>()
                            .add("probability", SelectionResult.Model::probability)
                            .add("error", SelectionResult.Model::error)
                            .add("relative_probability", SelectionResult.Model::relative)
                            .add("log_evidence", SelectionResult.Model::logEvidence)
                            .add("bayes_factor_to_best", one -> one.bayesFactor(models.get(0)))
                            .add("r_squared", SelectionResult.Model::rSquared)
                            .add("size", one -> one.variables().size())
                            .add("variables", SelectionFiles::names),
                    models);
        });
        tables.put("sizes.csv", csv -> {
            double[] prior = result.priorSizes();
            double[] sizes = result.sizes();
            Columns<Integer, Object> columns = new Columns<Integer, Object>()
                    .add("size", size -> size)
                    .add("prior", size -> prior[size])
                    .add("probability", size -> sizes[size]);
            print(csv, columns, numbers(sizes.length));
        });
        result.priors()
                .ifPresent(table -> tables.put(
                        "priors.csv",
                        csv -> print(
                                csv,
                                new Columns<PriorSensitivity.Cell, Object>()
                                        .add("variable", one -> ForeignText.cell(one.variable().name()))
                                        .add("prior", one -> one.prior().label())
                                        .add("probability", one -> one.variable().probability())
                                        .add("error", one -> one.variable().error()),
                                table.cells().toList())));
        result.heldOut()
                .ifPresent(scores -> tables.put(
                        "scores.csv",
                        csv -> print(
                                csv,
                                new Columns<HeldOut.Score, Object>()
                                        .add("measure", HeldOut.Score::measure)
                                        .add("predictor", HeldOut.Score::predictor)
                                        .add("value", HeldOut.Score::value)
                                        .add("error", HeldOut.Score::error),
                                scores.scores())));
        return tables;
    }

    private static String names(SelectionResult.Model model) {
        return NAMES.format(model.variables().stream().map(ForeignText::cell).toArray());
    }

    private static List<Integer> numbers(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    static void writePredictions(
            Path file, String mean, List<Prediction> predictions, double[] times, double[][] survival)
            throws IOException {
        boolean hasResponse = predictions.stream().anyMatch(one -> !Double.isNaN(one.lower()));
        Columns<Integer, Object> columns = new Columns<Integer, Object>()
                .add("row", t -> t + 1)
                .add(mean, t -> predictions.get(t).mean())
                .add(mean + "_lower", t -> predictions.get(t).lowerOfMean())
                .add(mean + "_upper", t -> predictions.get(t).upperOfMean())
                .addIf(hasResponse, "sd", t -> predictions.get(t).sd())
                .addIf(hasResponse, "lower", t -> predictions.get(t).lower())
                .addIf(hasResponse, "upper", t -> predictions.get(t).upper());
        numbers(times.length)
                .forEach(k -> columns.add("survival_at_" + Numbers.shortest(times[k]), t -> survival[t][k]));
        write(file, csv -> print(csv, columns, numbers(predictions.size())));
    }

    private static <T> void print(CSVPrinter csv, Columns<T, Object> columns, List<T> all) throws IOException {
        csv.printRecord(columns.heads());
        for (T one : all) {
            csv.printRecord(columns.row(one));
        }
    }

    private interface Rows {
        void printTo(CSVPrinter csv) throws IOException;
    }

    private static void write(Path file, Rows rows) throws IOException {
        StringBuilder text = new StringBuilder();
        try (CSVPrinter csv = new CSVPrinter(text, CSVFormat.RFC4180)) {
            rows.printTo(csv);
        }
        WholeFile.replace(file, text);
    }
}
