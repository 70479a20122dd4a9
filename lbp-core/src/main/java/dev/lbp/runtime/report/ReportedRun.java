package dev.lbp.runtime.report;

import dev.lbp.result.SampleResult;

/** A result with additional data for summaries and reports. */
public interface ReportedRun extends SampleResult {

    /** The texts for summaries and reports. */
    RunNotes notes();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();
}
