package dev.lbp.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleNetworkTest {

    private static final int SITES = 9;

    @TempDir
    private Path directory;

    private Path file;

    private Path out;

    /**
     * A network without hidden units and with all parameters 0, so that the sites are independent with means of 1/4.
     */
    @BeforeEach
    void save() throws IOException {
        file = directory.resolve("net.onnx");
        out = directory.resolve("out");
        double[] means = new double[SITES];
        Arrays.fill(means, 0.25);
        try (OnnxNetwork network = Networks.mlp(SITES, new int[0], 1L)) {
            for (int i = 0; i < network.parameters().capacity(); i++) {
                network.parameters().put(i, 0.0f);
            }
            try (OnnxNetwork whole = network.withBase(means)) {
                whole.save(file);
            }
        }
    }

    private Terminal sample(Object... options) {
        List<Object> words = new ArrayList<>(List.of("sample", "--net", file, "--quiet", "--out", out));
        words.addAll(List.of(options));
        return Terminal.run(words.toArray());
    }

    /**
     * Marginals at beta = 2 are 1/10: odds of 1/3, squared. The mean of 9 sites has an error below its reported ones;
     * six of them fail in 2e-9 of seeds.
     */
    @ParameterizedTest
    @CsvSource({"lbp, 1, 0.25", "gibbs, 1, 0.25", "rwm, 2, 0.1", "dlmc, 2, 0.1"})
    void sample_network_hasItsMarginals(String sampler, String beta, double expected) throws IOException {
        Terminal terminal =
                sample("--sampler", sampler, "--beta", beta, "--chains", 10, "--warmup", 200, "--draws", 500);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("net.onnx: network of 9 sites, 10 parameters; beta " + beta, "lowest energy: 2.58913");
        List<String> lines = Files.readAllLines(out.resolve("marginals.csv"));
        double mean = 0.0;
        double error = 0.0;
        for (String line : lines.subList(1, lines.size())) {
            mean += Double.parseDouble(line.split(",")[1]) / SITES;
            error += Double.parseDouble(line.split(",")[2]) / SITES;
        }
        assertThat(Math.abs(mean - expected)).isLessThan(6.0 * error);
        assertThat(error).isLessThan(0.03);
        BufferedImage picture = ImageIO.read(out.resolve("samples.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(4 * (3 * 28 + 4) + 4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --sampler blockgibbs             | must be used for an RBM alone: --sampler=blockgibbs
            --sampler pas                    | must be left out with --net, which has no local ratios: --sampler=pas
            --sampler gibbs --scan coloured  | must be ordered or random with --net, whose sites have no colouring: --scan=coloured
            --ones 9                         | must be
            """)
    void sample_optionsThatDoNotFit_areRefused(String options, String message) {
        Terminal terminal = sample((Object[]) options.split(" "));
        assertThat(terminal.err).contains(message);
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NaN   | must be finite: initialiser score.weight[0]=NaN
            3e38  | must be finite, with parameters that do not overflow: score of a random state=Infinity
            -3e38 | must score some of 20 random states above -Infinity, such as by parameters that do not overflow: --net=
            """)
    void sample_parametersThatOverflow_areRefused(float value, String message) throws IOException {
        try (OnnxNetwork network = Networks.mlp(SITES, new int[0], 1L)) {
            for (int i = 0; i < network.parameters().capacity(); i++) {
                network.parameters().put(i, value);
            }
            network.save(file);
        }
        Terminal terminal = sample();
        assertThat(terminal.err).contains(message, file.toString());
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    @Test
    void sample_fileThatHoldsNoNetwork_isRefused() throws IOException {
        Files.writeString(file, "no network");
        Terminal terminal = sample();
        assertThat(terminal.err).contains("must be a file of a network: --net=" + file + ": ");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
        file = directory.resolve("none.onnx");
        assertThat(sample().err).contains("must be a file that exists: --net=" + file);
    }
}
