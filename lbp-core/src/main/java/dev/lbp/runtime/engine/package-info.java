/**
 * The method that chooses among the methods of the packages below this one. Not API.
 *
 * <p>The packages from low to high: {@code start} (where chains begin), {@code step} (the arithmetic of a step), {@code
 * chain} (chains and ensembles of both engines), then one for each kind of method. Open {@code chain.Method} first.
 * Methods named {@code transcribe} write values to a checkpoint, or read them from it in the order in which they were
 * written.
 */
package dev.lbp.runtime.engine;
