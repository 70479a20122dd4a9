package dev.lbp.result;

import dev.lbp.internal.Check;
import dev.lbp.internal.Jackknife;
import dev.lbp.internal.Rounding;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Averages at one inverse temperature of a tempered run, with standard errors, from the states of all slots: see
 * {@link TemperingResult#at}. The energy is {@code E = -log pi(x) / b}, with b the inverse temperature of the target; 1
 * unless it was given.
 *
 * <p>Weights of states, and log Z, are those of the multistate Bennett acceptance ratio (M. Shirts and J. Chodera,
 * <i>Statistically optimal analysis of samples from multiple equilibrium states</i>, J. Chem. Phys. 129, 2008,
 * doi:10.1063/1.2978177, equations 11 and 15). Errors are by a jackknife over blocks of consecutive scans of each
 * chain, with the states of all slots in a block left out together. So an error includes the error of log Z at the
 * slots, and grows if chains disagree.
 *
 * <p>If an observable has the same value in all states, the error of its average is NaN, not 0, because the draws
 * cannot tell how far unvisited states would move it. The same holds for an error of at most {@code 2^-52 sqrt(draws)}
 * of the average, which is rounding. The error of log Z is at least 1 / draws, the share of one draw.
 *
 * <p>If two neighbouring slots overlap in less than one state, all values are NaN: the weights contain the log Z of the
 * slots, whose error would be more than a nat, and the draws cannot tell how much more. {@link TemperingResult#slots}
 * has the averages of each slot in any case.
 */
public final class TemperedAverages {

    /** The averages over one set of states. */
    public interface Moments {

        /** log Z of the path {@code pi_0^(1 - fraction) pi^fraction}, in nats. */
        double logZ();

        /**
         * {@code <A^power>}.
         *
         * @param name "logProb", or a tracked statistic
         * @param power in [1, 4]
         */
        double moment(String name, int power);

        /** {@code <A^2> - <A>^2}, without loss of digits where the mean is large. */
        double variance(String name);
    }

    private final double fraction;
    private final double unit;
    private final double logUniform;
    private final double resolution;
    private final Moments all;
    private final List<? extends Moments> without;

    /**
     * Averages, as a run makes them.
     *
     * @param fraction the inverse temperature divided by that of the target, in [0, 1]
     * @param unit the inverse temperature of the target
     * @param logUniform log pi_0 of every state; NaN if the reference is not uniform
     * @param resolution the share of one draw in all draws
     * @param all the averages over all states
     * @param without the averages without each block; fewer than two give no errors
     */
    public TemperedAverages(
            double fraction,
            double unit,
            double logUniform,
            double resolution,
            Moments all,
            List<? extends Moments> without) {
        this.fraction = fraction;
        this.unit = unit;
        this.logUniform = logUniform;
        this.resolution = resolution;
        this.all = all;
        this.without = List.copyOf(without);
    }

    /** The inverse temperature, in the unit of the target's. */
    public double beta() {
        return fraction * unit;
    }

    /** The temperature {@code 1 / beta}; infinite at the reference. */
    public double temperature() {
        return 1.0 / beta();
    }

    /**
     * A function of averages, such as a ratio of moments. With g_j its value without block j of B and m their mean,
     * {@code error^2 = (B - 1) / B sum_j (g_j - m)^2}; NaN if all g_j are equal, or differ by rounding alone.
     */
    public Estimate estimate(ToDoubleFunction<Moments> function) {
        double value = function.applyAsDouble(Check.notNull("all", all));
        double error = Jackknife.error(without.stream() // a difference from the value is exactly 0 where they are equal
                .mapToDouble(moments -> function.applyAsDouble(moments) - value)
                .toArray());
        return new Estimate(value, Rounding.hides(error, value, 1.0 / resolution) ? Double.NaN : error);
    }

    /**
     * The mean of an observable.
     *
     * @param name "logProb", or a tracked statistic
     * @throws IllegalArgumentException if it was not tracked
     */
    public Estimate mean(String name) {
        return estimate(moments -> moments.moment(name, 1));
    }

    /**
     * The variance of an observable.
     *
     * @param name "logProb", or a tracked statistic
     * @throws IllegalArgumentException if it was not tracked
     */
    public Estimate variance(String name) {
        return estimate(moments -> moments.variance(name));
    }

    /** The mean energy. */
    public Estimate energy() {
        return estimate(
                moments -> 0.0 - moments.moment("logProb", 1) / unit); // a difference, since the negative of 0 is -0
    }

    /**
     * The heat capacity {@code d<E> / dT = beta^2 (<E^2> - <E>^2)}, of the whole system, with Boltzmann's constant 1.
     *
     * @throws IllegalStateException if the reference is not uniform
     */
    public Estimate heatCapacity() {
        checkUniform("heatCapacity()");
        return estimate(moments -> fraction * fraction * moments.variance("logProb"));
    }

    /**
     * The susceptibility {@code beta (<A^2> - <A>^2)} of a tracked magnetisation or its absolute value, of the whole
     * system.
     *
     * @throws IllegalArgumentException if it was not tracked
     */
    public Estimate susceptibility(String name) {
        return estimate(moments -> beta() * moments.variance(name));
    }

    /**
     * The Binder cumulant {@code 1 - <A^4> / (3 <A^2>^2)}: 2/3 where the magnetisation is of one size, 0 where it is
     * normal. At a critical temperature it depends little on the size of the system (K. Binder, Z. Phys. B 43, 1981,
     * doi:10.1007/BF01293604).
     *
     * @throws IllegalArgumentException if it was not tracked
     */
    public Estimate binderCumulant(String name) {
        return estimate(moments -> {
            double second = moments.moment(name, 2);
            return 1.0 - moments.moment(name, 4) / (3.0 * second * second);
        });
    }

    /**
     * log Z in nats. If the reference is uniform, as by default, Z is the sum of {@code exp(-beta E)} over all states
     * that the run may visit, or their mean if the model does not tell how many there are. With another reference it is
     * the sum of {@code pi_0^(1 - fraction) pi^fraction}, with the fraction {@code beta / b}.
     */
    public Estimate logZ() {
        return resolved(estimate(this::logZ));
    }

    /**
     * The estimate with at least an error of {@link #resolution}, the share of one draw in all draws; with error 0
     * at the reference, whose log Z is known. It stays as it is if it is NaN or has no error.
     */
    private Estimate resolved(Estimate estimate) {
        if (without.size() < 2 || Double.isNaN(estimate.value())) {
            return estimate;
        }
        return new Estimate(
                estimate.value(),
                fraction == 0.0 ? 0.0 : estimate.error() >= resolution ? estimate.error() : resolution);
    }

    private double logZ(Moments moments) {
        return moments.logZ() - (Double.isNaN(logUniform) ? 0.0 : (1.0 - fraction) * logUniform);
    }

    /**
     * The entropy {@code log Z + beta <E>} in nats: at infinite temperature the logarithm of the number of states, or 0
     * where a model does not know it.
     *
     * @throws IllegalStateException if the reference is not uniform, unless this is the inverse temperature of the
     *     target, where the reference has no share
     */
    public Estimate entropy() {
        if (fraction != 1.0) {
            checkUniform("entropy()");
        }
        return resolved(estimate(moments -> logZ(moments) - fraction * moments.moment("logProb", 1)));
    }

    private void checkUniform(String what) {
        Check.state(!Double.isNaN(logUniform), "be of a run with the default reference: " + what);
    }
}
