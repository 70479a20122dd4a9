/**
 * The method that chooses one of the others in warm-up. Each of these has a room below. Not API.
 *
 * <p>From low to high: {@code start} (where chains begin), {@code step} (the arithmetic of a step), {@code chain}
 * (chains and ensembles of both engines), then a room for each kind of method. Open {@code chain.Method} first.
 * Methods named {@code transcribe} write a checkpoint or read it, in the same order.
 */
package dev.lbp.runtime.engine;
