/*
 * How the classes work together. `TableReader` collects settings, `CsvReader` reads values and missing ones, `CsvShape`
 * finds separators; `TableSplit` holds rows out.
 */
/**
 * The data of a selection: tables, how they are read from files and parted, and predictions of their rows. Open
 * {@link dev.lbp.select.data.Table} first.
 */
@NullMarked
package dev.lbp.select.data;

import org.jspecify.annotations.NullMarked;
