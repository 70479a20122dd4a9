package dev.lbp.experiments.frame;

import dev.lbp.experiments.report.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Plans the cells of a table: their keys, their cost, and how each is measured. A cell is one row of measured values;
 * its key is the combination of settings that it belongs to. The keys are all combinations of the values of the axes;
 * the last axis changes fastest. A lab measures the cells that the table does not have yet.
 */
public final class CellPlan {

    private final CellTable table;
    private List<Row> keys;
    private ToDoubleFunction<Row> work = key -> 0.0;
    private CellTable.Measurement measurement = key -> key;
    private boolean parallel;

    private CellPlan(CellTable table, List<Row> keys) {
        this.table = table;
        this.keys = keys;
    }

    /** A plan without axes: one cell for each key. */
    public static CellPlan of(CellTable table, Row... keys) {
        return new CellPlan(table, List.of(keys));
    }

    /** A plan without axes: one cell for each key. */
    public static CellPlan of(CellTable table, Collection<Row> keys) {
        return new CellPlan(table, List.copyOf(keys));
    }

    /**
     * Adds an axis whose values depend on the axes before it. {@link Row#part} of a key returns the value itself.
     *
     * @param text the text of a value in the column
     */
    public <T> CellPlan axis(String column, Function<Row, ? extends Stream<T>> values, Function<T, ?> text) {
        keys = keys.stream()
                .flatMap(key -> values.apply(key)
                        .map(value -> key.with(column, text.apply(value)).behind(value)))
                .toList();
        return this;
    }

    public <T> CellPlan axis(String column, Collection<T> values, Function<T, ?> text) {
        return axis(column, key -> values.stream(), text);
    }

    public <T> CellPlan axis(String column, T[] values, Function<T, ?> text) {
        return axis(column, key -> Arrays.stream(values), text);
    }

    public CellPlan axis(String column, double... values) {
        return axis(column, key -> DoubleStream.of(values).boxed(), value -> value);
    }

    public CellPlan axis(String column, int... values) {
        return axis(column, key -> IntStream.of(values).boxed(), value -> value);
    }

    /** Adds an axis of the numbers from 1 to {@code count}. */
    public CellPlan repeated(String column, int count) {
        return axis(column, key -> IntStream.rangeClosed(1, count).boxed(), value -> value);
    }

    /** Leaves out the keys that do not fit. */
    public CellPlan where(Predicate<Row> fits) {
        keys = keys.stream().filter(fits).toList();
        return this;
    }

    /** Sorts the cells. Cells that compare as equal keep their order. */
    public CellPlan sorted(Comparator<Row> order) {
        keys = keys.stream().sorted(order).toList();
        return this;
    }

    /** Sets the work of a cell, in estimated seconds of one thread. */
    public CellPlan work(ToDoubleFunction<Row> seconds) {
        work = seconds;
        return this;
    }

    /** Sets how a cell is measured. */
    public CellPlan measured(CellTable.Measurement cell) {
        measurement = cell;
        return this;
    }

    /** Measures cells side by side, each in one thread. */
    public CellPlan parallel() {
        parallel = true;
        return this;
    }

    /** The keys of the cells that the table does not have, in the order in which they are measured. */
    public List<Row> missing() {
        return keys.stream().filter(key -> table.find(key).isEmpty()).toList();
    }

    /** The estimated seconds of the missing cells. */
    public double work() {
        return missing().stream().mapToDouble(work).sum();
    }

    /** Measures the missing cells, and adds each to the table as soon as it is done. */
    public void measure(int threads) throws IOException {
        if (parallel) {
            List<Callable<Row>> cells = new ArrayList<>();
            missing().forEach(key -> cells.add(() -> measurement.of(key)));
            ParallelCells.measure(threads, table, cells);
        } else {
            for (Row key : missing()) {
                table.cell(key, measurement);
            }
        }
    }
}
