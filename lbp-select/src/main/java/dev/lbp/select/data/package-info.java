/**
 * The data of a selection: tables, how they are read from files and parted, and predictions of their rows. Open
 * {@link dev.lbp.select.data.Table} first.
 */
@NullMarked
package dev.lbp.select.data;

import org.jspecify.annotations.NullMarked;
