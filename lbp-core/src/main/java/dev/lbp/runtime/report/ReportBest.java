package dev.lbp.runtime.report;

import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.result.VisitedState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The table of the best states of a report.
 *
 * @param states the best states, the best first
 * @param figures knows the names of sites
 */
record ReportBest(List<VisitedState> states, MarginalFigures figures) {

    private static final int MOST_ROWS = 20;

    /** The most sites of a state that are listed. */
    private static final int MOST_SITES = 20;

    void writeTo(Html html) {
        List<List<String>> rows = new ArrayList<>();
        for (VisitedState best : states.subList(0, Math.min(MOST_ROWS, states.size()))) {
            int[] ones = IntStream.range(0, best.state().length)
                    .filter(i -> best.state()[i] == 1)
                    .toArray();
            rows.add(List.of(
                    Numbers.text(best.logProb()),
                    String.valueOf(best.visits()),
                    String.valueOf(ones.length),
                    ones.length > MOST_SITES
                            ? ""
                            : IntStream.of(ones)
                                    .mapToObj(i -> figures.site(i, 1))
                                    .collect(Collectors.joining(", "))));
        }
        Page.table(
                html,
                "The " + rows.size() + " best of " + states.size() + " states kept; visits are draws of all chains",
                List.of("log-probability", "visits", "ones", "sites at 1, if at most " + MOST_SITES),
                rows);
    }
}
