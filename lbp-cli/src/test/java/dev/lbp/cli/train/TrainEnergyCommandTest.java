package dev.lbp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.cli.Terminal;
import dev.lbp.cli.terminal.ExitCodes;
import dev.lbp.internal.files.OutputLock;
import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainEnergyCommandTest {

    private static final int SIDE = 3;
    private static final int SITES = SIDE * SIDE;

    @TempDir
    private Path directory;

    private Path data;
    private Path out;

    /** Bars and stripes, as text to train and to judge. */
    @BeforeEach
    void write() throws IOException {
        data = Files.createDirectory(directory.resolve("data"));
        out = directory.resolve("new/energy");
        Files.writeString(data.resolve("bars_train.amat"), text(BarsAndStripes.draws(SIDE, 400, 1L)));
        Files.writeString(data.resolve("bars_valid.amat"), text(BarsAndStripes.draws(SIDE, 50, 2L)));
        Files.writeString(data.resolve("bars_test.amat"), text(BarsAndStripes.patterns(SIDE)));
    }

    private static String text(byte[][] images) {
        StringBuilder text = new StringBuilder();
        for (byte[] image : images) {
            for (byte pixel : image) {
                text.append(pixel).append(' ');
            }
            text.append('\n');
        }
        return text.toString();
    }

    private Terminal train(Object... options) {
        Map<String, Object> defaults = new LinkedHashMap<>();
        defaults.put("--data", data);
        defaults.put("--net", "mlp-8");
        defaults.put("--batch", 20);
        defaults.put("--buffer", 40);
        defaults.put("--steps", 2);
        defaults.put("--warmup", 5);
        defaults.put("--rate", 0.02);
        defaults.put("--sample-steps", 20);
        defaults.put("--threads", 1);
        defaults.put("--out", out);
        List<Object> words = new ArrayList<>(List.of("train-energy", "--quiet"));
        words.addAll(List.of(options));
        defaults.forEach((option, value) -> {
            if (!words.contains(option)) {
                words.addAll(List.of(option, value));
            }
        });
        return Terminal.run(words.toArray());
    }

    /** The mean score of some states less the exact log Z, both by the file, which has the base measure. */
    private static double logLikelihood(Path file, byte[][] states) throws IOException {
        try (OnnxNetwork network = OnnxNetwork.load(file)) {
            FloatBuffer all = FloatBuffer.allocate((1 << SITES) * SITES);
            for (int k = 0; k < SITES << SITES; k++) {
                all.put(k, k / SITES >> k % SITES & 1);
            }
            FloatBuffer scores = FloatBuffer.allocate(1 << SITES);
            network.evaluate(all, 1 << SITES, scores, null);
            double z = 0.0;
            for (int code = 0; code < 1 << SITES; code++) {
                z += Math.exp(scores.get(code));
            }
            double sum = 0.0;
            for (byte[] state : states) {
                int code = 0;
                for (int i = 0; i < SITES; i++) {
                    code |= state[i] << i;
                }
                sum += scores.get(code);
            }
            return sum / states.length - Math.log(z);
        }
    }

    /**
     * The printed log-likelihood is that of the file: log Z of 100 chains and 500 temperatures has an error of .02, and
     * six of them fail in 2e-9 of seeds. Independent fair pixels have 9 log 1/2 = -6.24, the data -log 14 = -2.64.
     */
    @Test
    void trainEnergy_directory_writesAModelThatHasLearned() throws IOException {
        Terminal terminal = train("--updates", 400, "--temperatures", 500, "--seed", 2);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("400 images of 3 x 3 in bars_train.amat")
                .contains("mlp-8, 89 parameters; LBP, weight t/(t+1), scale: acceptance 0.574, 2 steps per update;")
                .contains("learning rate 0.02, buffer 40, seed 2")
                .contains("400 updates in ", "100 chains of 20 steps", "log Z ", "verdict: the weights agree")
                .contains("log-likelihood of 50 validation images: ", "log-likelihood of 14 test images: ")
                .contains("Written to " + out);
        double exact = logLikelihood(out.resolve("net.onnx"), BarsAndStripes.patterns(SIDE));
        assertThat(terminal.number("log-likelihood of 14 test images:", " nats"))
                .isCloseTo(exact, within(0.15));
        assertThat(exact).isBetween(-5.0, -2.64); // -3.7 with seed 2
        assertThat(Files.readString(out.resolve("summary.txt"))).contains("log-likelihood of 14 test images: ");
        List<String> traces = Files.readAllLines(out.resolve("traces.csv"));
        assertThat(traces.get(0)).isEqualTo("update,gap,averaged_gap,acceptance,scale,seconds");
        assertThat(traces).hasSize(401);
        assertThat(traces.get(400)).startsWith("400,");
        for (String name : new String[] {"samples.png", "buffer.png", "traces.png"}) {
            BufferedImage picture = ImageIO.read(out.resolve(name).toFile());
            assertThat(picture.getWidth()).as(name).isPositive();
        }
        assertThat(out.resolve("last-good.onnx")).doesNotExist();

        Terminal sampled = Terminal.run(
                "sample", "--net", out.resolve("net.onnx"), "--draws", 20, "--quiet", "--out", directory.resolve("s"));
        assertThat(sampled.exitCode).isZero();
    }

    @Test
    void trainEnergy_reinitialise_isInTheSummary() throws IOException {
        Terminal terminal = train("--updates", 2, "--temperatures", 0, "--reinitialise", 0.25);
        assertThat(terminal.exitCode).isZero();
        assertThat(Files.readString(out.resolve("summary.txt")))
                .contains("buffer 40, chains start again with probability 0.25, seed 1");
    }

    /** A training that ended and goes on is the one that never ended, in its network and traces. */
    @Test
    void trainEnergy_resumed_isTheTrainingThatNeverEnded() throws IOException {
        Path whole = directory.resolve("whole");
        assertThat(train("--updates", 70, "--temperatures", 0, "--out", whole).exitCode)
                .isZero();
        assertThat(train("--updates", 30, "--temperatures", 0).exitCode).isZero();
        Terminal other = train("--updates", 70, "--temperatures", 0, "--resume", "--seed", 9);
        assertThat(other.exitCode).isEqualTo(2);
        assertThat(other.err)
                .contains("cannot resume from " + out.resolve("training.checkpoint") + ": --seed must be 1, as in");
        Terminal again = train("--updates", 70, "--temperatures", 0);
        assertThat(again.exitCode).isEqualTo(2);
        assertThat(again.err)
                .contains("must be a directory without a training, or be given with --resume: --out=" + out);
        Terminal terminal = train("--updates", 70, "--temperatures", 0, "--resume");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(out.resolve("net.onnx")).hasSameBinaryContentAs(whole.resolve("net.onnx"));
        assertThat(out.resolve("samples.png")).hasSameBinaryContentAs(whole.resolve("samples.png"));
        assertThat(withoutSeconds(out)).isEqualTo(withoutSeconds(whole)).hasSize(71);
    }

    /** Without its traces a training goes on all the same; they begin there. */
    @Test
    void trainEnergy_resumedWithoutTraces_isTheTrainingThatNeverEnded() throws IOException {
        Path whole = directory.resolve("whole");
        train("--updates", 20, "--temperatures", 0, "--out", whole);
        train("--updates", 10, "--temperatures", 0);
        Files.delete(out.resolve("traces.csv"));
        Terminal terminal = train("--updates", 20, "--temperatures", 0, "--resume");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("Note: there is no traces.csv; its new lines begin where the training goes on");
        assertThat(out.resolve("net.onnx")).hasSameBinaryContentAs(whole.resolve("net.onnx"));
        List<String> all = withoutSeconds(whole);
        List<String> expected = new ArrayList<>(all.subList(11, 21));
        expected.add(0, all.get(0));
        assertThat(withoutSeconds(out)).isEqualTo(expected);
    }

    @Test
    void trainEnergy_badResume_isRefused() throws IOException {
        assertThat(train("--updates", 10, "--temperatures", 0).exitCode).isZero();
        Path checkpoint = out.resolve("training.checkpoint");
        byte[] bytes = Files.readAllBytes(checkpoint);
        Path other = Files.writeString(directory.resolve("other.amat"), text(BarsAndStripes.draws(SIDE, 400, 9L)));
        Path large = Files.writeString(directory.resolve("large.amat"), text(BarsAndStripes.draws(4, 400, 9L)));
        refusedResume("the images of --data must be 400 states, checksum ", "--data", other);
        refusedResume("the pixels of an image of --data must be 9, as in the checkpoint, and is 16", "--data", large);
        refusedResume(
                "the number of parameters of --net must be 89, as in the checkpoint, and is 78", "--net", "mlp-7");
        refusedResume("the base of --data or --no-base (checksum) must be ", "--no-base");
        refusedResume("--reinitialise must be 0.0, as in the checkpoint, and is 0.5", "--reinitialise", 0.5);
        assertThat(checkpoint).hasBinaryContent(bytes);
        bytes[100] ^= 1;
        Files.write(checkpoint, bytes);
        refusedResume("it is damaged or cut short: its checksum is not that of its content");
        Files.writeString(out.resolve("traces.csv"), "update\nnone\n");
        Terminal traces = train("--updates", 20, "--temperatures", 0, "--resume");
        assertThat(traces.err)
                .contains("must be the traces of a training, or be deleted: " + out.resolve("traces.csv"));
        assertThat(traces.exitCode).isEqualTo(2);
    }

    private void refusedResume(String reason, Object... options) {
        List<Object> words = new ArrayList<>(List.of("--updates", 20, "--temperatures", 0, "--resume"));
        words.addAll(List.of(options));
        Terminal terminal = train(words.toArray());
        assertThat(terminal.err)
                .contains("train-energy: cannot resume from " + out.resolve("training.checkpoint") + ": " + reason);
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    @Test
    void trainEnergy_bufferBeyondTheHeap_isRefused() {
        Terminal terminal = train("--buffer", 2_147_483_647, "--updates", 10);
        assertThat(terminal.err).contains("must fit into memory: --buffer=2147483647, N=9: 176.1 GB needed");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    /** Another process holds the lock during its training. */
    @Test
    void trainEnergy_directoryOfATrainingThatRuns_isRefused() throws IOException {
        Path checkpoint = Files.createDirectories(out).resolve("training.checkpoint");
        try (OutputLock lock = OutputLock.ofCheckpoint(checkpoint)) {
            Terminal terminal = train("--updates", 10);
            assertThat(terminal.err).contains("must not be in use by another run: checkpoint=" + checkpoint);
            assertThat(terminal.exitCode).isEqualTo(2);
        }
        assertThat(out).isEmptyDirectory();
    }

    @Test
    void trainEnergy_startingNetworkWithNan_isRefused() throws IOException {
        Path file = directory.resolve("nan.onnx");
        try (OnnxNetwork network = Networks.mlp(SITES, new int[] {2}, 1)) {
            network.parameters().put(5, Float.NaN);
            network.save(file);
        }
        Terminal terminal = train("--net", file);
        assertThat(terminal.err)
                .contains("must be a file of a network: --net=" + file + ": must be finite: initialiser ", "[5]=NaN");
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    /** As PyTorch exports two biases of zeros. */
    @Test
    void trainEnergy_mergedParameters_areNoted() throws IOException {
        Path file = directory.resolve("merged.onnx");
        try (OnnxNetwork network = Networks.mlp(SITES, new int[] {2, 2}, 1)) {
            network.save(file);
        }
        ModelProto.Builder model = ModelProto.parseFrom(Files.readAllBytes(file)).toBuilder();
        GraphProto.Builder graph = model.getGraphBuilder();
        for (int k = 0; k < graph.getInitializerCount(); k++) {
            if (graph.getInitializer(k).getName().equals("hidden.1.bias")) {
                graph.removeInitializer(k);
            }
        }
        graph.addNode(
                0,
                NodeProto.newBuilder()
                        .setOpType("Identity")
                        .addInput("hidden.0.bias")
                        .addOutput("hidden.1.bias"));
        Files.write(file, model.build().toByteArray());
        train("--net", file, "--updates", 1);
        assertThat(out.resolve("summary.txt"))
                .content()
                .contains(
                        "note: hidden.0.bias and hidden.1.bias are one parameter in the file, of 2 values: PyTorch's exporter");
    }

    @Test
    void trainEnergy_cutNetwork_isRefusedInOneSentence() throws IOException {
        Path file = directory.resolve("cut.onnx");
        try (OnnxNetwork network = Networks.mlp(SITES, new int[] {2}, 1)) {
            network.save(file);
        }
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 200));
        Terminal terminal = train("--net", file);
        assertThat(terminal.err)
                .contains(
                        "train-energy: must be a file of a network: --net=" + file + ": must be an ONNX model: While");
        assertThat(terminal.exitCode).isEqualTo(2);
    }

    @Test
    void trainEnergy_help_listsSamplersOfNetworks() {
        Terminal terminal = Terminal.run("train-energy", "--help");
        assertThat(terminal.out)
                .contains("lbp, gwg, rwm, dlmc, dmala, gibbs, hammingball.")
                .doesNotContain("pas,", "blockgibbs", "--path");
    }

    private static List<String> withoutSeconds(Path path) throws IOException {
        return Files.readAllLines(path.resolve("traces.csv")).stream()
                .map(line -> line.replaceAll(",[^,]*$", ""))
                .toList();
    }

    @Test
    void trainEnergy_interrupted_writesTheNetworkAsItIs() throws IOException {
        Thread.currentThread().interrupt();
        Terminal terminal = train("--updates", 30);
        assertThat(terminal.exitCode).isEqualTo(ExitCodes.INTERRUPTED);
        assertThat(terminal.out).contains("0 updates in ", "Interrupted.");
        assertThat(Thread.interrupted()).isFalse();
        assertThat(logLikelihood(out.resolve("net.onnx"), BarsAndStripes.patterns(SIDE)))
                .isBetween(-8.0, -5.0);
        assertThat(out.resolve("samples.png")).doesNotExist();
    }

    @Test
    void trainEnergy_diverging_saysWhenAndKeepsTheLastGoodParameters() throws IOException {
        Terminal terminal = train("--updates", 400, "--rate", 1, "--scale", 1, "--steps", 1, "--largest-gap", 6);
        assertThat(terminal.exitCode).isEqualTo(1);
        assertThat(terminal.err)
                .containsPattern(
                        "failed: diverged at update [0-9]+: averaged score gap must be at most --largest-gap=6.0 away from 0: ");
        assertThat(terminal.out).containsPattern("Last good parameters, before update [0-9]+: ");
        try (OnnxNetwork network = OnnxNetwork.load(out.resolve("last-good.onnx"))) {
            assertThat(network.parameters().capacity()).isEqualTo(89);
        }
        assertThat(out.resolve("traces.csv")).exists();
        assertThat(out.resolve("net.onnx")).doesNotExist();
    }

    /** Each pixel is grey 1/2, so that thresholds would make all of them equal; drawn, they have no structure. */
    @Test
    void trainEnergy_dynamic_drawsGreyPixels() throws IOException {
        ByteBuffer grey = ByteBuffer.allocate(16 + 40 * SITES)
                .putInt(0x803)
                .putInt(40)
                .putInt(SIDE)
                .putInt(SIDE);
        while (grey.hasRemaining()) {
            grey.put((byte) 128);
        }
        data = Files.write(directory.resolve("grey"), grey.array());
        assertThat(train("--updates", 5).err).contains("--threshold=0.5");
        assertThat(train("--updates", 5, "--dynamic", "--threshold", 0.3).err)
                .contains("must be left out with --dynamic: --threshold=0.3");
        Terminal terminal = train("--updates", 5, "--dynamic", "--temperatures", 100);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("40 images of 3 x 3 in grey, pixels drawn at each use", "log Z ")
                .doesNotContain("log-likelihood of", "--invert");
    }

    /** With 4 threads, products of a network of this size add in other blocks, and would have other last bits. */
    @Test
    void trainEnergy_otherNumberOfThreads_trainsTheSameNetwork() throws IOException {
        byte[][] images = new byte[20][784];
        for (int k = 0; k < images.length; k++) {
            for (int i = 0; i < 784; i += k + 2) {
                images[k][i] = 1;
            }
        }
        data = Files.writeString(directory.resolve("wide.amat"), text(images));
        Object[] few = {"--net", "mlp", "--updates", 2, "--temperatures", 0, "--sample-steps", 2, "--threads", 1};
        assertThat(train(few).exitCode).isZero();
        Path one = out.resolve("net.onnx");
        out = directory.resolve("four");
        few[few.length - 1] = 4;
        assertThat(train(few).exitCode).isZero();
        assertThat(out.resolve("net.onnx")).hasSameBinaryContentAs(one);
    }

    /** What a training starts from has its base measure in its scores already. */
    @Test
    void trainEnergy_fromItsOwnFile_goesOnFromItsModel() throws IOException {
        assertThat(train("--updates", 50, "--temperatures", 0).exitCode).isZero();
        Path first = out.resolve("net.onnx");
        out = directory.resolve("second");
        Terminal terminal = train("--updates", 1, "--temperatures", 0, "--rate", 1e-9, "--no-base", "--net", first);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        byte[][] states = BarsAndStripes.patterns(SIDE);
        assertThat(logLikelihood(out.resolve("net.onnx"), states))
                .isCloseTo(logLikelihood(first, states), within(1e-4));
    }
}
