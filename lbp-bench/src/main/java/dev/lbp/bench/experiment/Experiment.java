package dev.lbp.bench.experiment;

import java.io.IOException;

/**
 * One of the paper's experiments. It is carried out cell by cell, where a cell is what one row of a table needs: a lab keeps
 * those that are done, also when the process ends, and gives them back to a later one.
 */
public interface Experiment {

    /** What the user calls it. */
    String name();

    /** What it shows, in a line of at most 60 characters. */
    String purpose();

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
