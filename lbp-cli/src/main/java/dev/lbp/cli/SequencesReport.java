package dev.lbp.cli;

import dev.lbp.cli.plot.SequenceLogo;
import dev.lbp.cli.plot.SequenceLogo.Row;
import dev.lbp.internal.ForeignText;
import dev.lbp.internal.WholeFile;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.runtime.report.Summary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The text and the files of {@code lbp sequences}. Sites are counted from 1, as residues are. */
final class SequencesReport implements SamplingOptions.Findings {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES = List.of(
            "summary.txt",
            "sequences.fasta",
            "sequences.csv",
            "letters.csv",
            "letters.html",
            "tempering.csv",
            "traces.png");

    /** Draws whose frequencies are compared with those of a family: more make a correlation hardly larger. */
    private static final int MOST_COMPARED = 20_000;

    private final String title;
    private final String advice;
    private final SequenceProblem problem;
    private final @Nullable Path fasta;
    private final ValueResult result;
    private final List<Draw> draws;
    private final @Nullable FamilyFindings family;

    /** A draw that is written. */
    private record Draw(int chain, int draw, double score, int mutations, int[] values) {

        String name() {
            return "chain" + chain + "_draw" + draw;
        }
    }

    /**
     * @param advice on the inverse temperature, or on the training
     * @param keep the largest number of draws to write
     * @param fasta the file of the draws; null for one in the output directory
     * @param trained what the model was trained on; null if nothing
     */
    SequencesReport(
            String title,
            String advice,
            SequenceProblem problem,
            ValueResult result,
            int keep,
            @Nullable Path fasta,
            @Nullable Family trained) {
        this.title = title;
        this.advice = advice;
        this.problem = problem;
        this.fasta = fasta;
        this.result = result;
        this.draws = kept(keep);
        this.family = trained == null || draws.isEmpty()
                ? null
                : new FamilyFindings(trained, values(draws), values(kept(MOST_COMPARED)));
    }

    private static int[][] values(List<Draw> draws) {
        return draws.stream().map(Draw::values).toArray(int[][]::new);
    }

    /** Draws of all chains, evenly spaced: draw {@code floor(k D / n)} of the D draws of all chains for each k. */
    private List<Draw> kept(int keep) {
        long all = (long) result.chains() * result.draws();
        long count = Math.min(keep, all);
        List<Draw> kept = new ArrayList<>();
        double[][] logProb = count == 0
                ? new double[0][]
                : Objects.requireNonNull(result.traces().get("logProb"));
        for (long k = 0; k < count; k++) {
            long place = k * all / count;
            int chain = (int) (place / result.draws());
            int draw = (int) (place % result.draws());
            int[] values = result.draw(chain, draw);
            int mutations = problem.mutations(values);
            kept.add(new Draw(chain, draw, problem.score(logProb[chain][draw], mutations), mutations, values));
        }
        return kept;
    }

    @Override
    public String title() {
        return title;
    }

    /** Sites from 1, and letters; the score is tempered, prices and constraints are not. */
    @Override
    public ReportTerms terms() {
        return new ReportTerms(
                IntStream.rangeClosed(1, problem.sites())
                        .mapToObj(site -> "Site " + site)
                        .toList(),
                List.of(problem.alphabet().letters().split("")),
                problem.beta());
    }

    @Override
    public String text() {
        StringBuilder text =
                new StringBuilder(ForeignText.onOneLine(title)).append('\n').append(advice);
        text.append(OptionNames.inSummary(new Summary((ReportedRun) result, terms()).text(), result.stopReason()));
        if (!draws.isEmpty()) {
            result.tempering().ifPresent(ladder -> text.append(meaningOfLogZ()).append(entropy(ladder)));
            long distinct = draws.stream()
                    .map(draw -> letters(draw.values()))
                    .distinct()
                    .count();
            text.append(String.format(Locale.ROOT, "written: %,d draws, %,d distinct%n", draws.size(), distinct));
            text.append(String.format(
                    Locale.ROOT,
                    "score: mean %.4f, largest %.4f%n",
                    draws.stream().mapToDouble(Draw::score).average().orElseThrow(),
                    draws.stream().mapToDouble(Draw::score).max().orElseThrow()));
            if (problem.wildType() != null) {
                text.append(String.format(
                        Locale.ROOT,
                        "distance to the wild type: mean %.2f sites%n",
                        draws.stream().mapToInt(Draw::mutations).average().orElseThrow()));
            }
            if (draws.size() > 1) {
                text.append(String.format(Locale.ROOT, "distance of two sequences: mean %.2f sites%n", meanDistance()));
            }
            if (family != null) {
                text.append(family.text());
            }
        }
        return text.toString();
    }

    /** The sum whose logarithm log Z is, where it is not that of all sequences. */
    private String meaningOfLogZ() {
        return problem.wildType() == null
                ? ""
                : "log Z is the log of the sum of exp(beta score - price mutations) over all allowed sequences\n";
    }

    private String entropy(TemperingResult ladder) {
        Estimate entropy = ladder.at(1.0).entropy();
        if (Double.isNaN(entropy.value())) {
            return "entropy: not known, because neighbouring replicas overlap in less than one state\n";
        }
        boolean mixed = result.verdict().get(0).startsWith("mixed");
        return String.format(
                Locale.ROOT,
                "entropy: %s%s nats, %.3f a site, of at most %.3f%s%n",
                Text.estimate(entropy),
                entropy.error() > 0.0 ? "" : " (without an error)",
                entropy.value() / problem.sites(),
                Math.log(problem.alphabet().size()),
                mixed ? "" : "; by the verdict, it and log Z may be far off");
    }

    /** The mean distance of all pairs: with n_c of n draws at value c, {@code n^2 - sum n_c^2} ordered pairs differ. */
    private double meanDistance() {
        double n = draws.size();
        double sum = 0.0;
        for (int i = 0; i < problem.sites(); i++) {
            double[] counts = new double[problem.alphabet().size()];
            for (Draw draw : draws) {
                counts[draw.values()[i]]++;
            }
            sum += n * n - Arrays.stream(counts).map(count -> count * count).sum();
        }
        return sum / (n * (n - 1.0));
    }

    private String letters(int[] values) {
        return problem.alphabet().text(values);
    }

    @Override
    public void write(OutputDirectory directory) {
        result.tempering()
                .ifPresent(ladder -> directory.write("tempering.csv", SlotColumns.csv(ladder, problem.beta())));
        if (draws.isEmpty()) {
            return;
        }
        if (fasta == null) {
            directory.write("sequences.fasta", fasta());
        } else {
            directory.writeElsewhere(fasta, file -> WholeFile.replace(file, fasta()));
        }
        directory.write("sequences.csv", csv());
        directory.write("letters.csv", marginals());
        directory.write("letters.html", SequenceLogo.page(title, logo()));
        if (result.draws() > 1) {
            directory.write(
                    "traces.png",
                    file -> TraceDraws.of(result, "logProb")
                            .picture(file, title, "log-probability", DoubleUnaryOperator.identity()));
        }
    }

    @Override
    public List<Section> sections() {
        if (draws.isEmpty()) {
            return List.of();
        }
        return family == null
                ? List.of(logo())
                : List.of(logo(), new Section("covariances", "Pair covariances", family::writeCovariances));
    }

    private Section logo() {
        Row drawn = new Row("All draws", result.valueMarginals());
        List<Row> rows = family == null ? List.of(drawn) : List.of(new Row("The family", family.frequencies()), drawn);
        return SequenceLogo.section(rows, problem.alphabet().letters(), wildType());
    }

    private String wildType() {
        int[] wildType = problem.wildType();
        return wildType == null ? "" : letters(wildType);
    }

    private String fasta() {
        Alphabet alphabet = problem.alphabet();
        return new Fasta(draws.stream()
                        .map(draw -> new Fasta.Sequence(
                                String.format(
                                        Locale.ROOT,
                                        "%s score=%.6f%s",
                                        draw.name(),
                                        draw.score(),
                                        problem.wildType() == null ? "" : " mutations=" + draw.mutations()),
                                draw.values()))
                        .toList())
                .text(alphabet);
    }

    private String csv() {
        boolean near = problem.wildType() != null;
        StringBuilder text = new StringBuilder("chain,draw,score,").append(near ? "mutations," : "");
        text.append("sequence\n");
        for (Draw draw : draws) {
            List<Object> row = new ArrayList<>(List.of(draw.chain(), draw.draw(), fixed(draw.score())));
            if (near) {
                row.add(draw.mutations());
            }
            row.add(letters(draw.values()));
            text.append(Text.CSV.format(row.toArray())).append('\n');
        }
        return text.toString();
    }

    private String marginals() {
        double[][] marginals = result.valueMarginals();
        double[][] errors = result.valueMarginalErrors();
        StringBuilder text = new StringBuilder("site,letter,probability,standard_error\n");
        for (int i = 0; i < marginals.length; i++) {
            for (int c = 0; c < marginals[i].length; c++) {
                char letter = problem.alphabet().letters().charAt(c);
                text.append(Text.CSV.format(i + 1, letter, fixed(marginals[i][c]), fixed(errors[i][c])))
                        .append('\n');
            }
        }
        return text.toString();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.6f", value);
    }
}
