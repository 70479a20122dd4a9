package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Restarts;

/**
 * Temperatures and lengths of restarts. The unit of temperature is the root mean square force on a spin of a random
 * state. Inverse temperatures grow linearly from {@value #HOT} / force to {@value #COLD} / force. This suits couplings
 * of one size without fields.
 *
 * <p>In other models small weights, such as costs beside penalties, may decide among the best states, and a linear
 * schedule ends before they matter. So every second restart cools by a constant factor until the small log-ratios of a
 * local optimum are frozen too. Nobody knows in advance whether the linear or the geometric schedule is better;
 * alternating costs at most twice the time of the better one.
 */
public final class Schedule {

    private static final double HOT = 1.0;
    private static final double MIDDLE = 2.5;
    private static final double COLD = 6.0;

    /** The last temperature of a geometric schedule, as a share of the {@link #SMALL} quantile of log-ratios. */
    private static final double COLD_GAP = 0.1;

    /** The quantile of the log-ratios at a local optimum that counts as small. */
    private static final double SMALL = 0.05;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private final double force;

    /** The last temperature of a geometric schedule; NaN if there is none. */
    private final double cold;

    public Schedule(SpinForm form) {
        this.force = form.force();
        // No geometric schedule for couplings of one size without fields: their smallest log-ratios are not small.
        this.cold = form.symmetric() && form.commonSize() > 0.0
                ? Double.NaN
                : Math.min(force / COLD, COLD_GAP * form.flipSizes().quantile(SMALL, force));
    }

    /** Whether restarts alternate between a linear and a geometric schedule. */
    public boolean alternates() {
        return !Double.isNaN(cold);
    }

    /** The sweeps of each anneal of a restart. */
    public int sweeps(long restart) {
        long factor = Restarts.factor(alternates() ? restart / 2 : restart); // one length for a linear and a geometric
        return (int) Math.min(Integer.MAX_VALUE, SWEEPS * factor);
    }

    /** The inverse temperatures of an anneal that starts at random states. */
    public Betas cool(long restart) {
        boolean geometric = isGeometric(restart);
        return new Betas(HOT / force, geometric ? 1.0 / cold : COLD / force, geometric);
    }

    /** The inverse temperatures of an anneal that starts at a middle temperature. */
    public Betas reheat(long restart) {
        boolean geometric = isGeometric(restart);
        return geometric // from the geometric mean of the temperatures force and cold
                ? new Betas(1.0 / (Math.sqrt(force) * Math.sqrt(cold)), 1.0 / cold, geometric)
                : new Betas(MIDDLE / force, COLD / force, geometric);
    }

    private boolean isGeometric(long restart) {
        return alternates() && restart % 2 == 1;
    }
}
