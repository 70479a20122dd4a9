package dev.lbp.cli.sequences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import dev.lbp.models.sequences.Alphabet;
import dev.lbp.models.sequences.Fasta;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.io.IOException;
import java.io.Reader;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp sequences} on a network of 6 sites and 4 letters with a flat input. */
class SequencesCommandTest extends BadInput {

    private static final int SITES = 6;

    private static byte[] network = {};

    @BeforeAll
    static void makeNetwork(@TempDir Path made) throws IOException {
        Path file = made.resolve("net.onnx");
        try (OnnxNetwork mlp = Networks.mlp(SITES * 4, new int[] {5}, 3L)) {
            mlp.save(file);
        }
        network = Files.readAllBytes(file);
    }

    /** Without the files of other commands: the rows of this test are many. */
    @Override
    @BeforeEach
    protected void write() throws IOException {
        Files.write(directory.resolve("net.onnx"), network);
        Files.writeString(directory.resolve("wt.fasta"), ">wt\nACGTAC\n");
        Files.writeString(directory.resolve("short.fasta"), ">wt\nACGTA\n");
        Files.writeString(directory.resolve("two.fasta"), ">a\nACGTAC\n>b\nACGTAC\n");
        Files.writeString(directory.resolve("rna.fasta"), ">a\nACGUAC\n");
    }

    private Terminal sequences(String options) {
        String all = "sequences --net $/net.onnx --alphabet dna --layout sites-first --chains 4 --warmup 100 --quiet "
                + options;
        return Terminal.run(arguments(List.of(all.split(" "))));
    }

    /** The scores of the file are those of the network, computed here from the one-hot sequence. */
    @Test
    void sequences_nearAWildType_keepConstraintsAndScores() throws IOException {
        Terminal terminal = sequences("--wild-type $/wt.fasta --price 0.5 --within 3 --preserve 2,5-6 --forbid T,1:A"
                + " --beta 3 --draws 300 --keep 50 --out $/out --report $/page.html");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .containsPattern(logRatios())
                .contains(
                        "a first guess of --beta: ",
                        "written: 50 draws, ",
                        "distance to the wild type: mean ",
                        "verdict");
        Fasta fasta = Fasta.read(directory.resolve("out/sequences.fasta"), Alphabet.DNA);
        assertThat(fasta.sequences()).hasSize(50);
        List<String> rows = Files.readAllLines(directory.resolve("out/sequences.csv"));
        try (OnnxNetwork loaded = OnnxNetwork.load(directory.resolve("net.onnx"))) {
            for (int k = 0; k < 50; k++) {
                Fasta.Sequence sequence = fasta.sequences().get(k);
                String letters = Alphabet.DNA.text(sequence.values());
                assertThat(letters).matches("[CG]C[ACG][ACG]AC");
                int mutations = 0;
                for (int i = 0; i < SITES; i++) {
                    mutations += letters.charAt(i) == "ACGTAC".charAt(i) ? 0 : 1;
                }
                String[] fields = rows.get(k + 1).split(",");
                assertThat(Double.parseDouble(fields[2])).isCloseTo(score(loaded, sequence.values()), offset(1e-5));
                assertThat(fields[3]).isEqualTo("" + mutations);
                assertThat(fields[4]).isEqualTo(letters);
                assertThat(sequence.header())
                        .isEqualTo("chain" + fields[0] + "_draw" + fields[1] + " score=" + fields[2] + " mutations="
                                + mutations);
                assertThat(mutations).isLessThanOrEqualTo(3);
            }
        }
        assertThat(Files.readString(directory.resolve("page.html")))
                .contains("values A to T from left to right", ">Site 6</th><td class=\"text\">C</td><td>1.0000</td>")
                .doesNotContainIgnoringCase("site 0<", "valueMarginals");
        assertThat(Files.readString(directory.resolve("out/letters.html"))).contains("All draws, sites 1 to 6");
    }

    /** Letters that CSV quotes: the rows have the letters of the FASTA file. */
    @Test
    void sequences_lettersOfCsv_areQuoted() throws IOException {
        Terminal terminal = Terminal.run(arguments(List.of(
                ("sequences --net $/net.onnx --alphabet ,\"AB --layout sites-first --chains 2 --warmup 20 --draws 20"
                                + " --quiet --out $/out")
                        .split(" "))));
        assertThat(terminal.err).isEmpty();
        Alphabet alphabet = new Alphabet(",\"AB");
        Fasta fasta = Fasta.read(directory.resolve("out/sequences.fasta"), alphabet);
        List<String> written = column("sequences.csv", "sequence");
        assertThat(written).hasSize(40);
        for (int k = 0; k < written.size(); k++) {
            assertThat(written.get(k))
                    .isEqualTo(alphabet.text(fasta.sequences().get(k).values()));
        }
        assertThat(String.join("", column("letters.csv", "letter"))).isEqualTo(",\"AB".repeat(SITES));
    }

    private List<String> column(String file, String name) throws IOException {
        try (Reader reader = Files.newBufferedReader(directory.resolve("out/" + file))) {
            return CSVFormat.RFC4180.builder().setHeader().get().parse(reader).stream()
                    .map(row -> row.get(name))
                    .toList();
        }
    }

    /** Of 4,096 uniform sequences 17 are in the ball: exchanges with them would be accepted at a rate below 0.005. */
    @Test
    void sequences_temperedInABall_startAtItsReference() throws IOException {
        Terminal terminal = sequences("--wild-type $/wt.fasta --price 1 --within 1 --forbid 1:CG --beta 3 --replicas 3"
                + " --draws 300 --out $/tempered --report $/page.html");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> slots = Files.readAllLines(directory.resolve("tempered/tempering.csv"));
        List<String> header = List.of(slots.get(0).split(","));
        double swaps = Double.parseDouble(slots.get(1).split(",")[header.indexOf("swap_acceptance")]);
        assertThat(swaps).isGreaterThan(0.2);
        assertThat(slots.get(3)).startsWith("2," + 1.0 / 3.0 + ",3.0,");
        assertThat(Files.readString(directory.resolve("page.html")))
                .contains("<th scope=\"row\">2</th><td>3.000</td><td>0.333</td>", "mean log pi")
                .doesNotContain("energy of each slot");
    }

    /** A run of 60 draws that goes on to 120 writes the sequences of a run of 120 draws, as many as it is told to. */
    @Test
    void sequences_resumed_writeTheSameDraws() throws IOException {
        String run = "--wild-type $/wt.fasta --replicas 3 ";
        assertThat(sequences(run + "--draws 60 --keep 10 --checkpoint $/c.run --out $/part").exitCode)
                .isZero();
        Terminal resumed = sequences(run + "--draws 120 --checkpoint $/c.run --resume --out $/resumed");
        assertThat(resumed.err).isEmpty();
        assertThat(sequences(run + "--draws 120 --out $/whole").exitCode).isZero();
        for (String file : List.of("sequences.fasta", "sequences.csv")) {
            assertThat(directory.resolve("resumed/" + file))
                    .hasSameTextualContentAs(directory.resolve("whole/" + file));
        }
    }

    /** The value of an option, or the content of its file. */
    @Test
    void sequences_resumedWithAnotherTarget_areRefused() throws IOException {
        String run = "--wild-type $/wt.fasta --preserve 2 --draws 20 --checkpoint $/c.run --out $/out";
        assertThat(sequences(run).exitCode).isZero();
        Path checkpoint = directory.resolve("c.run");
        byte[] saved = Files.readAllBytes(checkpoint);
        assertResumeRefused(run + " --beta 2", "--beta must be 1.0, as in the checkpoint, and is 2");
        assertResumeRefused(run + " --price 1", "--price must be left out, as in the checkpoint, and is 1");
        assertResumeRefused(run + " --within 3", "--within must be left out, as in the checkpoint, and is 3");
        assertResumeRefused(run + " --forbid 1:G", "--forbid must be left out, as in the checkpoint, and is 1:G");
        assertResumeRefused(run.replace("--preserve 2", "--preserve 3"), "--preserve must be 2, as in the checkpoint");
        assertResumeRefused(
                run.replace(" --preserve 2", ""), "--preserve must be 2, as in the checkpoint, and is left");
        assertResumeRefused(
                run.replace("--wild-type $/wt.fasta --preserve 2 ", ""),
                "its run reads the file of --net, --wild-type, and this command reads the file of --net");
        Files.writeString(directory.resolve("wt.fasta"), ">wt\nACGTAA\n");
        assertResumeRefused(run, "the content of the file of --wild-type must be ");
        Files.writeString(directory.resolve("wt.fasta"), ">wt\nACGTAC\n");
        try (OnnxNetwork other = Networks.mlp(SITES * 4, new int[] {5}, 4L)) {
            other.save(directory.resolve("net.onnx"));
        }
        assertResumeRefused(run, "the content of the file of --net must be ");
        assertThat(checkpoint).hasBinaryContent(saved);
    }

    private void assertResumeRefused(String options, String words) {
        Terminal terminal = sequences(options + " --resume");
        assertThat(terminal.err).contains(words);
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --price 1                                | must be given with --wild-type FILE: --price=1.0
            --within 2                               | must be given with --wild-type FILE: --within=2
            --preserve 2                             | must be given with --wild-type FILE: --preserve=2
            --wild-type $/none                       | must be a file that exists: --wild-type=$/none
            --wild-type $/short.fasta                | must have 6 letters, as --net has sites, and has 5: --wild-type=$/short.fasta
            --wild-type $/two.fasta                  | must hold one sequence: --wild-type=$/two.fasta
            --wild-type $/rna.fasta                  | $/rna.fasta:2:4: must be one of the letters ACGT: 'U'
            --wild-type $/wt.fasta --within 2 --scale 3 | must be at most 2, the largest number of mutations: --scale=3
            --wild-type $/wt.fasta --price -1        | must be >= 0: --price=-1
            --wild-type $/wt.fasta --price 1e12      | must be at most 1000000, for log pi to keep its digits: --price=1e12
            --wild-type $/wt.fasta --within 0        | must be >= 1: --within=0
            --wild-type $/wt.fasta --within 1 --forbid A | must be at least the 2 sites whose wild type is forbidden: --within=1
            --wild-type $/wt.fasta --preserve 7      | must be positions from 1 to 6, ranges in ascending order: --preserve=7
            --wild-type $/wt.fasta --preserve 3-2    | must be positions from 1 to 6, ranges in ascending order: --preserve=3-2
            --wild-type $/wt.fasta --preserve a      | must be positions or ranges, as in 12,65-67: --preserve=a
            --wild-type $/wt.fasta --preserve 1-6    | must leave a site to change: --preserve=1-6
            --wild-type $/wt.fasta --preserve 2 --forbid 2:C | must allow the letter of site 2, which is preserved: --forbid=2:C
            --forbid 3:ACGT                          | must leave a letter of site 3: --forbid=3:ACGT
            --forbid B                               | must be letters of ACGT, perhaps after sites, as in 3:CW: --forbid=B
            --beta 0                                 | must be
            --keep 0                                 | must be >= 1: --keep=0
            --every 5                                | must be given with --replicas: --every=5
            --sampler gibbs                          | must be lbp, gwg, rwm, dlmc or dmala with sequences: --sampler=gibbs
            --scan ordered                           | must be left out with sequences: --scan=ordered
            """)
    void sequences_badOption_isRefused(String options, String words) throws IOException {
        assertRefused("sequences --net $/net.onnx --alphabet dna --layout sites-first " + options.strip(), words);
    }

    /** The quantiles of beta times the change of the score, less the price, over the 18 single mutations. */
    private String logRatios() throws IOException {
        int[] wildType = "ACGTAC"
                .chars()
                .map(letter -> Alphabet.DNA.value((char) letter))
                .toArray();
        double[] logRatios = new double[SITES * 3];
        try (OnnxNetwork network = OnnxNetwork.load(directory.resolve("net.onnx"))) {
            double score = score(network, wildType);
            for (int k = 0; k < logRatios.length; k++) {
                int[] mutant = wildType.clone();
                mutant[k / 3] = (mutant[k / 3] + 1 + k % 3) % 4;
                logRatios[k] = 3.0 * (score(network, mutant) - score) - 0.5;
            }
        }
        Arrays.sort(logRatios);
        return String.format(
                Locale.ROOT,
                "at this beta and price: %.2f \\(5 %%\\), %.2f \\(50 %%\\), %.2f \\(95 %%\\)",
                logRatios[0],
                (logRatios[8] + logRatios[9]) / 2.0,
                logRatios[17]);
    }

    private static double score(OnnxNetwork network, int[] state) throws IOException {
        FloatBuffer cells = FloatBuffer.allocate(SITES * 4);
        for (int i = 0; i < SITES; i++) {
            cells.put(i * 4 + state[i], 1.0f);
        }
        FloatBuffer score = FloatBuffer.allocate(1);
        network.evaluate(cells, 1, score, null);
        return score.get(0);
    }

    /** With one site both layouts are the same, and neither is asked for. A name is known in upper case, too. */
    @Test
    void sequences_ofOneSite_needNoLayout() throws IOException {
        try (OnnxNetwork network = Networks.mlp(4, new int[] {5}, 3L)) {
            network.save(directory.resolve("one.onnx"));
        }
        Terminal terminal = Terminal.run(arguments(
                List.of("sequences --net $/one.onnx --alphabet DNA --draws 50 --quiet --out $/one".split(" "))));
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.out).contains("one.onnx: 1 sites of 4 letters");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            --alphabet dna                       | must be given with --layout sites-first or values-first, for its input [24] does not tell
            --layout sites-first                 | must have a multiple of the 20 letters of --alphabet as inputs, and has 24: --net=
            --alphabet AA --layout sites-first   | '--alphabet': must be protein, rna or dna
            --alphabet dna --layout transposed   | '--layout': must be sites-first or values-first: transposed
            """)
    void sequences_networkOfAnotherForm_isRefused(String options, String words) throws IOException {
        assertRefused("sequences --net $/net.onnx " + options.strip(), words);
    }
}
