package dev.lbp.cli.sample;

import dev.lbp.target.Statistic;

/** The absolute magnetisation per site, {@code |sum_i s_i| / N} with s = 2x - 1. */
record AbsoluteMagnetisation() implements Statistic {

    /** The name of the trace. */
    static final String NAME = "magnetisation";

    private static final long serialVersionUID = 1L;

    @Override
    public double of(byte[] state) {
        int ones = 0;
        for (byte bit : state) {
            ones += bit;
        }
        return Math.abs(2.0 * ones - state.length) / state.length;
    }
}
