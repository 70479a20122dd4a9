package dev.lbp.bench.experiment;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

/**
 * One of the paper's experiments. It is carried out cell by cell, where a cell is what one row of a table needs: a lab keeps
 * those that are done, also when the process ends, and gives them back to a later one.
 */
public interface Experiment {

    /** What the user calls it. */
    String name();

    /** What it shows, in a line of at most 60 characters. */
    String purpose();

    /** The kinds of target that it can be carried out on. */
    default Set<TargetKind> kinds() {
        return EnumSet.allOf(TargetKind.class);
    }

    /**
     * Checks, before anything is written, that its runs fit into memory.
     *
     * @throws IllegalArgumentException if they do not
     */
    default void check(Settings settings) {
        for (PaperTarget target : settings.instances(TargetKind.values())) {
            target.check(settings.chains(), settings.drawSteps(target));
        }
    }

    /**
     * Measures all cells that are not done yet.
     *
     * @throws RunInterrupted if the thread is interrupted; the cells done until then are kept
     */
    void measure(Lab lab) throws IOException;

    /**
     * Draws the figures and writes the text, of the cells that are done: after an interruption these are not all.
     *
     * @return Markdown, without a title of its own; empty if no cell is done
     */
    String publish(Lab lab) throws IOException;
}
