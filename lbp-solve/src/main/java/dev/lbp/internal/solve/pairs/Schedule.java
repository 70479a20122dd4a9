package dev.lbp.internal.solve.pairs;

import dev.lbp.internal.solve.Restarts;

/**
 * Temperatures and lengths of restarts. Their unit is the force on a random spin, the root mean square over all sites.
 * Inverse temperatures grow linearly from {@value #HOT} over this force to {@value #COLD} over it. This suits couplings
 * of one size without fields.
 *
 * <p>Otherwise small weights may decide among the best states, such as costs beside penalties, and a linear schedule
 * ends before they matter. So every second restart cools by a constant factor until the small gaps of a local optimum
 * are frozen too. Which of the two suits an instance better is not known in advance; both in turn cost at most twice
 * the time of the better one.
 */
public final class Schedule {

    private static final double HOT = 1.0;
    private static final double MIDDLE = 2.5;
    private static final double COLD = 6.0;

    /** The last temperature of a geometric schedule, as a share of the small gaps. */
    private static final double COLD_GAP = 0.1;

    /** A twentieth of the gaps is smaller than the small ones. */
    private static final double SMALL = 0.05;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private final double force;

    /** The last temperature of a geometric schedule; NaN if there is none. */
    private final double cold;

    public Schedule(SpinForm form) {
        this.force = form.force();
        this.cold = form.symmetric && form.commonSize() > 0.0
                ? Double.NaN
                : Math.min(force / COLD, COLD_GAP * form.gaps().quantile(SMALL, force));
    }

    /** Whether restarts alternate between two ways to cool. */
    public boolean alternates() {
        return !Double.isNaN(cold);
    }

    /** The sweeps of each anneal of a restart. */
    public int sweeps(long restart) {
        long factor = Restarts.factor(alternates() ? restart / 2 : restart);
        return (int) Math.min(Integer.MAX_VALUE, SWEEPS * factor);
    }

    /** The inverse temperatures from random states on. */
    public Betas cool(long restart) {
        return wide(restart) ? new Betas(HOT / force, 1.0 / cold, true) : new Betas(HOT / force, COLD / force, false);
    }

    /** The inverse temperatures after a reheating. */
    public Betas reheat(long restart) {
        return wide(restart)
                ? new Betas(1.0 / (Math.sqrt(force) * Math.sqrt(cold)), 1.0 / cold, true)
                : new Betas(MIDDLE / force, COLD / force, false);
    }

    private boolean wide(long restart) {
        return alternates() && restart % 2 == 1;
    }
}
