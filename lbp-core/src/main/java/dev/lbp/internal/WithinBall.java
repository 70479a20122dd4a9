package dev.lbp.internal;

/** A model of sites whose possible states differ from one given state at a limited number of sites. */
public interface WithinBall {

    /** The largest number of sites at which a possible state differs from the given one; N if there is no limit. */
    int radius();
}
