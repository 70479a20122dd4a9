package dev.lbp.runtime.report;

import dev.lbp.continuous.ContinuousResult;
import dev.lbp.internal.html.Numbers;
import dev.lbp.result.RunResult;
import dev.lbp.result.VisitedState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The text of {@link RunResult#summary}: the table, the verdict with a line for each reason, and the notes. */
public final class Summary {

    /** The most coordinates of a continuous run that the text shows; the report has 200, the result all. */
    private static final int MOST_COORDINATES = 8;

    private final ReportedRun result;
    private final ReportTerms terms;
    private final StringBuilder text = new StringBuilder();

    public Summary(ReportedRun result, ReportTerms terms) {
        this.result = result;
        this.terms = terms;
    }

    public String text() {
        line("%s", result.notes().sampler());
        line("%s", result.notes().run());
        result.choice().ifPresent(choice -> line("chosen by %s", choice.text()));
        String times = Numbers.format(
                "warm-up %.1f s, draws %.1f s", seconds(result.warmUpTime()), seconds(result.drawTime()));
        if (result.draws() > 0) {
            line("%s, %s; %s", result.notes().pace(), result.jumpText(), times);
            table();
            if (result instanceof ContinuousResult reals) {
                coordinates(reals);
            }
            result.tempering()
                    .ifPresent(ladder -> line(
                            "%s",
                            new TemperingText(ladder, result.notes().scaleName(), terms.targetBeta(ladder)).line()));
        } else {
            line("%s", times);
        }
        Verdict verdict = Verdict.of(result, terms);
        line("verdict: %s", verdict.text(result.stopReason()));
        verdict.reasons().forEach(reason -> line("- %s", reason));
        List<VisitedState> kept = result.keptBest();
        if (!kept.isEmpty()) {
            line(
                    "best states: %d kept; the first has log-probability %s and %d visits, the last %s",
                    kept.size(),
                    Numbers.plain(kept.get(0).logProb(), 3),
                    kept.get(0).visits(),
                    Numbers.plain(kept.get(kept.size() - 1).logProb(), 3));
        }
        result.notes().lines(result, "note: ", "note: the scale", "note: ").forEach(note -> line("%s", note));
        return text.toString();
    }

    /** The verdict and its reasons, a sentence each. */
    public List<String> verdict() {
        Verdict verdict = Verdict.of(result, terms);
        List<String> sentences = new ArrayList<>(List.of(verdict.text(result.stopReason())));
        sentences.addAll(verdict.reasons());
        return sentences;
    }

    /** Whether the run has been shown to have mixed. */
    public boolean mixed() {
        return Verdict.of(result, terms).finding() == Verdict.Finding.MIXED;
    }

    private void table() {
        int width = Math.max(
                12,
                result.traces().keySet().stream().mapToInt(String::length).max().orElse(0));
        row("trace", width, column -> column.title);
        for (String name : result.traces().keySet()) {
            row(name, width, column -> column.inSummary(result, name));
        }
    }

    /** Appends a row of the table of traces: its name in {@code width} characters, and the text of each column. */
    private void row(String name, int width, Function<TraceColumn, String> text) {
        StringBuilder row = new StringBuilder(Numbers.format("%-" + width + "s", name));
        TraceColumn.IN_FILES.forEach(
                column -> row.append(Numbers.format(" %" + column.width + "s", text.apply(column))));
        line("%s", row);
    }

    /** Means and standard deviations of the first coordinates, each with its Monte Carlo error. */
    private void coordinates(ContinuousResult reals) {
        double[] means = reals.means();
        double[] meanErrors = reals.meanErrors();
        double[] deviations = reals.standardDeviations();
        double[] deviationErrors = reals.standardDeviationErrors();
        int shown = Math.min(MOST_COORDINATES, means.length);
        line("%-12s %14s %12s %14s %12s", "coordinate", "mean", "error", "sd", "error");
        for (int i = 0; i < shown; i++) {
            line("%-12d %14.4g %12.2g %14.4g %12.2g", i, means[i], meanErrors[i], deviations[i], deviationErrors[i]);
        }
        if (shown < means.length) {
            line("the first %d of %d coordinates", shown, means.length);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() * 1e-9;
    }

    private void line(String format, Object... values) {
        text.append(Numbers.format(format, values)).append('\n');
    }
}
