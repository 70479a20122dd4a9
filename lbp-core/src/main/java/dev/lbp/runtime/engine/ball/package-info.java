/**
 * Draws among many candidates at once: Hamming balls, and multiple-try Metropolis. Open
 * {@link dev.lbp.runtime.engine.ball.HammingBallMethod} or {@link dev.lbp.runtime.engine.ball.MultipleTryMethod} first.
 * Not API.
 */
@NullMarked
package dev.lbp.runtime.engine.ball;

import org.jspecify.annotations.NullMarked;
