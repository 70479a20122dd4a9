package dev.lbp.cli.run;

import dev.lbp.cli.run.SamplingOptions.Findings;
import dev.lbp.internal.Failures;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.report.ReportPage;
import dev.lbp.runtime.report.ReportedRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes the report of a run again and again while it draws, for {@code --watch}. It warns of the first page that
 * cannot be written, and the run goes on.
 */
final class LiveReport implements Consumer<Supplier<RunResult>> {

    /** The usual time from one page to the next. A browser loads the page again after the same time. */
    static final Duration EVERY = Duration.ofSeconds(5);

    /** The largest share of the time that writing pages takes. */
    private static final double SHARE = 0.05;

    private final Path file;
    private final Function<RunResult, Findings> findings;
    private final PrintWriter warnings;
    private final Duration every;
    private boolean warned;
    /** The time of the next page, by {@link System#nanoTime}. */
    private long due = System.nanoTime();

    /** @param every the least time from one page to the next */
    LiveReport(Path file, Function<RunResult, Findings> findings, PrintWriter warnings, Duration every) {
        this.file = file;
        this.findings = findings;
        this.warnings = warnings;
        this.every = every;
    }

    @Override
    public void accept(Supplier<RunResult> soFar) {
        long begin = System.nanoTime();
        if (begin - due < 0) { // too early; a difference, because nanoTime may overflow
            return;
        }
        RunResult result = soFar.get();
        String html = page(result, findings.apply(result))
                .running((int) every.toSeconds())
                .html();
        try {
            WholeFile.check("--report", file);
            WholeFile.replace(file, html);
        } catch (IOException | IllegalArgumentException e) { // a full disk; a directory that is gone
            if (!warned) {
                warned = true;
                warnings.println(); // below the progress bar
                warnings.println("lbp: the run goes on without a new page of --watch: " + Failures.words(e));
                warnings.flush();
            }
        }
        long end = System.nanoTime();
        // The next page is due so late that pages take at most this share of the time.
        due = end + Math.max(every.toNanos(), (long) ((end - begin) / SHARE));
    }

    /** The report of a command. */
    static ReportPage page(RunResult result, Findings findings) {
        int none = 0; // the page has no picture of the marginals, so no rows and columns of one
        return new ReportPage((ReportedRun) result, findings.title(), none, none, findings.terms())
                .sections(findings.sections());
    }
}
