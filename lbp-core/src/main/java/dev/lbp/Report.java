package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.report.ReportPage;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.report.ReportedRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A report of a run: one HTML page that needs no network and no script. It contains a verdict with its reasons, the
 * settings, a table of diagnostics, the course of warm-up, the draws, autocorrelation and ranks of each trace, and the
 * marginals. It takes at most about two megabytes for any run.
 *
 * <pre>{@code
 * result.report(Path.of("report.html"));
 * Report.of(result).title("Ising 50x50").lattice(50, 50).write(Path.of("report.html"));
 * }</pre>
 *
 * <p>Not thread-safe.
 */
public final class Report {

    private final ReportedRun result;
    private String title;
    private ReportTerms terms;
    private int rows;
    private int columns;

    private Report(ReportedRun result) {
        this.result = result;
        this.title = result.notes().model();
        this.terms = result.terms();
    }

    /**
     * A report of a result, with the name of the model as its title.
     *
     * @throws IllegalArgumentException if the result is not one that {@link SamplingRun#run} returned
     */
    public static Report of(RunResult result) {
        Check.that(Check.notNull("result", result) instanceof ReportedRun, "be the result of a run", "result", result);
        return new Report((ReportedRun) result);
    }

    /** Sets the title; the default is the model's name. */
    public Report title(String text) {
        title = Check.notNull("text", text);
        return this;
    }

    /**
     * Sets names of the sites, which the page shows in place of the model's names or numbers. The marginals are then in
     * descending order.
     *
     * @param names [N], in the order of the sites
     * @throws IllegalArgumentException unless there are as many as sites, or if the states are not bits
     */
    public Report names(List<String> names) {
        Check.that(
                result instanceof SampleResult,
                "be of bits to have names",
                "result",
                result.notes().model());
        Check.length(
                result.notes().sites(), "names", Check.notNull("names", names).size());
        terms = new ReportTerms(List.copyOf(names), List.of());
        return this;
    }

    /**
     * Draws the marginals as a picture: site {@code r * columns + c} in row r, counted from the top, and column c.
     *
     * @throws IllegalArgumentException unless {@code rows * columns} is the number of sites
     */
    public Report lattice(int rowCount, int columnCount) {
        int sites = result.notes().sites();
        Check.atLeast(1, "rowCount", rowCount);
        Check.that(
                (long) rowCount * columnCount == sites,
                "have a cell for each of " + sites + " sites: lattice(" + rowCount + ", " + columnCount + ") has "
                        + (long) rowCount * columnCount);
        rows = rowCount;
        columns = columnCount;
        return this;
    }

    /**
     * Writes the page. A reader finds the old page or the new one, never a part of it. A symbolic link stays, and its
     * target file is replaced.
     *
     * @param file its directory is made with its parents if there is none
     * @throws IllegalArgumentException unless the path is free or a regular file
     * @throws IOException if the page cannot be written; the old file is then left as it was
     */
    public void write(Path file) throws IOException {
        page().write(file);
    }

    String html() {
        return page().html();
    }

    private ReportPage page() {
        return new ReportPage(result, title, rows, columns, terms);
    }
}
