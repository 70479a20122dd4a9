package dev.lbp.runtime.record;

import dev.lbp.continuous.RealStatistic;
import dev.lbp.target.Statistic;
import dev.lbp.target.ValueStatistic;
import java.io.Serializable;

/**
 * A statistic of the caller, as recorders use it.
 *
 * @param <S> the array of a state
 */
public interface TracedStatistic<S> extends Serializable {

    double of(S state);

    /**
     * The statistic of a state, given that of an earlier state. By default it is computed again.
     *
     * @param changed the sites that differ between the two states, in the first {@code count} places
     */
    default double after(double before, S state, int[] changed, int count) {
        return of(state);
    }

    /** The caller's object. */
    Object statistic();

    /** A statistic of bits. */
    record OfBits(Statistic statistic) implements TracedStatistic<byte[]> {

        @Override
        public double of(byte[] state) {
            return statistic.of(state);
        }

        @Override
        public double after(double before, byte[] state, int[] changed, int count) {
            return statistic.after(before, state, changed, count);
        }
    }

    /** A statistic of whole numbers. */
    record OfValues(ValueStatistic statistic) implements TracedStatistic<int[]> {

        @Override
        public double of(int[] state) {
            return statistic.of(state);
        }
    }

    /** A statistic of real coordinates. */
    record OfReals(RealStatistic statistic) implements TracedStatistic<double[]> {

        @Override
        public double of(double[] point) {
            return statistic.of(point);
        }
    }
}
