package dev.lbp.runtime.model;

/**
 * A reference of a batched model, whose states are rows of a batch.
 *
 * @param <S> the array of a state
 */
public interface RowReference<S> extends Reference<S> {

    /** Whether all log-ratios of the reference are 0. */
    boolean isFair();

    /** Adds {@code share} times the log-ratios of the reference to a row of a model's log-ratios. */
    void addRatios(double share, S state, double[] row);

    /** The operations on states. */
    StateRows<S> rows();

    /** The number of sites N. */
    int sites();
}
