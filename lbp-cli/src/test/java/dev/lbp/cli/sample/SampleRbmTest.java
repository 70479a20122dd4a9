package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import dev.lbp.models.BernoulliRbm;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code lbp sample --rbm}, and the kinds of Gibbs sampling. */
class SampleRbmTest {

    private static final int VISIBLE = 4;

    private static final double[][] WEIGHTS = {{1.5, -0.5}, {-1.0, 0.8}, {0.3, 0.7}, {-0.6, -1.2}};
    private static final double[] VISIBLE_BIAS = {-0.3, 0.2, 0.4, 0.1};
    private static final double[] HIDDEN_BIAS = {0.25, -0.5};

    @TempDir
    private Path directory;

    private Path file;
    private Path out;

    @BeforeEach
    void save() throws IOException {
        file = directory.resolve("machine.npz");
        out = directory.resolve("out");
        BernoulliRbm.of(WEIGHTS, VISIBLE_BIAS, HIDDEN_BIAS).save(file);
    }

    /** Five standard errors are exceeded with probability 6e-7. */
    @ParameterizedTest
    @CsvSource({"lbp, 1.0", "gibbs, 0.5"})
    void sample_rbm_logZIsThatOfEnumeration(String sampler, double beta) throws IOException {
        Terminal terminal = sample(sampler, beta, 2_000, List.of("--log-z", "--every", 2));
        assertThat(terminal.err).isEmpty();
        double total = 0.0;
        for (int code = 0; code < 1 << VISIBLE; code++) {
            total += Math.exp(-beta * freeEnergy(code));
        }
        String line = terminal.out
                .lines()
                .filter(text -> text.startsWith("log Z:"))
                .findFirst()
                .orElseThrow();
        double error = Double.parseDouble(line.replaceAll(".*standard error ([^;]*);.*", "$1"));
        assertThat(error).isBetween(1e-4, 0.03);
        assertThat(terminal.number("log Z:", ", standard error")).isCloseTo(Math.log(total), within(5.0 * error));
    }

    /**
     * Each marginal, of 16,000 draws with an autocorrelation time below 10 steps, has a standard error below 0.5 /
     * sqrt(1,600) = 0.0125. A deviation of 0.07 is 5.6 of them: a false failure in one of the 6 * 4 has a probability
     * below 24 * 2.2e-8.
     */
    @ParameterizedTest
    @CsvSource({
        "lbp, 1.0, ''",
        "lbp, 0.5, ''",
        "gibbs, 1.0, ''",
        "gibbs, 1.0, random",
        "gibbs, 1.0, ordered",
        "blockgibbs, 1.0, ''"
    })
    void sample_rbm_marginalsAreThoseOfEnumeration(String sampler, double beta, String scan) throws IOException {
        List<Object> scanned = scan.isEmpty() ? List.of() : List.of("--scan", scan);
        Terminal terminal = sample(sampler, beta, 2_000, scanned);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).startsWith("machine.npz: RBM, 4 visible and 2 hidden units; beta ");
        double[] exact = new double[VISIBLE];
        double total = 0.0;
        double lowest = Double.POSITIVE_INFINITY;
        for (int code = 0; code < 1 << VISIBLE; code++) {
            double energy = freeEnergy(code);
            lowest = Math.min(lowest, energy);
            double weight = Math.exp(-beta * energy);
            total += weight;
            for (int i = 0; i < VISIBLE; i++) {
                exact[i] += (code >> i & 1) * weight;
            }
        }
        List<String> csv = Files.readAllLines(out.resolve("marginals.csv"));
        for (int i = 0; i < VISIBLE; i++) {
            double marginal = Double.parseDouble(csv.get(i + 1).split(",", -1)[1]);
            assertThat(marginal).isBetween(exact[i] / total - 0.07, exact[i] / total + 0.07);
        }
        assertThat(Math.abs(terminal.number("lowest free energy:") - lowest)).isLessThan(1e-12);
        BufferedImage pictures = ImageIO.read(out.resolve("samples.png").toFile());
        assertThat(pictures.getWidth()).isPositive();
    }

    /**
     * Random scan keeps a site for a whole step with probability about 1/e, so that its draws differ from a sweep's.
     */
    @Test
    void sample_scans_areDifferentChains() throws IOException {
        for (String scan : List.of("ordered", "random")) {
            out = directory.resolve(scan);
            Terminal terminal = sample("gibbs", 1.0, 50, List.of("--scan", scan));
            assertThat(terminal.out).contains(scan.equals("random") ? "random scan" : "in order of sites");
        }
        assertThat(directory.resolve("ordered/marginals.csv"))
                .content()
                .isNotEqualTo(Files.readString(directory.resolve("random/marginals.csv")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sampler blockgibbs --beta 2          | must be 1 with --sampler blockgibbs: --beta=2
            --sampler blockgibbs --scale 3         | must be left out with --sampler blockgibbs, it is for lbp or gwg or rwm or dlmc or dmala: --scale=3
            --sampler blockgibbs --scan random     | must be left out with --sampler blockgibbs, it is for gibbs: --scan=random
            --sampler lbp --scan random            | must be left out with --sampler lbp, it is for gibbs: --scan=random
            """)
    void sample_optionsThatDoNotGoTogether_areRefused(String options, String message) {
        Terminal terminal = sample("lbp", 1.0, 10, List.of((Object[]) options.split(" ")));
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains(message);
    }

    @Test
    void sample_blockGibbsOfAnInstance_isRefused() throws IOException {
        Path instance = Files.writeString(directory.resolve("g.txt"), "2 1\n1 2 1\n");
        Terminal terminal = Terminal.run("sample", "--ising", instance, "--sampler", "blockgibbs", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("must be used for an RBM alone: --sampler=blockgibbs");
    }

    @Test
    void sample_fileThatHoldsNoMachine_isRefused() throws IOException {
        Files.writeString(file, "no machine");
        Terminal terminal = sample("lbp", 1.0, 10, List.of());
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("--rbm").contains("machine.npz");
    }

    private Terminal sample(String sampler, double beta, int draws, List<Object> options) {
        List<Object> arguments = new ArrayList<>(List.of("sample", "--rbm", file, "--seed", 5, "--quiet"));
        if (!options.contains("--sampler")) {
            arguments.addAll(List.of("--sampler", sampler));
        }
        if (!options.contains("--beta")) {
            arguments.addAll(List.of("--beta", beta));
        }
        arguments.addAll(List.of("--draws", draws, "--out", out));
        arguments.addAll(options);
        return Terminal.run(arguments.toArray());
    }

    private static double freeEnergy(int code) {
        double sum = 0.0;
        double[] activation = HIDDEN_BIAS.clone();
        for (int i = 0; i < VISIBLE; i++) {
            int bit = code >> i & 1;
            sum += bit * VISIBLE_BIAS[i];
            for (int j = 0; j < activation.length; j++) {
                activation[j] += bit * WEIGHTS[i][j];
            }
        }
        for (double a : activation) {
            sum += Math.log1p(Math.exp(a));
        }
        return -sum;
    }
}
