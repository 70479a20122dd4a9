/**
 * The data of a regression: columns with names, read from files and checked. Open
 * {@link dev.lbp.internal.select.data.DataTable} first; {@code CsvReader} reads one, {@code Predictors} and
 * {@code Response} are what a regression takes from it, {@code NewData} reads new rows in the same form. All packages
 * of variable selection may depend on this one; it knows none of them.
 */
@NullMarked
package dev.lbp.internal.select.data;

import org.jspecify.annotations.NullMarked;
