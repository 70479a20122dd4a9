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
        tables.put("inclusion.csv", csv -> {
            csv.printRecord("variable", "probability", "error");
            for (SelectionResult.Variable one : result.inclusion()) {
                csv.printRecord(ForeignText.cell(one.name()), one.probability(), one.error());
            }
        });
        tables.put("coefficients.csv", csv -> {
            csv.printRecord(
                    "column",
                    "probability",
                    "mean",
                    "error",
                    "sd",
                    "mean_if_in",
                    "sd_if_in",
                    "lower_95",
                    "upper_95",
                    "positive",
                    "negative");
            print(csv, result.alwaysIn());
            print(csv, result.coefficients());
        });
        tables.put("models.csv", csv -> {
            csv.printRecord(
                    "probability",
                    "error",
                    "relative_probability",
                    "log_evidence",
                    "bayes_factor_to_best",
                    "r_squared",
                    "size",
                    "variables");
            List<SelectionResult.Model> models = result.models(MOST_MODELS);
            for (SelectionResult.Model one : models) {
                csv.printRecord(
                        one.probability(),
                        one.error(),
                        one.relative(),
                        one.logEvidence(),
                        one.bayesFactor(models.get(0)),
                        one.rSquared(),
                        one.variables().size(),
                        NAMES.format(
                                one.variables().stream().map(ForeignText::cell).toArray()));
            }
        });
        tables.put("sizes.csv", csv -> {
            csv.printRecord("size", "prior", "probability");
            double[] prior = result.priorSizes();
            double[] sizes = result.sizes();
            for (int size = 0; size < sizes.length; size++) {
                csv.printRecord(size, prior[size], sizes[size]);
            }
        });
        if (result.heldOut().isPresent()) {
            tables.put("scores.csv", csv -> {
                csv.printRecord("measure", "predictor", "value", "error");
                for (HeldOut.Score one : result.heldOut().get().scores()) {
                    csv.printRecord(one.measure(), one.predictor(), one.value(), one.error());
                }
            });
        }
        return tables;
    }

    private static void print(CSVPrinter csv, List<SelectionResult.Coefficient> coefficients) throws IOException {
        for (SelectionResult.Coefficient one : coefficients) {
            csv.printRecord(
                    ForeignText.cell(one.column()),
                    one.probability(),
                    one.mean(),
                    one.error(),
                    one.sd(),
                    one.meanIfIn(),
                    one.sdIfIn(),
                    one.lower(),
                    one.upper(),
                    one.positive(),
                    one.negative());
        }
    }

    static void writePredictions(
            Path file, String mean, List<Prediction> predictions, double[] times, double[][] survival)
            throws IOException {
        boolean hasResponse = predictions.stream().anyMatch(one -> !Double.isNaN(one.lower()));
        List<Object> head = new ArrayList<>(List.of("row", mean, mean + "_lower", mean + "_upper"));
        if (hasResponse) {
            head.addAll(List.of("sd", "lower", "upper"));
        }
        for (double time : times) {
            head.add("survival_at_" + Numbers.shortest(time));
        }
        write(file, csv -> {
            csv.printRecord(head);
            for (int t = 0; t < predictions.size(); t++) {
                Prediction one = predictions.get(t);
                List<Object> row = new ArrayList<>(List.of(t + 1, one.mean(), one.lowerOfMean(), one.upperOfMean()));
                if (hasResponse) {
                    row.addAll(List.of(one.sd(), one.lower(), one.upper()));
                }
                for (int k = 0; k < times.length; k++) {
                    row.add(survival[t][k]);
                }
                csv.printRecord(row);
            }
        });
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
