package dev.lbp.runtime.report;

import dev.lbp.result.RunResult;

/** A result with additional data for summaries and reports. */
public interface ReportedRun extends RunResult {

    /** The texts for summaries and reports. */
    RunNotes notes();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();

    /** The highest log-probability that any chain has had. */
    double bestLogProb();

    /**
     * The figures of the marginals.
     *
     * @param rows the rows of a picture, with {@code columns} columns; 0 for no picture
     */
    MarginalFigures figures(int rows, int columns);
}
