package dev.lbp.cli.solve;

import dev.lbp.cli.plot.ValuePlot;
import dev.lbp.cli.problem.Problem.Measure;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.solve.Ending;
import dev.lbp.solve.Improvement;
import dev.lbp.solve.Scored;
import dev.lbp.solve.Solution;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text and the files of {@code lbp solve}.
 *
 * @param source the name of the input
 * @param target the target; null for none
 * @param measures the measures of the states of the solution, computed from the input
 */
record SolveReport<S>(
        String source,
        SolveProblem<S> problem,
        @Nullable Double target,
        Solution<S> solution,
        List<List<Measure>> measures) {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES =
            List.of("summary.txt", "solution.txt", "top.csv", "improvements.csv", "value.png");

    /** The largest number of printed values. */
    private static final int PRINTED = 10;

    /**
     * Computes the values of all states from the input.
     *
     * @throws IllegalStateException if a value differs from that of the search
     */
    static <S> SolveReport<S> of(
            String source, SolveProblem<S> problem, @Nullable Double target, Solution<S> solution) {
        List<List<Measure>> measures = solution.top().stream()
                .map(scored -> {
                    List<Measure> own = problem.measures(scored.state());
                    double searched = problem.units().value(scored.value());
                    double computed = own.get(0).value();
                    if (!(Math.abs(computed - searched) <= problem.tolerance())) {
                        throw new IllegalStateException("the search has another value than the lines of " + source
                                + " give: " + Text.number(searched) + " and " + Text.number(computed));
                    }
                    return own;
                })
                .toList();
        return new SolveReport<>(source, problem, target, solution, measures);
    }

    /** The value of the best state. */
    private double value() {
        return measures.get(0).get(0).value();
    }

    /** The printed text. */
    String text() {
        StringBuilder text = new StringBuilder(title() + "\n" + problem.aim() + "\n" + answer() + "\n");
        List<Measure> best = measures.get(0);
        for (Measure further : best.subList(1, best.size())) {
            text.append(further.name() + ": " + Text.number(further.value()) + "\n");
        }
        text.append(hits()).append('\n');
        Map<String, Integer> states = new LinkedHashMap<>(); // by their value, best first
        measures.forEach(each -> states.merge(Text.number(each.get(0).value()), 1, Integer::sum));
        text.append("best distinct states: ")
                .append(states.entrySet().stream()
                        .limit(PRINTED)
                        .map(each ->
                                each.getValue() + " with " + problem.units().name() + " " + each.getKey())
                        .collect(Collectors.joining(", ")))
                .append('\n');
        text.append("processor time: " + SolveProgress.seconds(solution.processorTime()) + "\n");
        solution.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
        return text.append(problem.note()).toString();
    }

    /** The best value, and whether it reaches the target. */
    private String answer() {
        Units units = problem.units();
        String value = "best " + units.name() + ": " + Text.number(value());
        String time = SolveProgress.seconds(solution.elapsed());
        if (target == null) {
            return value + ", " + solution.ending().words() + " after " + time;
        }
        boolean reached = solution.ending() == Ending.TARGET || units.reaches(value(), target);
        // The last improvement is the one that reached the target, if any did.
        Duration last =
                solution.improvements().get(solution.improvements().size() - 1).time();
        return value + ", target " + Text.number(target)
                + (reached ? " reached in " + SolveProgress.seconds(last) : " not reached in " + time)
                + (solution.ending() == Ending.TARGET || solution.ending() == Ending.TIME
                        ? "" // the words before say it
                        : "; " + solution.ending().words());
    }

    /** How often restarts found the best value, and what that means. */
    private String hits() {
        long restarts = solution.restarts();
        long hits = solution.hits();
        if (restarts == 0) {
            return "no restart has ended: a longer search tells whether others find it too";
        }
        return "restarts that ended with it: " + hits + " of " + restarts + "\n"
                + (solution.agreed()
                        ? "Nothing is proved, but a value that most restarts hit is likely the best there is."
                        : "A longer search may find a better one.");
    }

    /** The heading of pages and pictures. */
    String title() {
        return ForeignText.onOneLine(source + ": " + problem.description());
    }

    /** Writes all files except {@code summary.txt}. */
    void write(OutputDirectory directory) {
        directory.write("solution.txt", this::solutionText);
        directory.write("top.csv", this::top);
        directory.write("improvements.csv", this::improvements);
        directory.write("value.png", file -> {
            List<Improvement> steps = solution.improvements();
            ValuePlot.write(
                    file,
                    title(),
                    problem.units().name(),
                    steps.stream().mapToDouble(step -> seconds(step.time())).toArray(),
                    steps.stream()
                            .mapToDouble(step -> problem.units().value(step.value()))
                            .toArray(),
                    seconds(solution.elapsed()),
                    target == null ? Double.NaN : target);
        });
    }

    private static double seconds(Duration time) {
        return time.toNanos() * 1e-9;
    }

    private String solutionText() {
        StringBuilder text = new StringBuilder("# file " + ForeignText.onOneLine(source) + "\n");
        for (Measure measure : measures.get(0)) {
            text.append("# " + measure.name() + " " + Text.number(measure.value()) + "\n");
        }
        return text.append(problem.text(solution.best())).toString();
    }

    /** The best states as comma-separated values: rank, measures, the restart that found the state, and the state. */
    private String top() {
        StringBuilder text = new StringBuilder(
                "rank," + joined(measures.get(0), Measure::name) + ",restart," + problem.sites() + "\n");
        for (int k = 0; k < measures.size(); k++) {
            Scored<S> scored = solution.top().get(k);
            String values = joined(measures.get(k), measure -> Text.number(measure.value()));
            text.append(Text.format("%d,%s,%d,%s\n", k + 1, values, scored.restart(), problem.line(scored.state())));
        }
        return text.toString();
    }

    private static String joined(List<Measure> measures, Function<Measure, String> text) {
        return measures.stream().map(text).collect(Collectors.joining(","));
    }

    /** The improvements of the best value as comma-separated values, with their times to the microsecond. */
    private String improvements() {
        Units units = problem.units();
        StringBuilder text = new StringBuilder(Text.row("seconds", "restart", units.name()));
        for (Improvement step : solution.improvements()) {
            String seconds =
                    BigDecimal.valueOf(step.time().toNanos() / 1_000, 6).toPlainString();
            text.append(Text.row(seconds, step.restart(), Text.number(units.value(step.value()))));
        }
        return text.toString();
    }
}
