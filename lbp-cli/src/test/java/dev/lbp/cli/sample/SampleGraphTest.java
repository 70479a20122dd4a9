package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.BadInput;
import dev.lbp.cli.Terminal;
import dev.lbp.cli.WideGraph;
import dev.lbp.infer.ExactPosterior;
import dev.lbp.infer.Inference;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp sample --uai} and {@code lbp solve --uai} on a small network, beside exact answers. */
class SampleGraphTest extends BadInput {

    private static final Path CELLAR = Path.of("../examples/cellar.bif");

    private static final FactorGraph GRAPH = GraphFile.read(CELLAR).graph();

    @BeforeEach
    void writeMore() throws IOException {
        Files.copy(CELLAR, directory.resolve("c.bif"));
        Files.writeString(directory.resolve("zero.uai"), "MARKOV 2 2 2 2 1 0 2 0 1 2 1 0 4 0 0 1 1");
        Files.writeString(directory.resolve("one.uai"), "MARKOV 2 1 2 1 2 0 1 2 1 1");
        Files.writeString(directory.resolve("wide.uai"), WideGraph.uai());
        Files.writeString(directory.resolve("beeps.evid"), "1 3 1");
    }

    private Terminal lbp(String command, Object... more) {
        return lbp(command, CELLAR, more);
    }

    private Terminal lbp(String command, Path file, Object... more) {
        Object[] words = new Object[more.length + 6];
        Object[] first = {command, "--uai", file, "--quiet", "--out", directory.resolve("out")};
        System.arraycopy(first, 0, words, 0, first.length);
        System.arraycopy(more, 0, words, first.length, more.length);
        Terminal terminal = Terminal.run(words);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        return terminal;
    }

    /** Within six standard errors; 14 probabilities fail in 3e-8 of all seeds if errors are right. */
    private void verifyMarginals() throws IOException {
        verifyMarginals(GRAPH, Inference.of(GRAPH).observe("sensor", "beeps").exact());
    }

    private void verifyMarginals(FactorGraph graph, ExactPosterior exact) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve("out/marginals.csv"));
        assertThat(lines.get(0)).isEqualTo("variable,value,probability,standard_error");
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            int site = graph.site(cells[0]);
            double known = exact.marginal(site)[graph.value(site, cells[1])];
            assertThat(Double.parseDouble(cells[2]))
                    .as(line)
                    .isCloseTo(known, within(6.0 * Double.parseDouble(cells[3]) + 1e-6));
        }
    }

    /** 96 marginals: 2e-7 by six errors, as above. The core has impossible states, whose draws are left out. */
    @Test
    void sample_ofACore_hasTheAnswersOfTheWholeGraph_andGoesOnWithTheSameBits() throws IOException {
        Path file = directory.resolve("wide.uai");
        FactorGraph graph = GraphFile.read(file).graph();
        ExactPosterior exact = Inference.of(graph).exact();
        Object[] command = {"--log-z", "--replicas", 12, "--warmup", 500, "--draws", 4_000};
        Terminal terminal = lbp("sample", file, command);
        assertThat(terminal.out)
                .contains("12 variables, 21 tables, 6 of them sampled", "best log-weight: ")
                .doesNotContain("; log Z ");
        verifyMarginals(graph, exact);
        assertThat(logZ(terminal)).isCloseTo(exact.logZ(), within(0.1));
        String marginals = Files.readString(directory.resolve("out/marginals.csv"));
        Path run = directory.resolve("c.run");
        lbp("sample", file, "--log-z", "--replicas", 12, "--warmup", 500, "--draws", 900, "--checkpoint", run);
        assertThat(directory.resolve("out/marginals.csv")).content().isNotEqualTo(marginals);
        lbp("sample", file, "--log-z", "--replicas", 12, "--warmup", 500, "--draws", 4_000, "--checkpoint", run);
        assertThat(directory.resolve("out/marginals.csv")).hasContent(marginals);
        assertThat(lbp("sample", file, "--no-core").out).doesNotContain("of them sampled");
        assertThat(lbp("sample", file, "--sink", directory.resolve("d")).out).doesNotContain("of them sampled");
    }

    private static double logZ(Terminal terminal) {
        String line = terminal.out
                .lines()
                .filter(each -> each.startsWith("log Z"))
                .findFirst()
                .orElseThrow();
        return Double.parseDouble(line.substring(7, line.indexOf(',')));
    }

    @Test
    void sample_observed_hasTheMarginals_byName() throws IOException {
        lbp("sample", "--observe", "sensor=beeps");
        verifyMarginals();
        Terminal terminal = lbp("sample", "--observe", "sensor=beeps", "--draws", 20_000, "--no-core");
        assertThat(terminal.out)
                .contains("Bayesian network, 6 variables, 6 tables, 1 observed; beta 1", "best log-weight");
        verifyMarginals();
        assertThat(Files.readString(directory.resolve("out/best-state.txt")))
                .contains("# variable value", "sensor beeps");
    }

    @Test
    void sample_tempered_hasTheProbabilityOfTheObservations() throws IOException {
        Terminal terminal =
                lbp("sample", "--observe", "sensor=beeps", "--log-z", "--replicas", 6, "--draws", 8_000, "--seed", 2);
        verifyMarginals();
        double known = Inference.of(GRAPH).observe("sensor", "beeps").exact().logZ();
        assertThat(logZ(terminal)).isCloseTo(known, within(0.1));
    }

    @Test
    void solve_observed_findsTheMostProbableState() throws IOException {
        ExactPosterior exact = Inference.of(GRAPH).observe("sensor", "beeps").exact();
        Terminal terminal = lbp("solve", "--evidence", directory.resolve("beeps.evid"), "--restarts", 3, "--seed", 1);
        String line = terminal.out
                .lines()
                .filter(each -> each.startsWith("best log-weight"))
                .findFirst()
                .orElseThrow();
        assertThat(Double.parseDouble(line.substring(17, line.indexOf(',', 17))))
                .isCloseTo(exact.bestLogProb(), within(1e-9));
        StringBuilder best = new StringBuilder();
        for (int i = 0; i < GRAPH.sites(); i++) {
            best.append(GRAPH.name(i) + " " + GRAPH.valueName(i, exact.best()[i]) + "\n");
        }
        assertThat(Files.readString(directory.resolve("out/solution.txt"))).endsWith("# variable value\n" + best);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            sample --uai $/none.bif                          | must be a file that exists: --uai=$/none.bif
            sample --uai $/g.txt                             | $/g.txt:1: must begin with MARKOV or BAYES (UAI), network or variable (BIF): 3
            sample --uai $/one.uai --no-core                 | must be left out where a variable has one value, as 0 of $/one.uai: --no-core
            sample --uai $/c.bif --ising $/g.txt             | mutually exclusive
            sample --uai $/c.bif --observe senor=beeps       | must be a variable (of 6, nearest: sensor, cellar, power): --observe senor
            sample --uai $/c.bif --evidence $/none.evid      | must be a file that exists: --evidence=$/none.evid
            sample --uai $/c.bif --sampler lbp               | must be auto, gibbs, metropolis, pas or rwm with --uai: --sampler=lbp
            sample --uai $/c.bif --sampler hammingball       | must be auto, gibbs, metropolis, pas or rwm with --uai: --sampler=hammingball
            sample --uai $/c.bif --sampler gibbs --scan coloured | must be ordered or random with --uai, whose sites have no colouring: --scan=coloured
            sample --uai $/c.bif --ones 2                    | must be left out with --uai: --ones=2
            sample --uai $/c.bif --keep-best 3               | must be left out with --uai: --keep-best=3
            sample --uai $/c.bif --temperatures 1:2:1        | must be left out with --uai: --temperatures=1:2:1
            sample --uai $/c.bif --cut                       | must be given with --ising: --cut
            sample --ising $/g.txt --no-core                 | must be left out with --ising: --no-core
            sample --ising $/g.txt --observe a=b             | must be left out with --ising: --observe=a=b
            sample --ising $/g.txt --evidence $/beeps.evid   | must be left out with --ising: --evidence=$/beeps.evid
            solve --uai $/zero.uai                           | must have a possible state: --uai=$/zero.uai
            solve --uai $/c.bif --max-cut                    | must be left out with --uai: --max-cut
            solve --uai $/c.bif --target 1                   | must be in (
            solve --uai $/c.bif --ones 2                     | must be left out with --uai: --ones=2
            solve --qubo $/g.txt --observe a=b               | must be left out with --qubo: --observe=a=b
            """)
    void lbp_badInput_isNamed(String words, String message) throws IOException {
        assertRefused(words, message);
    }
}
