package dev.lbp.cli.sequences;

import dev.lbp.cli.plot.SequenceLogo;
import dev.lbp.cli.plot.SequenceLogo.Row;
import dev.lbp.cli.run.SamplingOptions;
import dev.lbp.cli.run.SlotColumns;
import dev.lbp.cli.terminal.OptionNames;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.result.Estimate;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.runtime.report.ReportTerms;
import dev.lbp.runtime.report.ReportedRun;
import dev.lbp.runtime.report.Summary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text and the files of {@code lbp sequences}. Sites are numbered from 1, as residues are. */
final class SequencesReport implements SamplingOptions.Findings {

    /** The names of all files that {@link #write} writes. */
    static final List<String> FILES = List.of("sequences.fasta", "sequences.csv", "letters.csv", "letters.html");

    /** The largest number of draws that are compared with the family. More would hardly change the correlation. */
    private static final int MOST_COMPARED = 20_000;

    private final String title;
    private final String advice;
    private final SequenceProblem problem;
    private final @Nullable Path fasta;
    private final ValueResult result;
    private final int keep;
    private final @Nullable Family trained;

    /** The comparison with the family. Null before its first use, and without a family. */
    private @Nullable FamilyFindings findings;

    /**
     * A draw that is written. Draws are made one by one when needed, because memory may not hold a second copy of all.
     */
    private record Draw(int chain, int draw, double score, int mutations, int[] values) {

        String name() {
            return "chain" + chain + "_draw" + draw;
        }
    }

    /**
     * @param advice lines on the inverse temperature or the training
     * @param keep the largest number of draws to write
     * @param fasta the file of the draws; null for the one in the output directory
     * @param trained the family that the model was trained on; null if none
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
        this.keep = keep;
        this.trained = trained;
    }

    /** The comparison with the family, computed at its first use; null without a family or draws. */
    private @Nullable FamilyFindings family() {
        if (findings == null && trained != null && result.draws() > 0) {
            findings = new FamilyFindings(trained, values(keep), values(MOST_COMPARED));
        }
        return findings;
    }

    /** The states of at most {@code most} evenly spaced draws. */
    private int[][] values(int most) {
        return evenlySpaced(most).map(Draw::values).toArray(int[][]::new);
    }

    /** The draws that are written. */
    private Stream<Draw> draws() {
        return evenlySpaced(keep);
    }

    /**
     * At most {@code most} evenly spaced draws of all chains: of D draws in total, draw {@code floor(k D / n)} for k =
     * 0 to n - 1.
     */
    private Stream<Draw> evenlySpaced(int most) {
        long all = (long) result.chains() * result.draws();
        long count = Math.min(most, all);
        double[][] logProb = count == 0
                ? new double[0][]
                : Objects.requireNonNull(result.traces().get("logProb"));
        return LongStream.range(0, count).mapToObj(k -> {
            long place = k * all / count;
            int chain = (int) (place / result.draws());
            int draw = (int) (place % result.draws());
            int[] values = result.draw(chain, draw);
            int mutations = problem.mutations(values);
            return new Draw(chain, draw, problem.score(logProb[chain][draw], mutations), mutations, values);
        });
    }

    @Override
    public String title() {
        return title;
    }

    /**
     * {@inheritDoc} Sites are numbered from 1, and values are letters. Beta applies to the score, not to prices and
     * constraints.
     */
    @Override
    public ReportTerms terms() {
        return new ReportTerms(
                IntStream.rangeClosed(1, problem.sites())
                        .mapToObj(site -> "Site " + site)
                        .toList(),
                Collections.nCopies(
                        problem.sites(), List.of(problem.alphabet().letters().split(""))),
                problem.beta());
    }

    @Override
    public String text() {
        StringBuilder text =
                new StringBuilder(ForeignText.onOneLine(title)).append('\n').append(advice);
        text.append(OptionNames.inSummary(new Summary((ReportedRun) result, terms()).text(), result.stopReason()));
        if (result.draws() > 0) {
            result.tempering().ifPresent(ladder -> text.append(meaningOfLogZ()).append(entropy(ladder)));
            long written = draws().count();
            long distinct =
                    draws().map(draw -> letters(draw.values())).distinct().count();
            text.append(Text.format("written: %,d draws, %,d distinct%n", written, distinct));
            text.append(Text.format(
                    "score: mean %.4f, largest %.4f%n",
                    draws().mapToDouble(Draw::score).average().orElseThrow(),
                    draws().mapToDouble(Draw::score).max().orElseThrow()));
            if (problem.wildType() != null) {
                text.append(Text.format(
                        "distance to the wild type: mean %.2f sites%n",
                        draws().mapToInt(Draw::mutations).average().orElseThrow()));
            }
            if (written > 1) {
                text.append(Text.format("distance of two sequences: mean %.2f sites%n", meanDistance(written)));
            }
            FamilyFindings family = family();
            if (family != null) {
                text.append(family.text());
            }
        }
        return text.toString();
    }

    /** The definition of log Z if it is not the sum over all sequences. */
    private String meaningOfLogZ() {
        return problem.wildType() == null
                ? ""
                : "log Z is the log of the sum of exp(beta score - price mutations) over all allowed sequences\n";
    }

    /** A line on the entropy. */
    private String entropy(TemperingResult ladder) {
        Estimate entropy = ladder.at(1.0).entropy();
        if (Double.isNaN(entropy.value())) {
            return "entropy: not known, because neighbouring replicas overlap in less than one state\n";
        }
        boolean mixed = result.mixed();
        return Text.format(
                "entropy: %s%s nats, %.3f a site, of at most %.3f%s%n",
                Text.estimate(entropy),
                entropy.error() > 0.0 ? "" : " (without an error)",
                entropy.value() / problem.sites(),
                Math.log(problem.alphabet().size()),
                mixed ? "" : "; by the verdict, it and log Z may be far off");
    }

    /**
     * The mean number of sites at which two of the n draws differ, over all pairs of draws. At a site with n_c of n
     * draws at value c, {@code n^2 - sum n_c^2} ordered pairs differ.
     */
    private double meanDistance(double n) {
        double[][] counts = new double[problem.sites()][problem.alphabet().size()];
        draws().forEach(draw -> {
            for (int i = 0; i < counts.length; i++) {
                counts[i][draw.values()[i]]++;
            }
        });
        double sum = 0.0;
        for (double[] site : counts) {
            sum += n * n - Arrays.stream(site).map(count -> count * count).sum();
        }
        return sum / (n * (n - 1.0));
    }

    private String letters(int[] values) {
        return problem.alphabet().text(values);
    }

    @Override
    public void write(OutputDirectory directory) {
        if (result.draws() == 0) {
            return;
        }
        if (fasta == null) {
            directory.write("sequences.fasta", this::writeFasta);
        } else {
            directory.writeElsewhere("Written", fasta, this::writeFasta);
        }
        directory.write("sequences.csv", this::writeCsv);
        directory.write("letters.csv", this::marginals);
        directory.write("letters.html", () -> SequenceLogo.page(title, logo()));
    }

    @Override
    public String temperingCsv(TemperingResult ladder) {
        return SlotColumns.csv(ladder, problem.beta());
    }

    @Override
    public List<Section> sections() {
        if (result.draws() == 0) {
            return List.of();
        }
        FamilyFindings family = family();
        if (trained == null || family == null) {
            return List.of(logo());
        }
        List<Section> sections = new ArrayList<>(
                List.of(logo(), new Section("covariances", "Pair covariances", family::writeCovariances)));
        if (!trained.caveat().isEmpty()) {
            sections.add(0, new Section("family", "Too few sequences", html -> html.paragraph(trained.caveat())));
        }
        return sections;
    }

    /** The sequence logo of all draws, below that of the alignment if a model was trained on one. */
    private Section logo() {
        Row drawn = new Row("All draws", result.valueMarginals());
        FamilyFindings family = family();
        List<Row> rows = family == null ? List.of(drawn) : List.of(new Row("The family", family.frequencies()), drawn);
        return SequenceLogo.section(rows, problem.alphabet().letters(), wildType());
    }

    private String wildType() {
        int[] wildType = problem.wildType();
        return wildType == null ? "" : letters(wildType);
    }

    private void writeFasta(Path file) throws IOException {
        String format = problem.wildType() == null ? "%s score=%.6f" : "%s score=%.6f mutations=%d";
        WholeFile.replace(file, lines(draw -> {
            String header = Text.format(format, draw.name(), draw.score(), draw.mutations());
            return new Fasta(List.of(new Fasta.Sequence(header, draw.values()))).text(problem.alphabet());
        }));
    }

    /** Writes the draws as comma-separated values, with the mutations of each if there is a wild type. */
    private void writeCsv(Path file) throws IOException {
        boolean near = problem.wildType() != null;
        String header = "chain,draw,score," + (near ? "mutations," : "") + "sequence\n";
        WholeFile.Content rows = lines(draw -> {
            List<Object> row = new ArrayList<>(List.of(draw.chain(), draw.draw(), sixDecimals(draw.score())));
            if (near) {
                row.add(draw.mutations());
            }
            row.add(letters(draw.values()));
            return Text.row(row.toArray());
        });
        WholeFile.replace(file, out -> {
            out.write(header.getBytes(StandardCharsets.UTF_8));
            rows.writeTo(out);
        });
    }

    /** Content that writes the text of one draw after another, because all texts may not fit into memory. */
    private WholeFile.Content lines(Function<Draw, String> text) {
        return out -> {
            for (Iterator<Draw> draws = draws().iterator(); draws.hasNext(); ) {
                out.write(text.apply(draws.next()).getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    /** The probability of each letter at each site, with standard errors, as comma-separated values. */
    private String marginals() {
        double[][] marginals = result.valueMarginals();
        double[][] errors = result.valueMarginalErrors();
        StringBuilder text = new StringBuilder("site,letter,probability,standard_error\n");
        for (int i = 0; i < marginals.length; i++) {
            for (int c = 0; c < marginals[i].length; c++) {
                char letter = problem.alphabet().letters().charAt(c);
                text.append(Text.row(i + 1, letter, sixDecimals(marginals[i][c]), sixDecimals(errors[i][c])));
            }
        }
        return text.toString();
    }

    private static String sixDecimals(double value) {
        return Text.format("%.6f", value);
    }
}
