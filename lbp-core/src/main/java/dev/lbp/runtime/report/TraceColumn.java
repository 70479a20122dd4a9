package dev.lbp.runtime.report;

import dev.lbp.internal.html.Numbers;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/** A diagnostic of a trace: a column of summaries, reports and files, whose columns are listed here alone. */
public enum TraceColumn {
    MEAN("mean", "mean", 14, -1, (run, trace) -> run.statistics(trace).mean()),
    ERROR("error", "error", 10, -1, (run, trace) -> run.statistics(trace).meanError()),
    SD("sd", "sd", 12, -1, (run, trace) -> run.statistics(trace).standardDeviation()),
    ESS_BULK(
            "ess_bulk", "ESS bulk", 10, 0, (run, trace) -> run.statistics(trace).bulkSample()),
    ESS_TAIL(
            "ess_tail", "ESS tail", 10, 0, (run, trace) -> run.statistics(trace).tailSample()),
    R_HAT("r_hat", "R-hat", 8, 4, (run, trace) -> run.statistics(trace).rHat());

    /** The columns of summaries and files. */
    public static final List<TraceColumn> IN_FILES = List.of(values());

    /** The columns of reports. */
    static final List<TraceColumn> IN_REPORTS = List.of(R_HAT, ESS_BULK, ESS_TAIL, MEAN, ERROR, SD);

    /** With more decimals a small error would be wider than its column. */
    private static final int MOST_DECIMALS = 7;

    /** The name of the column in files. */
    public final String key;

    final String title;

    /** The width of the column in summaries. */
    final int width;

    private final int decimals;
    private final ToDoubleBiFunction<ReportedRun, String> value;

    /**
     * @param decimals of the numbers; -1 for as many as their size needs
     * @param value of the run and the name of a trace
     */
    TraceColumn(String key, String title, int width, int decimals, ToDoubleBiFunction<ReportedRun, String> value) {
        this.key = key;
        this.title = title;
        this.width = width;
        this.decimals = decimals;
        this.value = value;
    }

    public double of(ReportedRun run, String trace) {
        return value.applyAsDouble(run, trace);
    }

    /** The number in a summary. */
    String inSummary(ReportedRun run, String trace) {
        double number = of(run, trace);
        if (decimals >= 0) {
            return Numbers.format("%." + decimals + "f", number);
        }
        // 3 decimals, or an exponent if the number would be long; a small error has as many as give it two digits
        int twoDigits = this == ERROR ? 1 - (int) Math.floor(Math.log10(number)) : 0;
        return twoDigits > MOST_DECIMALS
                ? Numbers.format("%.1e", number)
                : Numbers.plain(number, Math.max(3, twoDigits));
    }

    /** The number in a report. */
    String inReport(ReportedRun run, String trace) {
        double number = of(run, trace);
        return decimals < 0 ? Numbers.text(number) : Numbers.fixed(number, decimals);
    }
}
