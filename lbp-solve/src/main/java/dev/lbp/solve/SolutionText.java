package dev.lbp.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The texts of a solution: sentences, and the table of the best states. */
record SolutionText(Solution<?> solution, Objective objective) {

    /** The best value with its name. */
    String headline() {
        return solution.possible()
                ? "Best " + objective.name() + ": " + objective.text(solution.value())
                : "No possible state was found: each one that the search met has probability 0";
    }

    /** The meaning of the hits, in one or two sentences; empty if no state is possible. */
    String hits() {
        long hits = solution.hits();
        if (solution.restarts() == 0) {
            return "No restart has ended: a longer search may find a better state.";
        }
        String count = hits + " of " + solution.restarts() + (solution.restarts() == 1 ? " restart" : " restarts")
                + " ended with it. ";
        if (!solution.possible()) {
            return "";
        }
        return count
                + (solution.agreed()
                        ? "That most did makes it likely that no state is better; it is no proof."
                        : "A longer search may find a better state.");
    }

    /** Why and when the search ended. */
    String ending() {
        return "Ended after " + seconds(solution.elapsed()) + " (" + seconds(solution.processorTime())
                + " of processor time): " + solution.ending().words() + ".";
    }

    /** When the best state was found; empty if no state is possible. */
    String whenFound() {
        List<Improvement> improvements = solution.improvements();
        if (improvements.isEmpty()) {
            return "";
        }
        Improvement last = improvements.get(improvements.size() - 1);
        return "Found after " + seconds(last.time()) + ", in restart " + last.restart() + ".";
    }

    /** The column heads of {@link #groups}. */
    List<String> head() {
        return List.of(objective.name(), "states", "sites unlike the best");
    }

    /**
     * The best states in groups: the value, how many states have it, and at how many sites they are unlike the best
     * one. Values are equal if they are printed alike.
     */
    List<List<String>> groups() {
        List<List<String>> rows = new ArrayList<>();
        int size = solution.top().size();
        int from = 0;
        while (from < size) {
            int to = endOfGroup(from);
            IntSummaryStatistics unlike =
                    IntStream.range(from, to).map(solution::distance).summaryStatistics();
            rows.add(List.of(
                    valueText(from),
                    String.valueOf(to - from),
                    unlike.getMin() + (unlike.getMin() < unlike.getMax() ? " to " + unlike.getMax() : "")));
            from = to;
        }
        return rows;
    }

    /** The number after that of the last state whose value is printed like that of state {@code from}. */
    private int endOfGroup(int from) {
        int end = from + 1;
        while (end < solution.top().size() && valueText(end).equals(valueText(from))) {
            end++;
        }
        return end;
    }

    private String valueText(int k) {
        return objective.text(solution.top().get(k).value());
    }

    /** The sentences, and then the table of the best states with columns flushed right, as lines. */
    String summary() {
        List<String> lines = new ArrayList<>(List.of(solution.problem(), headline(), whenFound(), hits(), ending()));
        lines.removeIf(String::isEmpty);
        lines.addAll(solution.notes());
        lines.add("Best states that were found:");
        List<List<String>> table = new ArrayList<>(List.of(head()));
        table.addAll(groups());
        for (List<String> row : table) {
            StringBuilder line = new StringBuilder();
            for (int c = 0; c < row.size(); c++) {
                int column = c;
                int width = table.stream()
                        .mapToInt(some -> some.get(column).length())
                        .reduce(0, Math::max);
                line.append("  ")
                        .append(" ".repeat(width - row.get(c).length()))
                        .append(row.get(c));
            }
            lines.add(line.toString());
        }
        return String.join("\n", lines);
    }

    /** A time in seconds with three digits. */
    static String seconds(Duration time) {
        double seconds = time.toNanos() * 1e-9;
        int decimals = seconds >= 100.0 ? 0 : seconds >= 10.0 ? 1 : seconds >= 1.0 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f s", seconds);
    }
}
