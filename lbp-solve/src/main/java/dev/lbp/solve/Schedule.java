package dev.lbp.solve;

/**
 * Temperatures and lengths of restarts. Their unit is the force on a random spin, the root mean square over all sites.
 * Inverse temperatures grow linearly from {@value #HOT} over this force to {@value #COLD} over it.
 *
 * <p>Where many couplings or fields are far smaller, such as beside penalties, this ends before they matter. Then every
 * second restart cools by a constant factor until the small ones are frozen too. Which of the two suits an instance
 * better is not known in advance; both in turn cost at most twice the time of the better one.
 */
final class Schedule {

    private static final double HOT = 1.0;
    private static final double MIDDLE = 2.5;
    private static final double COLD = 6.0;

    /** A twentieth of all couplings and fields is smaller than the small ones. */
    private static final double SMALL = 0.05;

    /**
     * The small ones are far smaller than the root mean square from this factor on. For normal weights it is 16, for
     * uniform ones from 0 on 12.
     */
    private static final double FAR = 20.0;

    /** Sweeps of the shortest anneal. */
    private static final int SWEEPS = 300;

    private final double force;

    /** The force of small couplings or fields; {@link #force} if they are not far smaller. */
    private final double small;

    Schedule(SpinForm form) {
        double given = form.force();
        this.force = given > 0.0 ? given : 1.0;
        double[] sizes = form.sizes();
        double squares = 0.0;
        for (double size : sizes) {
            squares += size * size;
        }
        double least = sizes.length == 0 ? force : sizes[(int) (SMALL * sizes.length)];
        this.small = FAR * least < Math.sqrt(squares / sizes.length) ? least : force;
    }

    /** Whether restarts alternate between two ways to cool. */
    boolean alternates() {
        return small != force;
    }

    /** The sweeps of each anneal of a restart. */
    int sweeps(long restart) {
        long factor = Restarts.factor(alternates() ? restart / 2 : restart);
        return (int) Math.min(Integer.MAX_VALUE, SWEEPS * factor);
    }

    /** The inverse temperatures from random states on. */
    Betas cool(long restart) {
        return wide(restart) ? new Betas(HOT / force, COLD / small, true) : new Betas(HOT / force, COLD / force, false);
    }

    /** The inverse temperatures after a reheating. */
    Betas reheat(long restart) {
        return wide(restart)
                ? new Betas(Math.sqrt(HOT / force) * Math.sqrt(COLD / small), COLD / small, true)
                : new Betas(MIDDLE / force, COLD / force, false);
    }

    private boolean wide(long restart) {
        return alternates() && restart % 2 == 1;
    }
}
