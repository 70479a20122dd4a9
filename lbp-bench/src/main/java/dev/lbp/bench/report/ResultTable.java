package dev.lbp.bench.report;

import dev.lbp.experiments.report.Spread;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measurements as a Markdown table: a row for each, a column for every parameter that varies, for the method if there
 * are several, for the score and every counter, and for figures derived from these. Figures are medians over samples
 * with the least and the largest.
 */
public final class ResultTable {

    private final List<Measurement> measurements;
    private final Map<String, Function<Measurement, String>> columns = new LinkedHashMap<>();

    /**
     * @param measurements at least one, all of one benchmark class
     */
    public ResultTable(List<Measurement> measurements) {
        this.measurements = measurements;
        for (String name : measurements.get(0).parameters().keySet()) {
            addUnlessConstant(name, m -> Objects.requireNonNull(m.parameters().get(name)));
        }
        addUnlessConstant("method", Measurement::method);
        measurements.get(0).units().forEach((label, unit) -> derive(title(label, unit), value(label)));
    }

    /** The heading of a column: label and unit; the score is named by its unit, and "#" stands for no unit. */
    private static String title(String label, String unit) {
        if (label.equals(Measurement.SCORE)) {
            return unit;
        }
        return unit.equals("#") ? label : label + ", " + unit;
    }

    /** Adds a column, unless it would have the same text in all rows. */
    private void addUnlessConstant(String title, Function<Measurement, String> text) {
        if (measurements.stream().map(text).distinct().count() > 1) {
            columns.put(title, text);
        }
    }

    /** Leaves out the score, for a benchmark with counters as its result. */
    public ResultTable countersOnly() {
        columns.remove(measurements.get(0).units().get(Measurement.SCORE));
        return this;
    }

    /** Adds a column of a figure computed from each sample. */
    public ResultTable derive(String title, ToDoubleFunction<Map<String, Double>> figure) {
        columns.put(title, m -> Spread.of(m.values(figure)).toString());
        return this;
    }

    /**
     * Adds a column of the scores divided by those of a baseline, sample by sample; see {@link #compare(String, String,
     * String)}.
     */
    public ResultTable compare(String parameter, String baseline) {
        return compare(Measurement.SCORE, parameter, baseline);
    }

    /**
     * Adds a column of the scores or a counter divided by those of a baseline, sample by sample. The baseline of a
     * measurement is the one with the value {@code baseline} of this parameter, and the same values of all other
     * parameters. The k-th samples of both ran in the same round.
     *
     * @param label of the counter, or {@link Measurement#SCORE}
     * @param parameter its name, or "method"
     */
    public ResultTable compare(String label, String parameter, String baseline) {
        columns.put("relative to " + baseline, m -> {
            Map<String, String> wanted = key(m);
            wanted.put(parameter, baseline);
            @Nullable Measurement base = measurements.stream()
                    .filter(other -> key(other).equals(wanted))
                    .findFirst()
                    .orElse(null);
            return base == null ? "" : Spread.of(ratios(label, m, base)).toString();
        });
        return this;
    }

    /** What identifies a measurement: its parameters and its method. */
    private static Map<String, String> key(Measurement m) {
        Map<String, String> key = new LinkedHashMap<>(m.parameters());
        key.put("method", m.method());
        return key;
    }

    /** The k-th score of a measurement divided by the k-th score of the baseline, for all k that both have. */
    private static double[] ratios(String label, Measurement m, Measurement base) {
        double[] scores = m.values(value(label));
        double[] others = base.values(value(label));
        double[] ratios = new double[Math.min(scores.length, others.length)];
        Arrays.setAll(ratios, k -> scores[k] / others[k]);
        return ratios;
    }

    private static ToDoubleFunction<Map<String, Double>> value(String label) {
        return sample -> Objects.requireNonNull(sample.get(label));
    }

    /** The table, with a line break at its end. */
    public String text() {
        StringBuilder text = new StringBuilder();
        appendRow(text, List.copyOf(columns.keySet()));
        appendRow(text, columns.keySet().stream().map(title -> "---").toList());
        for (Measurement m : measurements) {
            appendRow(
                    text,
                    columns.values().stream().map(column -> column.apply(m)).toList());
        }
        return text.toString();
    }

    private static void appendRow(StringBuilder text, List<String> cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }
}
