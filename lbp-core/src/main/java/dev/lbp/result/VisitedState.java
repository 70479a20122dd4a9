package dev.lbp.result;

/**
 * A state that chains were in, see {@link SampleResult#bestStates}.
 *
 * @param state N zeros and ones
 * @param logProb its unnormalised log-probability
 * @param visits the number of draws of all chains in this state
 */
public record VisitedState(byte[] state, double logProb, long visits) {}
