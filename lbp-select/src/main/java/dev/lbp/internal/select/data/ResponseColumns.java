package dev.lbp.internal.select.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table that have the response, in the rows of the data and in rows that are held out.
 *
 * @param columns of the response: one; successes and trials; or times and events. None if the data are arrays
 * @param weights of the rows; null for 1
 */
public record ResponseColumns(
        List<String> columns, @Nullable String weights) {

    static final ResponseColumns NONE = new ResponseColumns(List.of(), null);
}
