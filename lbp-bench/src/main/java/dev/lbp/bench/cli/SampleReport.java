package dev.lbp.bench.cli;

import dev.lbp.bench.plot.ImageGrid;
import dev.lbp.bench.plot.TracePlot;
import dev.lbp.result.SampleResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The text and the files of {@code lbp sample}. Sites and chains are numbered from 0, as in the API. Only best-state.txt has the
 * form of an instance file and its numbering, from 1.
 */
final class SampleReport {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES =
            List.of("summary.txt", "best-state.txt", "marginals.csv", "traces.png", "samples.png");

    private final String title;
    private final Problem problem;
    private final double beta;
    private final @Nullable Integer ones;
    private final SampleResult result;
    private final List<Problem.Measure> best;

    /**
     * @param ones the fixed number of ones; null for any number
     */
    SampleReport(String title, Problem problem, double beta, @Nullable Integer ones, SampleResult result) {
        this.title = title;
        this.problem = problem;
        this.beta = beta;
        this.ones = ones;
        this.result = result;
        this.best = problem.measures(result.best().state());
    }

    String text() {
        StringBuilder text = new StringBuilder(title).append('\n').append(result.summary());
        for (Problem.Measure measure : best) {
            text.append("best ")
                    .append(measure.name())
                    .append(": ")
                    .append(Text.number(measure.value()))
                    .append('\n');
        }
        text.append(problem.note());
        if (result.draws() > 0) {
            text.append(problem.marginalsNote(ones));
        }
        return text.toString();
    }

    void write(OutputDirectory directory) {
        directory.write("summary.txt", text());
        directory.write("best-state.txt", bestState());
        double[] marginals = result.marginals();
        if (Double.isFinite(marginals[0])) {
            directory.write("marginals.csv", csv(marginals, result.marginalErrors()));
        }
        if (result.draws() > 1) {
            directory.write(
                    "traces.png",
                    file -> TracePlot.write(file, title, best.get(0).name(), energies()));
        }
        writePictures(directory);
    }

    private String bestState() {
        StringBuilder text = new StringBuilder();
        for (Problem.Measure measure : best) {
            text.append("# ")
                    .append(measure.name())
                    .append(' ')
                    .append(Text.number(measure.value()))
                    .append('\n');
        }
        text.append("# sites are numbered from 1, as in an instance file\n");
        text.append("# site ").append(problem.valueName()).append('\n');
        byte[] state = result.best().state();
        for (int i = 0; i < state.length; i++) {
            text.append(i + 1).append(' ').append(problem.value(state[i])).append('\n');
        }
        return text.toString();
    }

    /** Marginals with errors. If a run is too short for an error, it is NaN, which NumPy and pandas read. */
    private static String csv(double[] marginals, double[] errors) {
        StringBuilder text = new StringBuilder("site,probability,standard_error\n");
        for (int i = 0; i < marginals.length; i++) {
            text.append(i).append(String.format(Locale.ROOT, ",%.6f,%.6f\n", marginals[i], errors[i]));
        }
        return text.toString();
    }

    /** Draws the last state of each chain as a picture, if the sites of an RBM form a square of pixels. */
    private void writePictures(OutputDirectory directory) {
        byte[][] states = result.finalStates();
        int side = (int) Math.round(Math.sqrt(states[0].length));
        if (problem instanceof RbmProblem && side > 1 && side * side == states[0].length) {
            directory.write("samples.png", file -> ImageGrid.write(file, side, side, states));
        }
    }

    private double[][] energies() {
        return Arrays.stream(Objects.requireNonNull(result.traces().get("logProb")))
                .map(chain ->
                        Arrays.stream(chain).map(logProb -> -logProb / beta).toArray())
                .toArray(double[][]::new);
    }
}
