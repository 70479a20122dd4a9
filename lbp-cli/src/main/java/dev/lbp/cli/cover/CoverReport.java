package dev.lbp.cli.cover;

import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.run.TraceDraws;
import dev.lbp.cli.terminal.OptionNames;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.models.CoverModel;
import dev.lbp.models.Rate;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.VisitedState;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.run.TemperingFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The text and the files of {@code lbp cover}. */
final class CoverReport implements SamplingOptions.Findings {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES = List.of("sets.csv", "explanations.csv");

    /** The number of printed explanations. */
    private static final int EXPLANATIONS = 5;

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
    public ReportTerms terms() {
        return new ReportTerms(problem.names(), List.of());
    }

    @Override
    public String text() {
        StringBuilder text = new StringBuilder(problem.note());
        text.append(rates()).append(OptionNames.inSummary(result.summary(), result.stopReason()));
        if (result.draws() > 0) {
            text.append("probability  error   size  observed  set\n");
            for (int site : order.subList(0, Math.min(top, order.size()))) {
                text.append(Text.format(
                        "%11s  %-7s %5d  %8d  %s%n",
                        fourDigits(probabilities[site]),
                        fourDigits(errors[site]),
                        model.setSize(site),
                        model.observedInSet(site),
                        ForeignText.onOneLine(problem.names().get(site))));
            }
            text.append("relative  visits  best explanations\n");
            List<VisitedState> best = best();
            for (VisitedState state : best.subList(0, Math.min(EXPLANATIONS, best.size()))) {
                text.append(Text.format(
                        "%8s  %6d  %s%n",
                        fourDigits(relative(state, best)),
                        state.visits(),
                        sets(model.explain(state.state()), ForeignText::onOneLine, ", ")));
            }
        }
        return text.toString();
    }

    /** A number in [0, 1] with four digits; "<0.0001" for a positive number that would be rounded to 0, "-" for NaN. */
    private static String fourDigits(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value > 0.0 && value < 0.00005 ? "<0.0001" : Text.format("%.4f", value);
    }

    /** The rates, in a line: fixed values, or posterior means with the priors. */
    private String rates() {
        return "rates: " + rate("alpha", model.alpha()) + ", " + rate("beta", model.beta()) + ", prior " + model.prior()
                + "\n";
    }

    /** A rate in words: its fixed value, or its posterior mean and its prior; the prior alone if there are no draws. */
    private String rate(String name, Rate rate) {
        if (rate.isFixed() || result.draws() == 0) {
            return name + " " + rate;
        }
        return Text.format("%s %.4f, from %s", name, result.statistics(name).mean(), rate);
    }

    @Override
    public void write(OutputDirectory directory) {
        if (result.draws() > 0) {
            directory.write("sets.csv", () -> sets());
        }
        directory.write("explanations.csv", this::explanations);
    }

    @Override
    public String temperingCsv(TemperingResult ladder) {
        return new TemperingFiles(ladder).csv();
    }

    @Override
    public void picture(TraceDraws draws, Path file) throws IOException {
        draws.picture(file, "Sets that explain", "log-probability", DoubleUnaryOperator.identity());
    }

    /**
     * The table of all sets. The column {@code site} has the numbers of the report page. If a run is too short for
     * errors, they are NaN, which NumPy and pandas read.
     */
    private String sets() {
        StringBuilder text = new StringBuilder("set,description,site,size,observed,probability,standard_error\n");
        for (int site : order) {
            text.append(Text.row(
                    ForeignText.cell(problem.names().get(site)),
                    ForeignText.cell(problem.descriptions().get(site)),
                    site,
                    model.setSize(site),
                    model.observedInSet(site),
                    Text.format("%.6f", probabilities[site]),
                    Text.format("%.6f", errors[site])));
        }
        return text.toString();
    }

    private String explanations() {
        StringBuilder text =
                new StringBuilder("log_probability,relative_probability,visits,false_positives,false_negatives,sets\n");
        List<VisitedState> best = best();
        for (VisitedState state : best) {
            CoverModel.Explanation explanation = model.explain(state.state());
            text.append(Text.row(
                    Text.format("%.6f", state.logProb()),
                    Text.format("%.6g", relative(state, best)),
                    state.visits(),
                    explanation.falsePositives(),
                    explanation.falseNegatives(),
                    sets(explanation, ForeignText::cell, "; ")));
        }
        return text.toString();
    }

    /**
     * The best states in descending order. The best state of all steps is added, with 0 visits, if no draw was in it.
     */
    private List<VisitedState> best() {
        List<VisitedState> states = new ArrayList<>(result.bestStates());
        SampleResult.Best best = result.best();
        if (states.isEmpty() || best.logProb() > states.get(0).logProb()) {
            states.add(0, new VisitedState(best.state(), best.logProb(), 0));
        }
        return states;
    }

    /** The probability of a state relative to the best state. */
    private static double relative(VisitedState state, List<VisitedState> best) {
        return Math.exp(state.logProb() - best.get(0).logProb());
    }

    /** The names of the sets of an explanation, each in the given form, with the separator between. */
    private String sets(CoverModel.Explanation explanation, UnaryOperator<String> form, String separator) {
        return explanation.causes().isEmpty()
                ? "(none)"
                : explanation.causes().stream()
                        .map(site -> form.apply(problem.names().get(site)))
                        .collect(Collectors.joining(separator));
    }
}
