/**
 * Steps that score many candidate states: Hamming ball sampler and multiple-try Metropolis. Open {@link
 * dev.lbp.runtime.engine.ball.HammingBallMethod} or {@link dev.lbp.runtime.engine.ball.MultipleTryMethod} first. A
 * {@code HammingBall} lists its states, {@code TryWeights} weighs candidates. Not API.
 */
package dev.lbp.runtime.engine.ball;
