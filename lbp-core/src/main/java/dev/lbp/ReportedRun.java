package dev.lbp;

/** A result with what summaries and reports say beside it. */
interface ReportedRun extends SampleResult {

    /** What they say in words. */
    RunNotes notes();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();
}
