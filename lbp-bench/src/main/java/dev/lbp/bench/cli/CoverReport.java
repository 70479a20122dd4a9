package dev.lbp.bench.cli;

import dev.lbp.bench.plot.TracePlot;
import dev.lbp.models.CoverModel;
import dev.lbp.models.Rate;
import dev.lbp.result.SampleResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.csv.CSVFormat;

/** The text and the files of {@code lbp cover}. */
final class CoverReport implements SamplingOptions.Findings {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES = List.of("summary.txt", "sets.csv", "explanations.csv", "traces.png");

    private static final CSVFormat FORMAT =
            CSVFormat.RFC4180.builder().setRecordSeparator('\n').get();

    private final String title;
    private final CoverProblem problem;
    private final CoverModel model;
    private final SampleResult result;
    private final int top;
    private final double[] probabilities;
    private final double[] errors;

    /** All sites, by descending probability. */
    private final List<Integer> order;

    /** @param top the number of sets to print */
    CoverReport(String title, CoverProblem problem, SampleResult result, int top) {
        this.title = title;
        this.problem = problem;
        this.model = problem.model();
        this.result = result;
        this.top = top;
        SampleResult.Conditionals conditionals = result.conditionals().orElseThrow();
        this.probabilities = conditionals.marginals();
        this.errors = conditionals.errors();
        this.order = IntStream.range(0, probabilities.length)
                .boxed()
                .sorted(Comparator.comparingDouble(site -> -probabilities[site]))
                .toList();
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder(problem.note());
        text.append(rates()).append(result.summary());
        if (result.draws() > 0) {
            text.append("probability  error   size  observed  set\n");
            for (int site : order.subList(0, Math.min(top, order.size()))) {
                text.append(String.format(
                        Locale.ROOT,
                        "%11.4f  %.4f  %5d  %8d  %s%n",
                        probabilities[site],
                        errors[site],
                        model.setSize(site),
                        model.observedInSet(site),
                        problem.names().get(site)));
            }
        }
        return text.toString();
    }

    /** The rates: given, or with their posterior means. */
    private String rates() {
        return "rates: " + rate("alpha", model.alpha()) + ", " + rate("beta", model.beta()) + ", prior " + model.prior()
                + "\n";
    }

    private String rate(String name, Rate rate) {
        if (rate.isFixed() || result.draws() == 0) {
            return name + " " + rate;
        }
        return String.format(
                Locale.ROOT, "%s %.4f, from %s", name, result.statistics(name).mean(), rate);
    }

    @Override
    public void write(OutputDirectory directory) {
        directory.write("summary.txt", text());
        if (result.draws() > 0) {
            directory.write("sets.csv", sets());
        }
        directory.write("explanations.csv", explanations());
        if (result.draws() > 1) {
            double[][] traces = Objects.requireNonNull(result.traces().get("logProb"));
            directory.write(
                    "traces.png", file -> TracePlot.write(file, "Sets that explain", "log-probability", traces));
        }
    }

    /** If a run is too short for an error, it is NaN, which NumPy and pandas read. */
    private String sets() {
        StringBuilder text = new StringBuilder("set,description,size,observed,probability,standard_error\n");
        for (int site : order) {
            text.append(FORMAT.format(
                            problem.names().get(site),
                            problem.descriptions().get(site),
                            model.setSize(site),
                            model.observedInSet(site),
                            String.format(Locale.ROOT, "%.6f", probabilities[site]),
                            String.format(Locale.ROOT, "%.6f", errors[site])))
                    .append('\n');
        }
        return text.toString();
    }

    private String explanations() {
        StringBuilder text = new StringBuilder("log_probability,false_positives,false_negatives,sets\n");
        SampleResult.Best best = result.best();
        CoverModel.Explanation explanation = model.explain(best.state());
        text.append(FORMAT.format(
                        String.format(Locale.ROOT, "%.6f", best.logProb()),
                        explanation.falsePositives(),
                        explanation.falseNegatives(),
                        explanation.causes().stream()
                                .map(site -> problem.names().get(site))
                                .collect(Collectors.joining("; "))))
                .append('\n');
        return text.toString();
    }
}
