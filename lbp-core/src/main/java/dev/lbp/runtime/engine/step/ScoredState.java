package dev.lbp.runtime.engine.step;

/**
 * A state that a chain was in.
 *
 * @param logProb its log-probability, as a step has computed it
 * @param <S> the array of a state
 */
public record ScoredState<S>(S state, double logProb) {}
