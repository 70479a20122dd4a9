package dev.lbp.bench.experiment;

/** Which of the paper's three sizes of each target. */
public enum Size {
    /** The smallest. */
    SMALL,
    /** That of the paper's Table 1. */
    MEDIUM,
    /** The largest. */
    LARGE;

    /** The one of three that is of this size. */
    <T> T pick(T small, T medium, T large) {
        return switch (this) {
            case SMALL -> small;
            case MEDIUM -> medium;
            case LARGE -> large;
        };
    }
}
