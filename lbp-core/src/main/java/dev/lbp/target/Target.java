package dev.lbp.target;

import java.io.Serializable;

/** A distribution over a finite set of states, each an array of N whole numbers, known by its unnormalised log-probability. */
public interface Target extends Serializable {

    /** The number of sites N of a state; always the same. */
    int dimension();

    /** The name used in summaries and error messages. */
    default String name() {
        String simple = getClass().getSimpleName();
        return simple.isEmpty() ? getClass().getName() : simple;
    }
}
