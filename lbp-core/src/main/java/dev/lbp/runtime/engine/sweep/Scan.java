package dev.lbp.runtime.engine.sweep;

/** The order of the updates of sweeps. */
public enum Scan {
    /** Class by class of the model's colouring; in ascending order if the model has no colouring. */
    COLOURED("systematic scan"),
    /** Class by class of the colouring; all threads of a run work on one sweep, by {@link SiteBlocks}. */
    IN_BLOCKS("systematic scan in blocks"),
    /** In ascending order. */
    IN_ORDER("systematic scan in order of sites"),
    /** Uniformly drawn, with replacement. */
    RANDOM("random scan");

    final String title;

    Scan(String title) {
        this.title = title;
    }
}
