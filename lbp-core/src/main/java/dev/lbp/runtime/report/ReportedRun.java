package dev.lbp.runtime.report;

import dev.lbp.result.SampleResult;

/** A result with what summaries and reports say beside it. */
public interface ReportedRun extends SampleResult {

    /** What they say in words. */
    RunNotes notes();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();
}
