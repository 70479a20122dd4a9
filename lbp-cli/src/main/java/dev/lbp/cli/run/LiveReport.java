package dev.lbp.cli.run;

import dev.lbp.cli.run.SamplingOptions.Findings;
import dev.lbp.result.RunResult;
import dev.lbp.runtime.report.ReportPage;
import dev.lbp.runtime.report.ReportedRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Writes the report of a run again and again while it draws: what {@code --watch} asks for. */
final class LiveReport implements Consumer<Supplier<RunResult>> {

    /** From one page to the next, and how often a browser loads it. */
    private static final Duration EVERY = Duration.ofSeconds(5);

    /** A page takes at most this share of the time. */
    private static final double SHARE = 0.05;

    private final Path file;
    private final Function<RunResult, Findings> findings;
    private long due = System.nanoTime();

    LiveReport(Path file, Function<RunResult, Findings> findings) {
        this.file = file;
        this.findings = findings;
    }

    @Override
    public void accept(Supplier<RunResult> soFar) {
        long begin = System.nanoTime();
        if (begin - due < 0) {
            return;
        }
        RunResult result = soFar.get();
        try {
            page(result, findings.apply(result))
                    .running((int) EVERY.toSeconds())
                    .write(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
        long end = System.nanoTime();
        due = end + Math.max(EVERY.toNanos(), (long) ((end - begin) / SHARE));
    }

    /** The report of a command. */
    static ReportPage page(RunResult result, Findings findings) {
        return new ReportPage((ReportedRun) result, findings.title(), 0, 0, findings.terms())
                .sections(findings.sections());
    }
}
