package dev.lbp.select.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables for tests that no file holds. */
public final class Tables {

    private Tables() {}

    /** A table of numbers with one more column, the factor g. */
    public static Table withLevels(Table numbers, String[] levels) {
        List<String> names = new ArrayList<>(numbers.names());
        names.add("g");
        Map<String, double[]> columns = new LinkedHashMap<>();
        numbers.names().forEach(name -> columns.put(name, numbers.column(name)));
        return new Table(
                Origin.arrays(), numbers.rows(), names, columns, Map.of("g", levels), Map.of(), Map.of(), Map.of());
    }
}
