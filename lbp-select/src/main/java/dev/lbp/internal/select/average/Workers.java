package dev.lbp.internal.select.average;

import java.util.function.IntConsumer;

/** The threads of a selection. */
public interface Workers {

    /** Does work for each number from {@code from} to {@code to - 1}, and returns when all of it is done. */
    void each(int from, int to, IntConsumer work);
}
