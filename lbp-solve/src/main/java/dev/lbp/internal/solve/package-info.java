/**
 * The interfaces of all searches for a best state. Open {@link dev.lbp.internal.solve.Problem} first: it makes a
 * {@link dev.lbp.internal.solve.Search} for each thread, and a search reports states to a
 * {@link dev.lbp.internal.solve.SearchMonitor}. The searches and {@code dev.lbp.solve} depend on this package; it
 * depends on neither.
 */
package dev.lbp.internal.solve;
