package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/**
 * An experiment: one of the paper's, or of the same form. It is measured cell by cell; a cell is the content of one row of a table. A lab stores finished
 * cells in files, and a later process reads them.
 */
public interface Experiment {

    /** The name on the command line. */
    String name();

    /** Its purpose, in a line of at most 60 characters. */
    String purpose();

    /** The possible kinds of the paper's targets; none for an experiment with targets of its own. */
    default Set<TargetKind> kinds() {
        return EnumSet.allOf(TargetKind.class);
    }

    /** Whether it may learn from images, in a directory of data sets. With data it has no targets, sizes or chains to choose. */
    default boolean usesData() {
        return false;
    }

    /** Whether it cannot do without the data. */
    default boolean needsData() {
        return usesData();
    }

    /**
     * Checks that its runs fit into memory, before anything is written. Default: those of the paper's targets.
     *
     * @throws IllegalArgumentException if they do not
     */
    default void check(Settings settings) {
        for (PaperTarget target : settings.instances(kinds().toArray(TargetKind[]::new))) {
            target.check(settings.chains(), settings.drawSteps(target));
        }
    }

    /**
     * Measures all missing cells.
     *
     * @throws RunInterrupted if the thread is interrupted; the cells measured before stay
     */
    void measure(Lab lab) throws IOException;

    /**
     * Draws the figures and writes the text for the finished cells: after an interruption some are missing.
     *
     * @return Markdown, without a title of its own; empty if no cell is done
     */
    String publish(Lab lab) throws IOException;
}
