package dev.lbp.bench.cli;

import dev.lbp.SampleResult;
import dev.lbp.bench.plot.TracePlot;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/** What {@code lbp sample} tells of a run: text for the console, and files. Sites are numbered as in the instance, from 1. */
final class SampleReport {

    private final String title;
    private final Problem problem;
    private final double beta;
    private final int thin;
    private final SampleResult result;
    private final double bestEnergy;

    SampleReport(String title, Problem problem, double beta, int thin, SampleResult result) {
        this.title = title;
        this.problem = problem;
        this.beta = beta;
        this.thin = thin;
        this.result = result;
        this.bestEnergy = problem.energy(result.best().state());
    }

    String text() {
        StringBuilder text = new StringBuilder(title).append('\n').append(result.summary());
        text.append("best energy: ").append(Text.number(bestEnergy)).append('\n');
        if (problem.kind() == Problem.Kind.ISING) {
            text.append("best cut: ")
                    .append(Text.number(problem.cut(bestEnergy)))
                    .append('\n');
            text.append("note: with no field every marginal is 1/2; others show poor mixing.\n");
        }
        return text.toString();
    }

    void write(OutputDirectory directory) throws IOException {
        directory.write("summary.txt", text());
        directory.write("best-state.txt", bestState());
        double[] marginals = result.marginals();
        if (Double.isFinite(marginals[0])) {
            directory.write("marginals.csv", csv(marginals));
        }
        if (result.draws() > 1) {
            TracePlot.write(directory.file("traces.png"), title, "energy", energies(), thin);
        }
    }

    private String bestState() {
        StringBuilder text = new StringBuilder("# energy ").append(Text.number(bestEnergy));
        if (problem.kind() == Problem.Kind.ISING) {
            text.append("\n# cut ").append(Text.number(problem.cut(bestEnergy)));
        }
        text.append(problem.kind() == Problem.Kind.ISING ? "\n# site spin\n" : "\n# site bit\n");
        byte[] state = result.best().state();
        for (int i = 0; i < state.length; i++) {
            text.append(i + 1).append(' ').append(problem.value(state[i])).append('\n');
        }
        return text.toString();
    }

    private String csv(double[] marginals) {
        StringBuilder text = new StringBuilder("site,probability\n");
        for (int i = 0; i < marginals.length; i++) {
            text.append(i + 1).append(String.format(Locale.ROOT, ",%.6f\n", marginals[i]));
        }
        return text.toString();
    }

    private double[][] energies() {
        return Arrays.stream(Objects.requireNonNull(result.traces().get("logProb")))
                .map(chain ->
                        Arrays.stream(chain).map(logProb -> -logProb / beta).toArray())
                .toArray(double[][]::new);
    }
}
