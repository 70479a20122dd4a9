package dev.lbp.select;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a table: their heads, and functions that make the cells of a row.
 *
 * @param <T> the object that a row describes
 * @param <C> the type of a cell
 */
final class Columns<T, C> {

    private final List<String> heads = new ArrayList<>();
    private final List<Function<? super T, ? extends C>> cells = new ArrayList<>();

    Columns<T, C> add(String head, Function<? super T, ? extends C> cell) {
        heads.add(head);
        cells.add(cell);
        return this;
    }

    /** Adds a column if {@code wanted}. */
    Columns<T, C> addIf(boolean wanted, String head, Function<? super T, ? extends C> cell) {
        return wanted ? add(head, cell) : this;
    }

    List<String> heads() {
        return heads;
    }

    List<C> row(T of) {
        return cells.stream().<C>map(cell -> cell.apply(of)).toList();
    }

    List<List<C>> rows(List<? extends T> all) {
        return all.stream().map(this::row).toList();
    }
}
