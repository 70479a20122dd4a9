package dev.lbp.runtime.record;

/**
 * A statistic of the caller, as recorders use it.
 *
 * @param <S> the array of a state
 */
public interface TracedStatistic<S> {

    double of(S state);

    /**
     * The statistic of a state, given that of an earlier state.
     *
     * @param changed the sites that differ between the two states, in the first {@code count} places
     */
    double after(double before, S state, int[] changed, int count);
}
