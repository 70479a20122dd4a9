package dev.lbp.runtime.record;

import dev.lbp.continuous.RealStatistic;
import dev.lbp.runtime.tempering.SlotRecords;
import dev.lbp.target.Statistic;
import dev.lbp.target.ValueStatistic;
import java.io.Serializable;

/**
 * A statistic of the caller, as recorders use it.
 *
 * @param <S> the array of a state
 */
public interface TracedStatistic<S> extends SlotRecords.Observable<S>, Serializable {

    /**
     * The statistic of a state, given the statistic of an earlier state. By default it is computed again.
     *
     * @param logProb the target's log-probability of the state
     * @param changed the sites that differ between the two states, in the first {@code count} places
     */
    default double after(double before, S state, double logProb, int[] changed, int count) {
        return of(state, logProb);
    }

    /** The caller's object. */
    Object statistic();

    /** A statistic of bits. */
    record OfBits(Statistic statistic) implements TracedStatistic<byte[]> {

        @Override
        public double of(byte[] state, double logProb) {
            return statistic.of(state);
        }

        @Override
        public double after(double before, byte[] state, double logProb, int[] changed, int count) {
            return statistic.after(before, state, changed, count);
        }
    }

    /** A statistic of whole numbers. */
    record OfValues(ValueStatistic statistic) implements TracedStatistic<int[]> {

        @Override
        public double of(int[] state, double logProb) {
            return statistic.of(state);
        }
    }

    /** A statistic of real coordinates. */
    record OfReals(RealStatistic statistic) implements TracedStatistic<double[]> {

        @Override
        public double of(double[] point, double logProb) {
            return statistic.of(point);
        }
    }

    /**
     * The energy of a state, {@code -log pi(x) / beta}. It is read off the chain's log-probability, and costs nothing.
     *
     * @param targetBeta the inverse temperature of the target
     */
    record Energy<S>(double targetBeta) implements TracedStatistic<S> {

        @Override
        public double of(S state, double logProb) {
            return 0.0 - logProb / targetBeta; // a difference, since -logProb would be -0 at 0
        }

        @Override
        public Object statistic() {
            return this;
        }
    }
}
