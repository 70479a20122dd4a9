package dev.lbp.cli.sample;

import dev.lbp.cli.plot.ImageGrid;
import dev.lbp.cli.problem.InstanceProblem;
import dev.lbp.cli.problem.Problem;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.run.SlotColumns;
import dev.lbp.cli.run.TraceDraws;
import dev.lbp.cli.terminal.OptionNames;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.result.Estimate;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.TemperingResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text and the files of {@code lbp sample}. Sites and chains are numbered from 0, as in the API, except in
 * best-state.txt, whose sites are numbered from 1, as in an instance file.
 *
 * @param ones the fixed number of ones; null for any number
 * @param logZ whether to print log Z of the run, which is then tempered
 * @param averages the averages by temperature; null without {@code --temperatures}
 */
record SampleReport<R extends RunResult>(
        String title,
        Problem<R> problem,
        double beta,
        @Nullable Integer ones,
        boolean logZ,
        @Nullable Thermodynamics averages,
        R result)
        implements SamplingOptions.Findings {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES = List.of(
            "best-state.txt", "best.csv", "marginals.csv", Thermodynamics.TABLE, Thermodynamics.PICTURE, "samples.png");

    /** {@inheritDoc} It has the summary, the best values, log Z, averages, and notes. */
    @Override
    public String text() {
        String summary = OptionNames.inSummary(result.summary(), result.stopReason());
        if (logZ || problem instanceof CoreProblem) { // log Z has a line of its own, or is that of the core alone
            summary = summary.replaceFirst("; log Z [^\n]*", "");
        }
        StringBuilder text =
                new StringBuilder(ForeignText.onOneLine(title)).append('\n').append(summary);
        for (Problem.Measure measure : problem.best(result)) {
            text.append(measure.best() + ": " + Text.number(measure.value()) + "\n");
        }
        if (logZ) {
            text.append(result.tempering()
                    .map(this::logZ)
                    .orElse("log Z: none, because no exchange was made among the draws\n"));
        }
        if (averages != null) {
            text.append(averages.text());
        }
        text.append(problem.note());
        if (result.draws() > 0) {
            text.append(problem.marginalsNote(result, ones));
        }
        return text.toString();
    }

    @Override
    public List<Section> sections() {
        return averages == null ? List.of() : averages.sections();
    }

    /** A line on log Z and its error. An error below the resolution, the share of one draw, is told as below that. */
    private String logZ(TemperingResult ladder) {
        Estimate estimate = problem.logZ(result, ladder);
        double error = estimate.error();
        String known = Double.isNaN(error)
                ? Text.number(estimate.value()) + ", without an error"
                : Text.format(
                        error < ladder.logZResolution()
                                ? "%.4f, standard error below %.2g"
                                : "%.4f, standard error %.2g",
                        estimate.value(),
                        Math.max(error, ladder.logZResolution()));
        return "log Z: " + known + "; Z is the sum of " + problem.term() + " over all states\n";
    }

    @Override
    public void write(OutputDirectory directory) {
        directory.write("best-state.txt", this::bestState);
        directory.writeUnlessEmpty("best.csv", () -> problem.bestStates(result));
        directory.writeUnlessEmpty("marginals.csv", () -> problem.marginals(result));
        if (averages != null) {
            averages.write(directory);
        }
        if (result instanceof SampleResult bits && !(problem instanceof InstanceProblem)) { // an RBM or a network
            writeSamples(bits, directory);
        }
    }

    @Override
    public String temperingCsv(TemperingResult ladder) {
        return SlotColumns.csv(ladder, beta);
    }

    @Override
    public void picture(TraceDraws draws, Path file) throws IOException {
        draws.picture(file, title, problem.measured(result), logProb -> problem.measure(logProb, beta));
    }

    /** Draws the last state of each chain as a picture, if the sites form a square of pixels. */
    private static void writeSamples(SampleResult result, OutputDirectory directory) {
        byte[][] states = result.finalStates();
        int side = (int) Math.round(Math.sqrt(states[0].length));
        if (side > 1 && side * side == states[0].length) {
            directory.write("samples.png", file -> ImageGrid.write(file, side, side, states));
        }
    }

    private String bestState() {
        StringBuilder text = new StringBuilder();
        for (Problem.Measure measure : problem.best(result)) {
            text.append("# " + measure.name() + " " + Text.number(measure.value()) + "\n");
        }
        return text.append(problem.bestState(result)).toString();
    }
}
