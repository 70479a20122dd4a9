package dev.lbp.cli.train;

import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.nn.training.TrainingProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The traces of a training: score gap, average of the gap, acceptance rate, scale and time of each update. */
final class TrainingTraces {

    private static final String HEADER = "update,gap,averaged_gap,acceptance,scale,seconds";

    private static final int COLUMNS = HEADER.split(",").length;

    private final List<TrainingProgress> points = new ArrayList<>();

    /**
     * Adds an update. Recorded updates with the same or a larger number are dropped, because a resumed training repeats
     * them.
     */
    void add(TrainingProgress point) {
        while (!points.isEmpty() && points.get(points.size() - 1).update() >= point.update()) {
            points.remove(points.size() - 1);
        }
        points.add(point);
    }

    boolean isEmpty() {
        return points.isEmpty();
    }

    void writeCsv(Path file) throws IOException {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (TrainingProgress point : points) {
            text.append(Text.row(
                    point.update(),
                    point.scoreGap(),
                    point.averagedGap(),
                    point.acceptance(),
                    point.scale(),
                    point.seconds()));
        }
        WholeFile.replace(file, text);
    }

    /**
     * Reads the traces of a training that is resumed.
     *
     * @throws IllegalArgumentException if the file has another form
     */
    static TrainingTraces read(Path file) {
        TrainingTraces traces = new TrainingTraces();
        try {
            List<String> lines = Files.readAllLines(file);
            for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                String[] words = line.split(",", -1);
                if (words.length != COLUMNS) {
                    throw new IOException("a line has " + words.length + " values");
                }
                double[] values = new double[COLUMNS];
                Arrays.setAll(values, k -> Double.parseDouble(words[k]));
                int update = (int) values[0];
                int all = update; // the file does not tell the number of updates of the training
                traces.add(new TrainingProgress(update, all, values[1], values[2], values[3], values[4], values[5]));
            }
        } catch (IOException | NumberFormatException e) {
            throw new IllegalArgumentException("must be the traces of a training, or be deleted: " + file, e);
        }
        return traces;
    }

    /** Draws three panels: gap, acceptance rate and scale. */
    void writePicture(Path png) throws IOException {
        Panel gap = new Panel(
                "Score gap",
                "update",
                "data less samples, nats",
                List.of(
                        series("each update", 1, TrainingProgress::scoreGap),
                        series("average", 0, TrainingProgress::averagedGap)));
        Panel acceptance = new Panel(
                "Acceptance", "update", "acceptance rate", List.of(series("", 0, TrainingProgress::acceptance)));
        Panel scale = new Panel("Scale", "update", "R", List.of(series("", 0, TrainingProgress::scale)));
        CurvePlot.write(png, 3, List.of(gap, acceptance, scale)); // three columns
    }

    /** A line of a value against the update. One without a name is of values that are means over chains. */
    private Series series(String name, int colour, ToDoubleFunction<TrainingProgress> value) {
        return new Series(
                name.isEmpty() ? "mean over chains" : name,
                Look.LINE,
                colour,
                points.stream().mapToDouble(TrainingProgress::update).toArray(),
                points.stream().mapToDouble(value).toArray());
    }
}
