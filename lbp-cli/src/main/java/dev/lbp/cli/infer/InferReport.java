package dev.lbp.cli.infer;

import dev.lbp.cli.instance.Excerpt;
import dev.lbp.cli.terminal.Text;
import dev.lbp.infer.Posterior;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.factor.FactorGraph;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The text and the tables of {@code lbp infer}.
 *
 * @param name the name of the file
 * @param asked the variables to print; empty to choose them
 * @param after the marginals, [variable][value]
 * @param before the marginals without observations; null if they are not known
 * @param map whether the report has the most probable explanation
 */
record InferReport(
        String name,
        GraphFile file,
        SortedMap<Integer, Integer> observed,
        List<Integer> asked,
        double[][] after,
        double @Nullable [][] before,
        Posterior posterior,
        boolean map,
        List<String> notes) {

    /** The names of the files beside those of UAI. */
    static final List<String> FILES = List.of("summary.txt", "marginals.csv");

    /** The number of variables that are printed if none is asked for. */
    private static final int DEFAULT_VARIABLES = 10;

    /**
     * The largest number of values that are printed of a variable. Of more values, the most probable ones are printed.
     */
    private static final int MOST_VALUES = 8;

    /** The length of the bar of probability 1. */
    private static final int BAR = 20;

    /** A smaller probability is printed as a power of ten: four decimals would be zeros. */
    private static final double LEAST_FIXED = 5e-5;

    /** An error of a probability below this is taken for rounding of a sum, and is not printed. */
    private static final double ROUNDING = 1e-12;

    /** A probability whose decimal logarithm is not above this is given by the logarithm alone: it may underflow. */
    private static final double LEAST_LOG10 = -300.0;

    FactorGraph graph() {
        return file.graph();
    }

    /** Whether the report can tell how observations changed the marginals. */
    boolean hasChanges() {
        return before != null && !observed.isEmpty();
    }

    /**
     * How far the observations moved a variable, 0 to 1: half of the sum of the changes of its values' probabilities,
     * without sign; 0 if that is not known.
     */
    double change(int site) {
        return before == null
                ? 0.0
                : 0.5
                        * IntStream.range(0, after[site].length)
                                .mapToDouble(k -> Math.abs(after[site][k] - before[site][k]))
                                .sum();
    }

    /** The variables that are not observed and have several values, in descending order of {@link #change}. */
    List<Integer> byChange() {
        double[] changes =
                IntStream.range(0, graph().sites()).mapToDouble(this::change).toArray();
        return IntStream.range(0, changes.length)
                .filter(i -> !observed.containsKey(i) && graph().values(i) > 1)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> -changes[i]))
                .toList();
    }

    /** The name of the file, its kind and its numbers of variables, values and tables. */
    String title() {
        int values =
                IntStream.range(0, graph().sites()).map(graph()::values).max().orElseThrow();
        return ForeignText.onOneLine(name) + ": " + (file.isNetwork() ? "Bayesian network" : "factor graph") + ", "
                + graph().sites() + " variables of up to " + values + " values, "
                + graph().factors().size() + " tables";
    }

    /** The observations in words. */
    String observations() {
        return observed.isEmpty()
                ? "nothing is observed"
                : "observed: "
                        + ForeignText.shortened(observed.entrySet().stream()
                                .map(pair -> pair(pair.getKey(), pair.getValue()))
                                .toList());
    }

    private String pair(int site, int value) {
        return variable(site) + "=" + value(site, value);
    }

    /** The name of a variable. */
    String variable(int site) {
        return Excerpt.of(graph().name(site));
    }

    /** The name of a value. */
    String value(int site, int value) {
        return Excerpt.of(graph().valueName(site, value));
    }

    /** What is printed: the answer first. */
    String text() {
        StringBuilder text = new StringBuilder(title() + "\n" + observations() + "\n");
        List<Integer> all = byChange();
        List<Integer> shown = asked.isEmpty() ? all.subList(0, Math.min(DEFAULT_VARIABLES, all.size())) : asked;
        if (asked.isEmpty() && shown.size() < all.size()) {
            text.append(shown.size() + " of " + all.size() + " variables, "
                    + (hasChanges() ? "which the observations changed most" : "the first ones")
                    + "; marginals.csv has all\n");
        }
        file.notes().forEach(note -> text.append("note: " + note + "\n")); // on what was read, before its numbers
        text.append('\n').append(table(shown)).append('\n');
        if (hasEvidence()) {
            text.append(evidence()).append('\n');
        }
        if (map) {
            text.append(explanation()).append('\n');
        }
        notes.forEach(note -> text.append("note: " + note + "\n"));
        posterior.verdict().forEach(line -> text.append(line).append('\n'));
        return text.append(posterior.method()).append('\n').toString();
    }

    /** A table of variables, values and probabilities, with a bar for each probability. */
    private String table(List<Integer> shown) {
        List<String[]> rows = new ArrayList<>();
        rows.add(
                hasChanges()
                        ? new String[] {"variable", "value", "before", "after", ""}
                        : new String[] {"variable", "value", "", "probability", ""});
        shown.forEach(site -> addRows(site, rows));
        return aligned(rows);
    }

    /** Adds a row for each value of a variable. Only the first row has the variable's name. */
    private void addRows(int site, List<String[]> rows) {
        String name = variable(site);
        for (int value : values(site)) {
            double probability = after[site][value];
            rows.add(new String[] {
                name,
                value(site, value),
                before == null || !hasChanges() ? "" : probability(before[site][value]),
                probability(probability) + error(site, value),
                "#".repeat((int) Math.round(BAR * probability))
            });
            name = "";
        }
        int left = graph().values(site) - MOST_VALUES;
        if (left > 0) {
            rows.add(new String[] {"", "(" + left + " less probable values)", "", "", ""});
        }
    }

    /**
     * The table's text, with words to the left and probabilities to the right. The third column may be empty, and the
     * last one has the bars, which need no width.
     */
    private static String aligned(List<String[]> rows) {
        int[] widths = IntStream.range(0, 4)
                .map(column -> rows.stream()
                        .mapToInt(row -> row[column].length())
                        .max()
                        .orElseThrow())
                .toArray();
        String form = "%-" + widths[0] + "s  %-" + widths[1] + "s  " + (widths[2] == 0 ? "%s" : "%" + widths[2] + "s  ")
                + "%" + widths[3] + "s  %s";
        return rows.stream()
                .map(row -> Text.format(form, (Object[]) row).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    /** The most probable values of a variable, which are shown, in the order of the file. */
    int[] values(int site) {
        double[] probabilities = after[site];
        return IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -probabilities[k]))
                .limit(MOST_VALUES)
                .mapToInt(k -> k)
                .sorted()
                .toArray();
    }

    /** The standard error of a probability in words, with a blank before it; empty if it is 0 up to rounding. */
    String error(int site, int value) {
        double error = posterior.marginalErrors(site)[value];
        return error < ROUNDING ? "" : " +- " + probability(error);
    }

    /** A probability as a text: with four decimals, or with a power of ten if these would be zeros. */
    static String probability(double probability) {
        boolean small = probability > 0.0 && probability < LEAST_FIXED;
        return Text.format(small ? "%.1e" : "%.4f", probability);
    }

    /** Whether {@link #evidence} says anything: without observations a network's probability is 1. */
    boolean hasEvidence() {
        return !file.isNetwork() || !observed.isEmpty();
    }

    /** The probability of the observations of a network, or the sum of a factor graph. */
    String evidence() {
        double log10 = posterior.log10Z();
        if (!file.isNetwork()) {
            return Text.format(
                    "log10 of the sum over all states%s: %.8g%s",
                    observed.isEmpty() ? "" : " that agree with the observations", log10, logZError());
        }
        return "probability of the observations: "
                + (log10 > LEAST_LOG10
                        ? Text.format("%.6g, log10 %.8g", Math.pow(10.0, log10), log10)
                        : Text.format("log10 %.8g", log10))
                + logZError();
    }

    /** The standard error of log10 Z in words; empty if it is exact. */
    private String logZError() {
        return posterior.isExact() ? "" : Text.format(" +- %.2g", posterior.logZError() / Math.log(10.0));
    }

    /** The most probable explanation in words. */
    String explanation() {
        int[] best = posterior.best();
        List<String> pairs = IntStream.range(0, best.length)
                .filter(i -> !observed.containsKey(i) && graph().values(i) > 1)
                .mapToObj(i -> pair(i, best[i]))
                .toList();
        String shown = ForeignText.shortened(pairs);
        boolean whole = shown.equals(String.join(", ", pairs));
        return explanationTitle() + ": " + (pairs.isEmpty() ? "what is observed" : shown)
                + (whole ? "" : "; marginals.csv has all");
    }

    /** The heading of {@link #explanation}, with its probability. */
    String explanationTitle() {
        return "most probable explanation" + (posterior.isExact() ? "" : " that was seen") + ", of probability "
                + probability(Math.exp(posterior.bestLogProb() - posterior.logZ()));
    }

    /**
     * Each variable of several values that is not observed, with its value in the most probable explanation. Variables
     * whose probabilities the observations changed most come first.
     */
    List<List<String>> best() {
        int[] best = posterior.best();
        return byChange().stream()
                .map(i -> List.of(variable(i), value(i, best[i])))
                .toList();
    }

    /**
     * A row of comma-separated values for each value of each variable. With {@link #map}, a 1 in the last column marks
     * the values of the most probable explanation.
     */
    String csv() {
        int[] best = map ? posterior.best() : new int[0];
        StringBuilder text = new StringBuilder(
                Text.row("variable", "value", "observed", "before", "probability", "error", "explanation"));
        for (int i = 0; i < graph().sites(); i++) {
            double[] errors = posterior.marginalErrors(i);
            for (int k = 0; k < graph().values(i); k++) {
                text.append(Text.row(
                        ForeignText.cell(graph().name(i)),
                        ForeignText.cell(graph().valueName(i, k)),
                        observed.getOrDefault(i, -1) == k ? 1 : 0, // -1 is no value
                        before == null ? "" : Text.number(before[i][k]),
                        Text.number(after[i][k]),
                        Text.number(errors[k]),
                        !map ? "" : best[i] == k ? 1 : 0));
            }
        }
        return text.toString();
    }
}
