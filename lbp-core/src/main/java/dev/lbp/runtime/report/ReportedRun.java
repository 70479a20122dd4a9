package dev.lbp.runtime.report;

import dev.lbp.diagnostics.TraceStatistics;
import dev.lbp.internal.html.Numbers;
import dev.lbp.result.RunResult;
import dev.lbp.result.VisitedState;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A result with additional data for summaries and reports. */
public interface ReportedRun extends RunResult {

    /**
     * The name of a trace that only verdicts and stopping rules use. It changes if many sites change together and
     * slowly; the distance to a random state may not.
     */
    String SELF_DISTANCE = "the distance of each chain to an earlier state of its own";

    /** The texts for summaries and reports. */
    RunNotes notes();

    /** What the model calls sites and values. */
    ReportTerms terms();

    /** Whether the chains agree at every site. */
    ChainAgreement agreement();

    /**
     * The sites where chains differ, in sentences; empty if they agree.
     *
     * @param terms the words for sites and values
     */
    default List<String> disagreements(ReportTerms terms) {
        return agreement().sentences(terms);
    }

    /** The index of the tail of the weights of an independence sampler; NaN of other runs. */
    double weightTail();

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
        return Numbers.format("jump distance %.2f", expectedJumpDistance());
    }

    /** The mean jump of a step with its unit, for reports. */
    default String jump() {
        return Numbers.fixed(expectedJumpDistance(), 2) + " sites a step";
    }

    /** The highest log-probability that any chain has had. */
    double bestLogProb();

    /** The best states, the best first; empty if none were kept. */
    default List<VisitedState> keptBest() {
        return List.of();
    }

    /**
     * Computes something of a trace, from one draw in k if memory does not allow more.
     *
     * @param function of the draws, [chains][draws], and of k
     * @param none gives the answer if not even the least number of draws fits
     */
    <T> T ofDraws(String name, BiFunction<double[][], Integer, T> function, Supplier<T> none);

    /** A sentence on diagnostics that are not those of all draws, because memory is short; empty if all are. */
    default String memoryNote() {
        List<TraceStatistics> all =
                traces().keySet().stream().map(this::statistics).toList();
        List<String> without = traces().keySet().stream()
                .filter(name -> statistics(name).every() == 0)
                .toList();
        if (draws() > 0 && !without.isEmpty()) {
            return "ESS and R-hat of " + String.join(", ", without)
                    + " were not computed, because they do not fit into the heap;"
                    + " marginals, best state and traces are complete. A larger heap (java -Xmx) has room for them.";
        }
        IntSummaryStatistics every =
                all.stream().mapToInt(TraceStatistics::every).summaryStatistics();
        return every.getMax() > 1
                ? "ESS and R-hat are those of one draw in "
                        + (every.getMin() < every.getMax() ? every.getMin() + " to " : "") + every.getMax()
                        + ", because more do not fit into the heap. The ESS of all draws is at least as high; a larger heap"
                        + " (java -Xmx) has room for it."
                : "";
    }

    /**
     * The figures of the marginals.
     *
     * @param rows the rows of a picture, with {@code columns} columns; 0 for no picture
     * @param terms the words for sites and values, except for coordinates
     */
    MarginalFigures figures(int rows, int columns, ReportTerms terms);
}
