package dev.lbp.runtime.run;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.io.DrawDirectory;
import dev.lbp.io.NpzFile;
import dev.lbp.runtime.record.TraceNames;
import dev.lbp.runtime.report.TraceColumn;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a result to files.
 *
 * @param manifest the settings of the run by name
 */
record ResultFiles(FinishedRun<?> result, Map<String, @Nullable Object> manifest) {

    /** Writes traces, kept states and the manifest to a new directory. If that fails, deletes what it has written. */
    void export(Path path) throws IOException {
        DrawDirectory directory = DrawDirectory.create(DrawDirectory.checked("directory", path));
        Check.file(
                tempering().isEmpty() || !Files.exists(path.resolve(TemperingFiles.ARRAYS)),
                "not be there already: " + path.resolve(TemperingFiles.ARRAYS));
        try {
            writeTo(directory, path);
        } catch (IOException e) {
            directory.discard();
            if (tempering().isPresent()) {
                Files.deleteIfExists(path.resolve(TemperingFiles.ARRAYS));
            }
            throw e;
        }
    }

    /** The tempering result for the files; empty if the run was not tempered. */
    private Optional<TemperingFiles> tempering() {
        return result.tempering().map(TemperingFiles::new);
    }

    private void writeTo(DrawDirectory directory, Path path) throws IOException {
        for (Map.Entry<String, double[][]> trace : result.traces().entrySet()) {
            directory.writeTrace(trace.getKey(), trace.getValue());
        }
        result.writeStates(directory);
        Map<String, @Nullable Object> entries = new LinkedHashMap<>(manifest);
        entries.put("stopReason", result.stopReason());
        if (tempering().isPresent()) {
            TemperingFiles ladder = tempering().get();
            NpzFile.write(path.resolve(TemperingFiles.ARRAYS), ladder.arrays());
            entries.put("tempering", ladder.entries());
        }
        directory.writeManifest(entries, result.chains(), result.draws());
    }

    /** Writes or replaces the tables of traces, of their statistics, and of the ladder of a tempered run. */
    void exportCsv(Path directory) throws IOException {
        DrawDirectory.make(DrawDirectory.checked("directory", directory));
        writeText(directory.resolve("traces.csv"), this::writeTraces);
        writeText(directory.resolve("summary.csv"), this::writeSummary);
        if (tempering().isPresent()) {
            String table = tempering().get().csv();
            writeText(directory.resolve(TemperingFiles.TABLE), csv -> csv.append(table));
        }
    }

    /** Writes the content of a text file. */
    private interface Text {
        void writeTo(Writer csv) throws IOException;
    }

    private static void writeText(Path file, Text text) throws IOException {
        WholeFile.replace(file, out -> {
            Writer csv = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            text.writeTo(csv);
            csv.flush();
        });
    }

    /** Writes a line for each draw: chain, draw, and the values of all traces. */
    private void writeTraces(Writer csv) throws IOException {
        Set<String> names = result.recorded().names();
        writeLine(csv, Stream.concat(TraceNames.COLUMNS.stream(), names.stream()));
        List<Iterator<double[]>> traces = names.stream()
                .map(name -> result.recorded().blocks(name).iterator())
                .toList();
        long row = 0;
        while (traces.get(0).hasNext()) { // the blocks of all traces have the same draws
            List<double[]> blocks = traces.stream().map(Iterator::next).toList();
            for (int k = 0; k < blocks.get(0).length; k++, row++) {
                csv.append(Long.toString(row / result.draws())).append(',').append(Long.toString(row % result.draws()));
                for (double[] block : blocks) {
                    csv.append(',').append(Double.toString(block[k]));
                }
                csv.append('\n');
            }
        }
    }

    /** Writes a line for each trace: its name and its statistics. */
    private void writeSummary(Writer csv) throws IOException {
        writeLine(
                csv,
                Stream.concat(Stream.of("trace"), TraceColumn.IN_FILES.stream().map(column -> column.key)));
        for (String name : result.traces().keySet()) {
            Stream<String> values =
                    TraceColumn.IN_FILES.stream().map(column -> String.valueOf(column.of(result, name)));
            writeLine(csv, Stream.concat(Stream.of(name), values));
        }
    }

    private static void writeLine(Writer csv, Stream<String> fields) throws IOException {
        csv.append(fields.map(ResultFiles::quoted).collect(Collectors.joining(",")))
                .append('\n');
    }

    private static String quoted(String field) {
        boolean plain = field.chars().allMatch(c -> c != ',' && c != '"' && c != '\n' && c != '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}
