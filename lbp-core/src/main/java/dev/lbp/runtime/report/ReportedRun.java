package dev.lbp.runtime.report;

import dev.lbp.internal.html.Numbers;
import dev.lbp.result.RunResult;
import java.util.List;
import java.util.Locale;

/** A result with additional data for summaries and reports. */
public interface ReportedRun extends RunResult {

    /** The texts for summaries and reports. */
    RunNotes notes();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();

    /** The sites where chains differ, in sentences; empty if they agree. */
    default List<String> disagreements() {
        return agreement().sentences();
    }

    /** What a part of a state is called. */
    default String part() {
        return "site";
    }

    /** What may help chains that disagree, for reports. */
    default String remedy() {
        return "More draws, another sampler or a higher temperature may help; parallel tempering crosses between modes.";
    }

    /** The mean jump of a step, for summaries. */
    default String jumpText() {
        return String.format(Locale.ROOT, "jump distance %.2f", expectedJumpDistance());
    }

    /** The mean jump of a step with its unit, for reports. */
    default String jump() {
        return Numbers.fixed(expectedJumpDistance(), 2) + " sites a step";
    }

    /** The highest log-probability that any chain has had. */
    double bestLogProb();

    /**
     * The figures of the marginals.
     *
     * @param rows the rows of a picture, with {@code columns} columns; 0 for no picture
     */
    MarginalFigures figures(int rows, int columns);
}
