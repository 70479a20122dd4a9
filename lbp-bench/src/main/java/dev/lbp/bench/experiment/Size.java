package dev.lbp.bench.experiment;

/** Which of the paper's three sizes of each target. */
public enum Size {
    /** The smallest. */
    SMALL,
    /** That of the paper's Table 1. */
    MEDIUM,
    /** The largest. */
    LARGE
}
