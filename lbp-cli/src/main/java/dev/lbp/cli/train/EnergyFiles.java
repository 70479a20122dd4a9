package dev.lbp.cli.train;

import dev.lbp.cli.plot.ImageGrid;
import dev.lbp.cli.terminal.OutputDirectory;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.training.NetworkTrainingException;
import dev.lbp.nn.training.NetworkTrainingListener;
import dev.lbp.nn.training.NetworkTrainingResult;
import dev.lbp.nn.training.TrainingProgress;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The files and the text of {@code lbp train-energy}. */
final class EnergyFiles {

    private static final String NETWORK = "net.onnx";
    private static final String LAST_GOOD = "last-good.onnx";
    private static final String TRACES = "traces.csv";
    private static final String BUFFER = "buffer.png";
    private static final String SAMPLES = "samples.png";
    private static final String SUMMARY = "summary.txt";
    private static final String CHECKPOINT = "training.checkpoint";

    static final List<String> NAMES = List.of(
            NETWORK, LAST_GOOD, TRACES, "traces.png", BUFFER, SAMPLES, SUMMARY, CHECKPOINT, CHECKPOINT + ".lock");

    /** The number of updates between checkpoints, and between pictures. */
    static final int SAVE_EVERY = 50;

    /** The number of images in a picture. */
    private static final int SHOWN = 100;

    private final Path path;
    private final OutputDirectory directory;
    private final StringBuilder text = new StringBuilder();
    private TrainingTraces traces = new TrainingTraces();

    private boolean updated;

    /** The number of characters of the text that are already printed. */
    private int printed;

    EnergyFiles(Path path) {
        this.path = path;
        this.directory = OutputDirectory.at(path);
    }

    Path checkpoint() {
        return path.resolve(CHECKPOINT);
    }

    /**
     * Checks that the directory has a training to resume, or, without {@code --resume}, no training that would be
     * overwritten. Reads the traces of a training to resume, if they are there.
     *
     * @throws IllegalArgumentException if the check fails
     */
    void check(boolean resume) {
        boolean there = Files.exists(checkpoint());
        Check.that(!resume || there, "hold " + CHECKPOINT + " to be resumed", "--out", path);
        Check.that(resume || !there, "be a directory without a training, or be given with --resume", "--out", path);
        Path before = path.resolve(TRACES);
        if (resume && Files.exists(before)) {
            traces = TrainingTraces.read(before);
        } else if (resume) {
            say("Note: there is no " + TRACES + "; its new lines begin where the training goes on");
        }
    }

    /** Whether this process has made an update. */
    boolean hasUpdates() {
        return updated;
    }

    /** Adds a line to the text. */
    void say(String line) {
        text.append(line).append('\n');
    }

    /** Prints the new lines of the text. */
    void flush(PrintWriter console) {
        console.print(text.substring(printed));
        console.flush();
        printed = text.length();
    }

    /** A listener that records traces, and writes them with a picture of the buffer before each checkpoint. */
    NetworkTrainingListener listener(int rows, int columns, Consumer<TrainingProgress> progress) {
        return (now, snapshot) -> {
            updated = true;
            traces.add(now);
            progress.accept(now);
            if (now.update() % SAVE_EVERY == 0) {
                try {
                    traces.writeCsv(path.resolve(TRACES));
                    ImageGrid.write(path.resolve(BUFFER), rows, columns, firstImages(snapshot.buffer()));
                } catch (IOException e) {
                    throw new UncheckedIOException(e.getMessage(), e);
                }
            }
        };
    }

    private static byte[][] firstImages(byte[][] states) {
        return Arrays.copyOf(states, Math.min(SHOWN, states.length));
    }

    /** Writes the network of the last good parameters after a failure. */
    void saveLastGood(OnnxNetwork network, NetworkTrainingException failure) {
        directory.write(LAST_GOOD, network::save);
        writeTraces();
        say("Last good parameters, before update " + failure.update() + ": "
                + path.resolve(LAST_GOOD).toAbsolutePath().normalize());
    }

    /** Writes the table of the traces, and their picture if there was an update to show. */
    private void writeTraces() {
        directory.write(TRACES, traces::writeCsv);
        if (!traces.isEmpty()) {
            directory.write("traces.png", traces::writePicture);
        }
    }

    /**
     * Writes the averaged network, the traces and a picture of the buffer of states.
     *
     * @param noBase whether the network was trained without a base measure, which else becomes a part of it
     */
    void saveResult(OnnxNetwork network, NetworkTrainingResult result, boolean noBase, int rows, int columns) {
        directory.write(NETWORK, file -> {
            if (noBase) {
                network.save(file);
            } else {
                try (OnnxNetwork whole = network.withBase(result.model().base().orElseThrow())) {
                    whole.save(file);
                }
            }
        });
        writeTraces();
        directory.write(BUFFER, file -> ImageGrid.write(file, rows, columns, firstImages(result.buffer())));
        TrainingProgress last = result.progress();
        say(Text.format(
                "%,d updates in %.1f s: averaged score gap %.2f, acceptance %.3f, R %.1f",
                last.update(), last.seconds(), last.averagedGap(), last.acceptance(), last.scale()));
    }

    /** Does work whose failure must not prevent what comes after it. {@link #finish} throws the failure. */
    void guard(String what, OutputDirectory.Work work) {
        directory.guard(what, work);
    }

    void saveSamples(SampleResult samples, int rows, int columns) {
        directory.write(SAMPLES, file -> ImageGrid.write(file, rows, columns, samples.finalStates()));
    }

    /**
     * Writes and prints the text.
     *
     * @throws IOException if a file could not be written
     */
    void finish(PrintWriter console) throws IOException {
        directory.write(SUMMARY, text::toString);
        say(directory.listing());
        flush(console);
        directory.check();
    }
}
