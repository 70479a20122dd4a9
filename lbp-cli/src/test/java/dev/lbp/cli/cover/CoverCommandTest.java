package dev.lbp.cli.cover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.ParsedPage;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.instance.SetFile;
import dev.lbp.models.CoverModel;
import dev.lbp.models.Rate;
import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code lbp cover} on the faults and alarms of the README, and on small files. */
class CoverCommandTest {

    private static final Path FAULTS = Path.of("../examples/faults.gmt");
    private static final Path ALARMS = Path.of("../examples/alarms.txt");

    private static final String SETS = "A\tfirst\ta\tb\tc\nB\tsecond, with a comma\tc\td\td\t\nC\t\te\n";

    @TempDir
    private Path directory;

    private Path out() {
        return directory.resolve("out");
    }

    private Terminal run(Path sets, Path observed, String options) {
        List<Object> all = new ArrayList<>(List.of("cover", "--sets", sets, "--observed", observed, "--quiet"));
        all.addAll(List.of("--out", out()));
        all.addAll(Arrays.asList(options.split(" ")));
        Terminal terminal = Terminal.run(all.toArray());
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private Map<String, double[]> sets() throws IOException {
        List<String> lines = Files.readAllLines(out().resolve("sets.csv"));
        assertThat(lines.get(0)).isEqualTo("set,description,site,size,observed,probability,standard_error");
        Map<String, double[]> sets = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] fields = line.split(",", -1);
            int n = fields.length;
            sets.put(fields[0], new double[] {
                Double.parseDouble(fields[n - 4]),
                Double.parseDouble(fields[n - 3]),
                Double.parseDouble(fields[n - 2]),
                Double.parseDouble(fields[n - 1])
            });
        }
        return sets;
    }

    /**
     * The example of the README against all 2^14 states. 14 probabilities within 5 standard errors and 1e-4: the error
     * of a set with no change near it is NaN, and states that were never drawn have a probability of about 1e-3, and
     * change a conditional probability by less than 0.1. False failure: 14 * 2 Phi(-5) = 8e-6, somewhat more as errors
     * are estimated from 128 batches. The seed is fixed.
     */
    @ParameterizedTest
    @ValueSource(strings = {"--alpha 0.02 --beta 0.2 --prior 0.05", "--alpha 1,9 --beta 1,1 --prior 1,4"})
    void example_hasTheProbabilitiesOfTheEnumeration(String rates) throws IOException {
        Terminal terminal = run(FAULTS, ALARMS, "--min-size 1 --warmup 100 --draws 2000 --thin 4 " + rates);
        SetFile file = SetFile.read(FAULTS);
        boolean given = rates.contains("0.02");
        CoverModel model = CoverModel.builder(file.sets())
                .observed(SetFile.readNames(ALARMS))
                .alpha(given ? Rate.of(0.02) : Rate.beta(1, 9))
                .beta(given ? Rate.of(0.2) : Rate.beta(1, 1))
                .prior(given ? Rate.of(0.05) : Rate.beta(1, 4))
                .build();
        double[] exact = marginals(model);
        Map<String, double[]> sets = sets();
        assertThat(sets).hasSize(14);
        for (int i = 0; i < 14; i++) {
            double[] row = sets.get(model.cause(i));
            assertThat(row[0]).isEqualTo(model.setSize(i));
            assertThat(row[1]).isEqualTo(model.observedInSet(i));
            double error = Double.isNaN(row[3]) ? 0.0 : row[3];
            assertThat(row[2]).isCloseTo(exact[i], within(5 * error + 1e-4));
        }
        assertThat(terminal.out)
                .contains(
                        "observed: 9 of 42 names; left out, not in the sets: 1 (door-open)",
                        "sets: 14 with 1 to 500 members",
                        "verdict: mixed");
        List<String> explanations = Files.readAllLines(out().resolve("explanations.csv"));
        assertThat(explanations.get(0))
                .isEqualTo("log_probability,relative_probability,visits,false_positives,false_negatives,sets");
        double visits = 0;
        double best = Double.parseDouble(explanations.get(1).split(",")[0]);
        for (String line : explanations.subList(1, explanations.size())) {
            String[] fields = line.split(",");
            byte[] state = new byte[14];
            for (int i = 0; i < 14; i++) {
                state[i] = (byte) (List.of(fields[5].split("; ")).contains(model.cause(i)) ? 1 : 0);
            }
            LocalEnergyModel.Tracker tracker = model.newTracker();
            tracker.reset(state);
            assertThat(Double.parseDouble(fields[0])).isCloseTo(tracker.logProb(), within(1e-6));
            assertThat(Double.parseDouble(fields[1])).isCloseTo(Math.exp(tracker.logProb() - best), within(2e-6));
            assertThat(Integer.parseInt(fields[3]))
                    .isEqualTo(model.explain(state).falsePositives());
            visits += Double.parseDouble(fields[2]);
        }
        assertThat(visits).as("draws in the listed explanations").isBetween(1_000.0, 8_000.0);
        assertThat(terminal.out).contains("relative  visits  best explanations\n  1.0000");
        assertThat(out().resolve("traces.png")).exists();
        assertThat(Files.readString(out().resolve("summary.txt"))).contains("switch-rack-2", "rates: alpha ");
    }

    private static double[] marginals(CoverModel model) {
        int n = model.dimension();
        LocalEnergyModel.Tracker tracker = model.newTracker();
        int[] touched = new int[n];
        tracker.reset(new byte[n]);
        double base = tracker.logProb();
        double[] sums = new double[n];
        double total = 0.0;
        int state = 0;
        for (int k = 0; k < 1 << n; k++) { // by Gray code
            double p = Math.exp(tracker.logProb() - base);
            total += p;
            for (int i = 0; i < n; i++) {
                sums[i] += (state >> i & 1) * p;
            }
            int flip = Integer.numberOfTrailingZeros(k + 1);
            if (flip < n) {
                tracker.flip(flip, touched);
                state ^= 1 << flip;
            }
        }
        double all = total;
        return Arrays.stream(sums).map(sum -> sum / all).toArray();
    }

    /** U+009B begins a terminal's command as ESC [ does; the other control characters are refused in files of sets. */
    @Test
    void names_doNothing_inTablesAndTexts() throws IOException {
        Path sets = file("sets.gmt", "=cmd|x\t@SUM(1)\ta\tb\n\u009B2Jred\tsecond\tc\n");
        Terminal terminal = run(sets, file("observed", "a\nb\nc\n\u009B31m\n"), "--min-size=1 --draws=200 --beta=0.01");
        assertThat(terminal.out).contains("=cmd|x", "?2Jred", "?31m").doesNotContain("\u009B");
        assertThat(Files.readString(out().resolve("sets.csv")))
                .contains("\n'=cmd|x,'@SUM(1),0,", "?2Jred,second,")
                .doesNotContain("\u009B");
        assertThat(Files.readString(out().resolve("explanations.csv")))
                .contains(",'=cmd|x")
                .doesNotContain("\u009B", ",=");
    }

    @Test
    void gzip_sizesAndPopulation_leaveOut() throws IOException {
        Path sets = directory.resolve("sets.gmt.gz");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(sets))) {
            gzip.write(SETS.getBytes());
        }
        Path observed = file("observed.txt", "a\n# nothing\n\nb\nx\na\n");
        Terminal all = run(sets, observed, "--min-size 2 --draws 100 --warmup 10");
        assertThat(all.out)
                .contains(
                        "observed: 2 of 5 names; left out, not in the sets: 1 (x)",
                        "sets: 2 with 2 to 500 members; left out: 1 smaller, 0 larger",
                        "members repeated in a set: 1");
        assertThat(Files.readString(out().resolve("sets.csv"))).contains("\nB,\"second, with a comma\",1,2,0,");
        Path population = file("population.txt", "a\nx\nc\ne\ny\n");
        Terminal some = run(
                sets, observed, "--min-size 1 --max-size 1 --draws 100 --warmup 10 --top 1 --population " + population);
        assertThat(some.out)
                .contains(
                        "observed: 2 of 5 names; left out, not in the population: 1 (b)",
                        "sets: 2 with 1 to 1 members; left out: 0 smaller, 1 larger");
        assertThat(sets()).containsOnlyKeys("B", "C");
    }

    @Test
    void interruptedByTime_isResumed_toTheSameTable() throws IOException {
        Path sets = file("sets.gmt", SETS);
        Path observed = file("observed.txt", "a\nb\n");
        String options = "--min-size 1 --warmup 50 --seed 3 ";
        run(sets, observed, options + "--draws 700");
        String whole = Files.readString(out().resolve("sets.csv"));
        String save = "--checkpoint " + directory.resolve("saved");
        run(sets, observed, options + "--draws 300 " + save);
        run(sets, observed, options + "--draws 700 --resume --report " + directory.resolve("r.html") + " " + save);
        assertThat(ParsedPage.checked(ParsedPage.source(directory.resolve("r.html")))
                        .text("//table[@class='named']//th[@scope='row']"))
                .containsExactlyInAnyOrder("A", "B", "C");
        List<String> probabilities = Files.readAllLines(out().resolve("sets.csv"));
        assertThat(probabilities.stream().map(line -> line.substring(0, line.lastIndexOf(','))))
                .containsExactlyElementsOf(whole.lines()
                        .map(line -> line.substring(0, line.lastIndexOf(',')))
                        .toList());
        assertThat(directory.resolve("r.html")).isNotEmptyFile();
    }

    @Test
    void resume_ofOtherSetsOrRates_isRefused() throws IOException {
        Path sets = file("sets.gmt", SETS);
        Path observed = file("observed.txt", "a\nb\n");
        String options = "--min-size 1 --draws 50 --alpha 0.1 --checkpoint " + directory.resolve("saved");
        run(sets, observed, options);
        Path others = file("others.txt", "a\nd\n");
        Path more = file("more.gmt", SETS.replace("C\t\te", "C\t\te\ta"));
        refused(sets, observed, options.replace("0.1", "0.2"), "--alpha must be 0.1, as in the checkpoint, and is 0.2");
        refused(sets, observed, options + " --beta 1,2", "--beta must be 1,1, as in the checkpoint, and is 1,2");
        refused(sets, others, options, "the content of the file of --observed must be ");
        refused(more, observed, options, "the content of the file of --sets must be ");
    }

    private void refused(Path sets, Path observed, String options, String words) {
        String command =
                "cover --sets " + sets + " --observed " + observed + " --quiet --resume --out " + out() + " " + options;
        Terminal terminal = Terminal.run((Object[]) command.split(" "));
        assertThat(terminal.err).contains(words);
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    /** With fixed rates, the errors of improbable sets are below 5e-5; ten draws of one chain are all alike. */
    @Test
    void errors_roundedToZeroOrNotKnown_areNotPrintedAsZeroOrNaN() throws IOException {
        String rates = "--alpha 0.05 --beta 0.3 --prior 0.1 --min-size 1 --replicas 4 ";
        assertThat(run(FAULTS, ALARMS, rates + "--draws 2000").out)
                .containsPattern("(?m)^     0[.]0\\d{3}  <0[.]0001     4         0  certificate$")
                .containsPattern("(?m)^     0[.]99\\d{2}  0[.]000\\d      6         5  switch-rack-2$")
                .doesNotContain(" 0.0000 ");
        assertThat(run(FAULTS, ALARMS, rates + "--chains 1 --thin 1 --draws 10").out)
                .containsPattern("(?m)^     0[.]0\\d{3}  -           4         0  certificate$");
    }
}
