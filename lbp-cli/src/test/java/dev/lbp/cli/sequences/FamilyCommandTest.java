package dev.lbp.cli.sequences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import dev.lbp.models.DenseCategories;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.target.MoveModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.AliasMethodDiscreteSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp sequences} on a family of 8 sites and 4 letters, exact draws of a Potts model, and on such models. */
class FamilyCommandTest extends BadInput {

    private static final int SITES = 8;
    private static final int LETTERS = 4;
    private static final Alphabet ALPHABET = Alphabet.RNA;
    private static final String QUICK = " --alphabet ACGU --training-chains 1000 --chains 4 --quiet ";

    private static Fasta family;

    @BeforeAll
    static void drawFamily() {
        DenseCategories truth = DenseCategories.random(SITES, LETTERS, 0.5, 0.4, 3L);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
        SharedStateDiscreteSampler draws = AliasMethodDiscreteSampler.of(random, law(truth, 1.0));
        List<Fasta.Sequence> sequences = new ArrayList<>();
        for (int k = 0; k < 500; k++) {
            sequences.add(new Fasta.Sequence("member" + k, state(draws.sample())));
        }
        family = new Fasta(sequences);
    }

    @BeforeEach
    void writeFamily() throws IOException {
        family.write(directory.resolve("family.fasta"), ALPHABET);
        Files.writeString(directory.resolve("wt.fasta"), "\uFEFF>wt\nACGUACGU\n");
        Files.writeString(directory.resolve("short.fasta"), ">wt\nACGUACG\n");
        Files.writeString(directory.resolve("one.fasta"), ">a\nACGUACGU\n");
        Files.writeString(directory.resolve("same.fasta"), ">a\nACGU\n>b\nACGU\n");
        Files.writeString(directory.resolve("site.fasta"), ">a\nA\n>b\nC\n");
        Files.writeString(directory.resolve("uneven.fasta"), ">a\nACGU\n>b\nACG\n");
        Files.writeString(directory.resolve("lower.fasta"), ">a\nACGU\n>b\nACgU\n");
        Files.writeString(directory.resolve("n.fasta"), ">a\nACGU\n>b\nACNU\n>c\nGCGU\n");
        Files.writeString(directory.resolve("empty.fasta"), "");
        DenseCategories.random(2, LETTERS, 0.5, 0.5, 1L).save(directory.resolve("two.txt"), "ACGU");
        Files.writeString(
                directory.resolve("infinite.txt"),
                Files.readString(directory.resolve("two.txt")).replaceFirst("h 0 A \\S+", "h 0 A Infinity"));
        Files.write(directory.resolve("plmc.bin"), new byte[] {2, 0, 0, 0, 4, 0, 0, 0});
        Files.write(directory.resolve("big.bin"), new byte[] {0, 0, 0, 2, 0, 0, 0, 4});
    }

    /** State s has the value {@code s / 4^i mod 4} at site i. */
    private static int[] state(int s) {
        int[] state = new int[SITES];
        Arrays.setAll(state, i -> s >> 2 * i & 3);
        return state;
    }

    /** log-probabilities of all states at an inverse temperature, up to a constant. */
    private static double[] logProbs(DenseCategories model, double beta) {
        MoveModel.Tracker tracker = model.newTracker();
        double[] logProbs = new double[1 << 2 * SITES];
        Arrays.setAll(logProbs, s -> {
            tracker.reset(state(s));
            return beta * tracker.logProb();
        });
        return logProbs;
    }

    private static double[] law(DenseCategories model, double beta) {
        double[] law = logProbs(model, beta);
        double logZ = logZ(law);
        Arrays.setAll(law, s -> Math.exp(law[s] - logZ));
        return law;
    }

    private static double logZ(double[] logProbs) {
        return Math.log(Arrays.stream(logProbs).map(Math::exp).sum());
    }

    private Terminal run(String command) {
        Terminal terminal = Terminal.run(arguments(List.of(command.strip().split(" +"))));
        assertThat(terminal.err).isEmpty();
        return terminal;
    }

    /**
     * log Z, the entropy and the marginals of the trained model, beside those of all 65,536 states. 34 estimates are
     * within 4.5 standard errors, but with probability 34 * 6.8e-6 = 2.3e-4; the seed is fixed.
     */
    @Test
    void alignment_trained_drawsTheModelThatItWrites() throws IOException {
        Terminal terminal = run("sequences --alignment $/family.fasta --draws 3000 --keep 60 --out $/out"
                + " --report $/page.html" + QUICK);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("family: 500 sequences, effective number ", ", target 0.95 reached", "verdict: mixed")
                .contains("written: 60 draws, ", "nearest sequence of the family: median ")
                .contains(
                        "Written to ",
                        "potts.txt.gz, sequences.fasta, sequences.csv",
                        "tempering.csv, traces.png, summary.txt");
        assertThat(Files.readString(directory.resolve("page.html")))
                .contains("The family, sites 1 to 8", "All draws, sites 1 to 8", "Pair covariances");
        double correlation = terminal.number("correlation of pair covariances, of 12,000 draws with the family: ");
        assertThat(correlation).isBetween(0.9, 1.0);

        DenseCategories model = DenseCategories.load(directory.resolve("out/potts.txt.gz"), ALPHABET.letters());
        double[] law = law(model, 1.0);
        assertEntropy(terminal, law);
        assertLogZ(terminal, logZ(logProbs(model, 1.0)));
        assertMarginals("out/letters.csv", law);
    }

    /** The entropy as it is printed, with as many decimals as its error. */
    private static void assertEntropy(Terminal terminal, double[] law) {
        String found = line(terminal, "entropy: ");
        double entropy = -Arrays.stream(law)
                .filter(p -> p > 0.0)
                .map(p -> p * Math.log(p))
                .sum();
        assertThat(number(found, "entropy: ")).isCloseTo(entropy, within(4.5 * number(found, "+- ")));
        String[] printed = found.split(" ");
        assertThat(decimals(printed[1])).isEqualTo(decimals(printed[3]));
    }

    private static int decimals(String number) {
        return number.length() - number.indexOf('.');
    }

    private static void assertLogZ(Terminal terminal, double logZ) {
        String found = line(terminal, "tempering: ");
        assertThat(number(found, "log Z ")).isCloseTo(logZ, within(4.5 * number(found, "+- ")));
    }

    /** What a command prints that is interrupted as soon as a file is there. */
    private String interrupted(String command, Path file) throws InterruptedException {
        Terminal[] interrupted = new Terminal[1];
        Thread thread = new Thread(() -> interrupted[0] = Terminal.run(arguments(List.of(command.split(" +")))));
        thread.start();
        while (!Files.exists(file) && thread.isAlive()) {
            Thread.sleep(5);
        }
        thread.interrupt();
        thread.join();
        assertThat(interrupted[0].err).isEmpty();
        assertThat(interrupted[0].exitCode).isEqualTo(130);
        return interrupted[0].out;
    }

    private static String line(Terminal terminal, String start) {
        return terminal.out
                .lines()
                .filter(text -> text.startsWith(start))
                .findFirst()
                .orElseThrow();
    }

    /** The number after some words of a line. */
    private static double number(String line, String words) {
        return Double.parseDouble(
                line.substring(line.indexOf(words) + words.length()).split("[ ,;]+")[0]);
    }

    private void assertMarginals(String file, double[] law) throws IOException {
        double[][] exact = new double[SITES][LETTERS];
        for (int s = 0; s < law.length; s++) {
            int[] state = state(s);
            for (int i = 0; i < SITES; i++) {
                exact[i][state[i]] += law[s];
            }
        }
        List<String> rows = Files.readAllLines(directory.resolve(file));
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split(",");
            double error = Double.parseDouble(cells[3]);
            double marginal = exact[Integer.parseInt(cells[0]) - 1][ALPHABET.value(cells[1].charAt(0))];
            assertThat(Double.parseDouble(cells[2])).isCloseTo(marginal, within(4.5 * error + 1e-6));
        }
        assertThat(rows).hasSize(1 + SITES * LETTERS);
    }

    /** The same draws from the file as from the alignment, in the file that was asked for. */
    @Test
    void model_thatWasSaved_drawsTheSameAgain() throws IOException {
        run("sequences --alignment $/family.fasta --save-model $/m.txt --fasta $/first.fasta --draws 200 --out $/out"
                + QUICK);
        assertThat(directory.resolve("out/potts.txt.gz")).doesNotExist();
        assertThat(directory.resolve("out/sequences.fasta")).doesNotExist();
        Terminal again = run("sequences --model $/m.txt --fasta $/again.fasta --draws 200 --out $/out2 --alphabet ACGU"
                + " --chains 4 --quiet");
        assertThat(again.out).contains("Written: " + directory.resolve("again.fasta"));
        assertThat(directory.resolve("again.fasta")).hasSameTextualContentAs(directory.resolve("first.fasta"));
    }

    /**
     * At beta 0.5 within constraints: the law, log Z and the entropy by enumeration of the states that they allow. 34
     * estimates are within 4.5 standard errors, but with probability 2.3e-4; the seed is fixed.
     */
    @ParameterizedTest
    @CsvSource({"gibbs, ", "metropolis, ", "pas, --replicas 1"})
    void model_nearAWildType_hasTheLawOfEnumeration(String sampler, String replicas) throws IOException {
        DenseCategories model = DenseCategories.random(SITES, LETTERS, 0.5, 0.4, 3L);
        model.save(directory.resolve("m.txt"), "ACGU");
        Terminal terminal = run("sequences --model $/m.txt --alphabet ACGU --beta 0.5 --wild-type $/wt.fasta"
                + " --price 0.5 --within 5 --preserve 2 --forbid 1:G --chains 4 --draws 6000 --quiet --out $/out"
                + " --sampler " + sampler + " " + (replicas == null ? "" : replicas));
        double[] law = logProbs(model, 0.5);
        int[] wildType = {0, 1, 2, 3, 0, 1, 2, 3};
        for (int s = 0; s < law.length; s++) {
            int mutations = SequenceProblem.distance(state(s), wildType);
            boolean allowed = mutations <= 5 && state(s)[1] == 1 && state(s)[0] != 2;
            law[s] = allowed ? law[s] - 0.5 * mutations : Double.NEGATIVE_INFINITY;
        }
        double logZ = logZ(law);
        Arrays.setAll(law, s -> Math.exp(law[s] - logZ));
        List<String> rows = Files.readAllLines(directory.resolve("out/letters.csv"));
        assertThat(rows).anyMatch(row -> row.startsWith("2,C,1.000000,")).anyMatch(row -> row.startsWith("1,G,0.0000"));
        Files.writeString(
                directory.resolve("out/free.csv"),
                String.join(
                        "\n",
                        rows.stream().map(row -> row.replace("NaN", "0.0")).toList()));
        assertMarginals("out/free.csv", law);
        if (replicas == null) {
            assertLogZ(terminal, logZ);
            assertEntropy(terminal, law);
            assertThat(terminal.out)
                    .contains("sum of exp(beta score - price mutations) over all allowed sequences\nentropy: ");
        }
    }

    /** Interrupted within its training and resumed, and without a break. */
    @Test
    void alignment_interruptedAndResumed_writesTheSame() throws IOException, InterruptedException {
        String command =
                "sequences --alignment $/family.fasta --correlation 0.999999 --updates 300 --draws 100" + QUICK;
        Path training = directory.resolve("c.run.training");
        assertThat(interrupted(command + "--checkpoint $/c.run --checkpoint-every 0.001s --out $/part", training))
                .contains("That is the model so far, and there are no draws.", "To go on: the same command");
        assertThat(directory.resolve("part/potts.txt.gz")).isRegularFile();
        Terminal resumed = run(command + "--checkpoint $/c.run --resume --out $/resumed");
        Terminal whole = run(command + "--out $/whole");
        assertThat(resumed.exitCode).isZero();
        assertThat(line(resumed, "training: "))
                .isEqualTo(line(whole, "training: "))
                .startsWith("training: 300 updates, ")
                .endsWith("below the target of 0.999999");
        for (String file : List.of("sequences.fasta", "letters.csv", "potts.txt.gz")) {
            assertThat(directory.resolve("resumed/" + file)).hasSameBinaryContentAs(directory.resolve("whole/" + file));
        }
        byte[] model = Files.readAllBytes(directory.resolve("resumed/potts.txt.gz"));
        Terminal longer = Terminal.run(arguments(
                List.of((command.replace("--updates 300", "--updates 400") + "--checkpoint $/c.run --out $/resumed")
                        .split(" +"))));
        assertThat(longer.err).contains("--updates must be 300, as in the checkpoint, and is 400");
        assertThat(longer.exitCode).isEqualTo(2);
        assertThat(directory.resolve("resumed/potts.txt.gz")).hasBinaryContent(model);
        assertThat(Terminal.run(arguments(
                                List.of((command + "--rate 0.1 --checkpoint $/c.run --out $/other").split(" +"))))
                        .err)
                .contains("--rate must be 0.2, as in the checkpoint, and is 0.1");
        Files.deleteIfExists(directory.resolve("c.run.previous"));
        Files.write(directory.resolve("c.run"), Arrays.copyOf(Files.readAllBytes(directory.resolve("c.run")), 1_000));
        assertRefused((command + "--checkpoint $/c.run --out $/damaged").replace("--quiet ", ""), "c.run");
    }

    /** An update of a million chains takes seconds. A signal gives it up, and then there is no model. */
    @Test
    void alignment_interruptedInItsFirstUpdate_writesNoModel() throws InterruptedException {
        Path lock = directory.resolve("f.run.training.lock");
        String command = "sequences --alignment $/family.fasta --alphabet rna --quiet --training-chains 1000000"
                + " --checkpoint $/f.run --out $/none";
        assertThat(interrupted(command, lock))
                .contains("training: no update\nThere is no model yet, and there are no draws.\n");
        assertThat(directory.resolve("none/potts.txt.gz")).doesNotExist();
    }

    /** How large a beta a model allows is known when it is trained. */
    @Test
    void alignment_betaTooLargeForItsModel_writesTheModel() {
        Terminal terminal = Terminal.run(arguments(List.of(
                ("sequences --alignment $/family.fasta --updates 2 --beta 1e9 --out $/out" + QUICK).split(" +"))));
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .contains("failed: must be below ", " in magnitude, or small parameters are lost: --beta=1e9")
                .doesNotContain("Exception");
        assertThat(terminal.out).contains("That is the model so far").doesNotContain("To go on");
        assertThat(directory.resolve("out/potts.txt.gz")).isRegularFile();
    }

    /** Without two sites that vary in the family there is no covariance to compare. */
    @Test
    void alignment_oneVaryingSite_hasNoCorrelation() throws IOException {
        Files.writeString(directory.resolve("one.fasta"), ">a\nACGU\n>b\nAGGU\n");
        assertThat(run("sequences --alignment $/one.fasta --alphabet rna --updates 2 --draws 20 --warmup 100"
                                + " --replicas 2 --training-chains 100 --quiet --out $/out")
                        .out)
                .contains("draws with the family: unknown, as no two sites vary together")
                .doesNotContain("NaN");
    }

    @Test
    void alignment_unknownLetters_areDroppedOrGaps() {
        String command =
                "sequences --alignment $/n.fasta --alphabet rna --updates 2 --draws 20 --warmup 100 --replicas 2"
                        + " --training-chains 100 --quiet --out $/out --unknown ";
        assertThat(run(command + "drop").out)
                .contains("family: 2 sequences", "; 1 with letters outside of the alphabet left out");
        assertThat(run(command + "gap").out)
                .contains("family: 3 sequences", "; 1 with letters outside of the alphabet have gaps for them");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --alignment $/none                              | must be a file that exists: --alignment=$/none
            --alignment $/empty.fasta                       | $/empty.fasta:1:1: must have a sequence: the file has none
            --alignment $/one.fasta                         | must have 2 different sequences or more: --alignment=
            --alignment $/same.fasta                        | must have 2 different sequences or more: --alignment=
            --alignment $/site.fasta                        | must have 2 sites or more: --alignment=$/site.fasta
            --alignment $/uneven.fasta                      | $/uneven.fasta:3:1: must be followed by 4 letters, as the first sequence is, and 3 follow: >b
            --alignment $/lower.fasta                       | $/lower.fasta:4:3: must be one of the letters ACGU: 'g'
            --alignment $/n.fasta                           | $/n.fasta:4:3: must be one of the letters ACGU: 'N'; --alphabet names others; --unknown drop leaves out
            --alignment $/n.fasta --unknown gap             | must have a gap, -, for letters that are unknown: --alphabet=ACGU
            --alignment $/n.fasta --unknown keep            | '--unknown': must be one of [refuse, gap, drop]: keep
            --alignment $/family.fasta --net $/g.txt        | --net=FILE, --alignment=FILE are mutually exclusive
            --alignment $/family.fasta --model $/two.txt    | --alignment=FILE, --model=FILE are mutually exclusive
            --alignment $/family.fasta --layout sites-first | must be left out with --alignment: --layout=sites-first
            --alignment $/family.fasta --chains-per-batch 2 | must be left out with --alignment or --model, which has no batches: --chains-per-batch=2
            --alignment $/family.fasta --sampler lbp        | must be gibbs, metropolis, pas or rwm with --alignment or --model: --sampler=lbp
            --alignment $/family.fasta --scan coloured      | must be ordered or random with --alignment or --model
            --alignment $/family.fasta --correlation 1      | must be in (0, 1): --correlation=1
            --alignment $/family.fasta --updates 0          | must be >= 1: --updates=0
            --alignment $/family.fasta --identity 0         | must be in (0, 1]: --identity=0
            --alignment $/family.fasta --rate 2             | must be in (0, 1]: --rate=2
            --alignment $/family.fasta --l2 -1              | must be >= 0: --l2=-1
            --alignment $/family.fasta --l2 1e9             | must be at most 1 / --rate=5: --l2=1.0E9
            --alignment $/family.fasta --l2 2.1 --rate 0.5  | must be at most 1 / --rate=2: --l2=2.1
            --alignment $/family.fasta --beta 1e300         | must be at most 1e250: --beta=1.0E300
            --alignment $/family.fasta --training-chains 0  | must be >= 1: --training-chains=0
            --alignment $/family.fasta --training-chains 2000000000 | --training-chains=2000000000
            --alignment $/family.fasta --price 1            | must be given with --wild-type FILE: --price=1
            --alignment $/family.fasta --wild-type $/short.fasta | must have 8 letters, as --alignment has sites, and has 7: --wild-type=
            --alignment $/family.fasta --save-model $/family.fasta | must not be the file of --alignment, or lie in it: --save-model=
            --alignment $/family.fasta --fasta $/family.fasta | must not be the file of --alignment, or lie in it: --fasta=
            --alignment $/family.fasta --fasta $/x --save-model $/x | must not be the file of --fasta, or lie in it: --save-model=
            --alignment $/family.fasta --wild-type $/wt.fasta --fasta $/wt.fasta | must not be the file of --wild-type, or lie in it: --fasta=
            --alignment $/family.fasta --resume --checkpoint $/none.run | must be there to be resumed: --checkpoint=$/none.run
            --alignment $/family.fasta --checkpoint $/c --fasta $/c.training | must not be
            --alignment $/family.fasta --warmup 10          | --warmup
            --alignment $/family.fasta --out $/p --part 0/2 --phase draw | must be left out with --part, because each part would train a model
            --model $/none                                  | must be a file that exists: --model=$/none
            --model $/wt.fasta                              | must be a file of a Potts model: --model=$/wt.fasta
            --model $/infinite.txt                          | must be finite: value=Infinity
            --model $/plmc.bin                              | must be a file of a Potts model: --model=$/plmc.bin
            --model $/big.bin                               | must hold the parameters of plmc: $/big.bin: it has 8 bytes
            --model $/two.txt --wild-type $/wt.fasta        | must have 2 letters, as --model has sites, and has 8: --wild-type=
            --model $/two.txt --identity 0.9                | must be given with --alignment FILE: --identity=0.9
            --model $/two.txt --save-model $/x              | must be given with --alignment FILE: --save-model=
            --model $/two.txt --replicas 0                  | must be >= 2: --replicas=0
            --model $/two.txt --beta 0                      | must be finite and > 0: --beta=0
            --model $/two.txt --beta 1e7                    | in magnitude, or small parameters are lost: --beta=1e7
            """)
    void sequences_badFamily_isRefused(String options, String words) throws IOException {
        assertRefused("sequences --alphabet ACGU " + options.strip(), words);
    }
}
