/**
 * What every search for a best state has in common. Open {@link dev.lbp.internal.solve.Problem} first: it makes a
 * {@link dev.lbp.internal.solve.Search} for each thread, and a search reports states to
 * {@link dev.lbp.internal.solve.Finds}. The searches and {@code dev.lbp.solve} depend on this package; it knows no
 * search.
 */
package dev.lbp.internal.solve;
