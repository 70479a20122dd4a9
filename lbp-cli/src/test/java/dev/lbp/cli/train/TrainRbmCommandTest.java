package dev.lbp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.cli.Terminal;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.training.BarsAndStripes;
import dev.lbp.models.training.RbmTraining;
import dev.lbp.models.training.TrainingException;
import dev.lbp.models.training.TrainingResult;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TrainRbmCommandTest {

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void name() {
        out = directory.resolve("new/rbm.npz");
    }

    /** The 14 bars and stripes of 3 x 3, in grey values; half and more is 1. */
    private Path images(String name, int count) throws IOException {
        byte[][] patterns = BarsAndStripes.patterns(3);
        ByteBuffer bytes = ByteBuffer.allocate(16 + 9 * count)
                .putInt(0x803)
                .putInt(count)
                .putInt(3)
                .putInt(3);
        for (int k = 0; k < count; k++) {
            for (byte pixel : patterns[k % patterns.length]) {
                bytes.put((byte) (pixel == 1 ? 200 : 100));
            }
        }
        return Files.write(directory.resolve(name), bytes.array());
    }

    /**
     * Independent bits have 9 log 1/2 = -6.24; a pixel of bars and stripes follows from the others, so that the best is
     * 0.
     */
    @Test
    void trainRbm_directory_writesAMachineThatHasLearnedAndItsSamples() throws IOException {
        images("train-images-idx3-ubyte", 2_800);
        images("t10k-images-idx3-ubyte", 14);
        Terminal terminal = Terminal.run(
                "train-rbm",
                "--data",
                directory,
                "--hidden",
                16,
                "--steps",
                5,
                "--epochs",
                15,
                "--rate",
                0.01,
                "--sample-steps",
                200,
                "--quiet",
                "--out",
                out);
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("2,800 images of 3 x 3 in train-images-idx3-ubyte, 1 from 0.5 up")
                .contains("CD-5, 16 hidden units, learning rate 0.01, batches of 100, 420 updates, seed 1")
                .contains("420 updates in ", "Machine: " + out, "100 chains of 200 steps");
        double[] fits = fits(terminal, "log-pseudo-likelihood of 14 of t10k-images-idx3-ubyte: ");
        assertThat(fits[0]).isBetween(-6.26, -6.22);
        assertThat(fits[1]).isBetween(-5.0, 0.0); // -3.8 with seed 1
        BernoulliRbm model = BernoulliRbm.load(out);
        assertThat(model.dimension()).isEqualTo(9);
        assertThat(model.hidden()).isEqualTo(16);
        BufferedImage picture = ImageIO.read(out.resolveSibling("rbm.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(picture.getHeight()).isEqualTo(10 * (3 * 28 + 4) + 4);
    }

    @Test
    void trainRbm_invertedText_learnsTheNegatives() throws IOException {
        Path data = Files.writeString(directory.resolve("bars.amat"), "1 1 1 0\n1 1 0 1\n");
        for (boolean inverted : new boolean[] {false, true}) {
            out = directory.resolve(inverted + ".npz");
            List<Object> words = new ArrayList<>(List.of("train-rbm", "--data", data, "--hidden", 2, "--steps", 1));
            words.addAll(List.of("--sample-steps", 20, "--quiet", "--out", out));
            words.addAll(inverted ? List.of("--invert") : List.of());
            Terminal terminal = Terminal.run(words.toArray());
            assertThat(terminal.exitCode).isZero();
            assertThat(terminal.out)
                    .contains("2 images of 2 x 2 in bars.amat" + (inverted ? ", inverted" : "") + ", 1 from 0.5 up");
            assertThat(terminal.out.contains("Note: the mean pixel is 0.75; --invert makes images of few ones"))
                    .isEqualTo(!inverted);
            double first = BernoulliRbm.load(out).visibleBias()[0];
            assertThat(Math.signum(first)).isEqualTo(inverted ? -1.0 : 1.0);
        }
    }

    @Test
    void trainRbm_withoutData_learnsBarsAndStripesAndStopsWhenInterrupted() throws IOException {
        Thread.currentThread().interrupt();
        Terminal terminal = Terminal.run("train-rbm", "--hidden", 10, "--quiet", "--out", out);
        assertThat(terminal.exitCode).isEqualTo(130);
        assertThat(terminal.out)
                .contains("60,000 bars and stripes of 8 x 8", "CD-10, 10 hidden units", "Interrupted", "0 updates in")
                .doesNotContain("log-pseudo-likelihood"); // which is not interrupted
        assertThat(BernoulliRbm.load(out).dimension()).isEqualTo(64);
        assertThat(out.resolveSibling("rbm.png")).doesNotExist();
    }

    /** A failure of the library or of ND4J reaches the command as one of the listener does. */
    @Test
    void carryOut_trainingThatFails_writesTheMachineSoFarAndReplacesNothing() throws IOException {
        RbmTraining training = RbmTraining.of(BarsAndStripes.patterns(3))
                .hidden(2)
                .steps(1)
                .batch(7)
                .epochs(4);
        StringWriter text = new StringWriter();
        TrainRbmCommand command = new TrainRbmCommand();
        new CommandLine(command).setOut(new PrintWriter(text)).parseArgs("--quiet");
        Path file = directory.resolve("rbm.npz");
        TrainingResult whole = command.carryOut(training, file);
        assertThat(whole.updates()).isEqualTo(8);
        assertThat(text.toString()).isEmpty();

        training.listener((update, updates, error) -> {
            if (update == 8) {
                throw new IllegalStateException("enough");
            }
        });
        assertThatThrownBy(() -> command.carryOut(training, file))
                .hasMessage("the listener failed in update 8: enough");
        assertThat(text.toString()).contains("Machine after 8 updates, where the training failed: " + file);
        assertThat(BernoulliRbm.load(file).weights())
                .isDeepEqualTo(whole.model().weights());

        Files.writeString(file, "an earlier machine");
        Path beside = directory.resolve("rbm-2.npz");
        assertThatThrownBy(() -> command.carryOut(training, file)).isInstanceOf(TrainingException.class);
        assertThat(file).hasContent("an earlier machine");
        assertThat(text.toString()).contains("Machine after 8 updates, where the training failed: " + beside);
        assertThat(BernoulliRbm.load(beside).weights())
                .isDeepEqualTo(whole.model().weights());

        Path lost = directory.resolve("none/rbm.npz");
        assertThatThrownBy(() -> command.carryOut(training, lost)).isInstanceOf(TrainingException.class);
        assertThat(text.toString()).contains("The machine so far is lost: cannot write " + lost);
    }

    @Test
    void trainRbm_sameSeed_sameFiles() throws IOException {
        Path data = images("images", 100);
        for (String name : new String[] {"a.npz", "b.npz", "c.npz"}) {
            Terminal terminal = Terminal.run(
                    "train-rbm",
                    "--data",
                    data,
                    "--hidden",
                    4,
                    "--steps",
                    2,
                    "--batch",
                    10,
                    "--sample-steps",
                    20,
                    "--quiet",
                    "--seed",
                    3,
                    "--out",
                    directory.resolve(name));
            assertThat(terminal.exitCode).isZero();
            assertThat(terminal.out).contains("of 100 of these");
        }
        assertThat(directory.resolve("a.npz")).hasSameBinaryContentAs(directory.resolve("b.npz"));
        assertThat(directory.resolve("a.npz")).hasSameBinaryContentAs(directory.resolve("c.npz"));
        assertThat(directory.resolve("a.png")).hasSameBinaryContentAs(directory.resolve("b.png"));
        assertThat(directory.resolve("a.png")).hasSameBinaryContentAs(directory.resolve("c.png"));
    }

    /** A tenth of the sweeps, and a quarter of the hidden units, of the paper's machine. */
    @Test
    @Tag("data")
    void trainRbm_mnist_learnsWhatDigitsLookLike() {
        Path mnist =
                Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("mnist");
        assumeTrue(Files.exists(mnist), () -> "no directory " + mnist.toAbsolutePath());
        Terminal terminal = Terminal.run(
                "train-rbm",
                "--data",
                mnist,
                "--hidden",
                100,
                "--steps",
                10,
                "--sample-steps",
                20,
                "--quiet",
                "--out",
                out);
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("60,000 images of 28 x 28 in train-images-idx3-ubyte.gz, 1 from 0.5 up");
        double[] fits = fits(terminal, "log-pseudo-likelihood of 1,000 of t10k-images-idx3-ubyte.gz: ");
        assertThat(fits[0]).isBetween(-201.0, -200.0);
        assertThat(fits[1]).isBetween(-160.0, 0.0); // -137 with seed 1
    }

    /** Before and after: {@code LABEL-6.24 before, -3.82 after}. */
    private static double[] fits(Terminal terminal, String label) {
        String line = terminal.out
                .lines()
                .filter(text -> text.startsWith(label))
                .findFirst()
                .orElseThrow();
        String[] words = line.substring(label.length()).split("[ ,]+");
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[2])};
    }
}
