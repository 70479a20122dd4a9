/**
 * Steps that score many candidate states: Hamming ball sampler and multiple-try Metropolis. Open {@link
 * dev.lbp.runtime.engine.ball.HammingBallMethod} or {@link dev.lbp.runtime.engine.ball.MultipleTryMethod} first. Not
 * API.
 */
package dev.lbp.runtime.engine.ball;
