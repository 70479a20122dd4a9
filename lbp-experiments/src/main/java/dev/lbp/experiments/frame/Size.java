package dev.lbp.experiments.frame;

/** The paper's three sizes of each target. */
public enum Size {
    /** The smallest. */
    SMALL,
    /** The size in the paper's Table 1. */
    MEDIUM,
    /** The largest. */
    LARGE;

    /** Returns the argument for this size. */
    public <T> T pick(T small, T medium, T large) {
        return switch (this) {
            case SMALL -> small;
            case MEDIUM -> medium;
            case LARGE -> large;
        };
    }
}
