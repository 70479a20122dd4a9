package dev.lbp.internal.html;

import dev.lbp.internal.html.Plot.Caption;
import java.util.List;

/**
 * A picture of some rows by some columns, both with names. A cell is empty, or has one of the first colours of
 * {@link Palette}. Column names stand upright.
 */
public final class NamedCells {

    /** The largest number of characters of an upright name, which fit into 12 rem. */
    private static final int MOST_CHARACTERS = 26;

    private NamedCells() {}

    /** Shortens a long name in the middle, since names often differ at their beginning or end. */
    private static String shortened(String name) {
        int[] points = name.codePoints().toArray();
        if (points.length <= MOST_CHARACTERS) {
            return name;
        }
        int head = MOST_CHARACTERS / 2 - 1;
        int tail = MOST_CHARACTERS - 1 - head;
        return new String(points, 0, head) + "\u2026" + new String(points, points.length - tail, tail);
    }

    /**
     * Writes the figure. A reader without images hears its description.
     *
     * @param cells [rows][columns]: 0 for an empty cell, k for colour k - 1
     * @param legend the meaning of each colour
     */
    public static void write(
            Html html, Caption caption, List<String> columns, List<String> rows, int[][] cells, String... legend) {
        html.newLine().open("figure").element("figcaption", caption.title());
        html.element("p", caption.description(), "class", "unit before");
        html.open("ul", "class", "legend");
        for (int k = 0; k < legend.length; k++) {
            html.open("li")
                    .open("i", "class", "key c" + k)
                    .close()
                    .text(legend[k])
                    .close();
        }
        html.close();
        html.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", caption.title());
        html.open("table", "class", "cells", "role", "img", "aria-label", caption.description());
        html.open("tr").element("td", "");
        for (String column : columns) {
            html.open("th").element("span", shortened(column), "title", column).close();
        }
        html.close();
        for (int r = 0; r < cells.length; r++) {
            html.newLine().open("tr").element("th", rows.get(r));
            for (int cell : cells[r]) {
                if (cell == 0) {
                    html.empty("td");
                } else {
                    html.open("td").open("i", "class", "c" + (cell - 1)).close().close();
                }
            }
            html.close();
        }
        html.close().close().close();
    }
}
