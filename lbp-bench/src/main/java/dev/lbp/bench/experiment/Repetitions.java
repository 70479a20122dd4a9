package dev.lbp.bench.experiment;

import dev.lbp.bench.report.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A group of rows that differ only in their seed. */
final class Repetitions {

    /** The number of repetitions over seeds. */
    static final int SEEDS = 5;

    private final List<Row> rows;

    private Repetitions(List<Row> rows) {
        this.rows = rows;
    }

    /**
     * Groups rows that are equal in some columns.
     *
     * @return the groups in the order of their first rows
     */
    static List<Repetitions> of(List<Row> rows, List<String> columns) {
        Map<List<String>, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : rows) {
            groups.computeIfAbsent(columns.stream().map(row::text).toList(), key -> new ArrayList<>())
                    .add(row);
        }
        return groups.values().stream().map(Repetitions::new).toList();
    }

    /** The common text in a column. */
    String text(String column) {
        return rows.get(0).text(column);
    }

    double number(String column) {
        return rows.get(0).number(column);
    }

    /** The mean over seeds, and its standard error from their spread. */
    Estimate mean(String column) {
        return Estimate.of(values(column));
    }

    /** The median over seeds. For times: other work of the machine can only lengthen them. */
    double median(String column) {
        return Spread.of(values(column)).median();
    }

    private double[] values(String column) {
        return rows.stream().mapToDouble(row -> row.number(column)).toArray();
    }

    int count() {
        return rows.size();
    }

    /** The groups with the given text in a column. */
    static List<Repetitions> with(List<Repetitions> groups, String column, Object text) {
        String wanted = Objects.toString(text);
        return groups.stream()
                .filter(group -> group.text(column).equals(wanted))
                .toList();
    }

    /** A number of each group. */
    static double[] numbers(List<Repetitions> groups, String column) {
        return groups.stream().mapToDouble(group -> group.number(column)).toArray();
    }

    static double[] means(List<Repetitions> groups, String column) {
        return groups.stream().mapToDouble(group -> group.mean(column).mean()).toArray();
    }

    static double[] errors(List<Repetitions> groups, String column) {
        return groups.stream().mapToDouble(group -> group.mean(column).error()).toArray();
    }
}
