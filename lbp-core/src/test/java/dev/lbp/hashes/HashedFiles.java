package dev.lbp.hashes;

import dev.lbp.Run;
import dev.lbp.io.NpyArray;
import dev.lbp.io.NpzFile;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Hashes of all files that a run and its result write. Times, versions and the kernel's name are left out. */
record HashedFiles(Path directory) {

    private static final String CHECKPOINT = "checkpoint";

    /** Carries out a run with a sink and a checkpoint, then writes its result in every other form; hashes by file. */
    SortedMap<String, String> of(Run<?, ?, ?> run) throws IOException {
        Path checkpoint = directory.resolve(CHECKPOINT);
        RunResult result =
                run.sink(directory.resolve("sink")).checkpoint(checkpoint).run();
        result.export(directory.resolve("export"));
        result.exportCsv(directory.resolve("csv"));
        writeArrays(result);
        Files.writeString(directory.resolve("summary.txt"), result.summary());
        byte[] saved = Files.readAllBytes(checkpoint);
        RunResult again = run.resume(checkpoint); // it has ended, so warmUpTime() is the time in the file
        SortedMap<String, String> hashes = new TreeMap<>();
        hashes.put(CHECKPOINT, CheckpointBytes.hash(saved, again.warmUpTime()));
        hashes.put("resumed", resumed(again));
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith(CHECKPOINT))
                    .forEach(file ->
                            hashes.put(directory.relativize(file).toString().replace('\\', '/'), hash(file)));
        }
        return hashes;
    }

    private static String resumed(RunResult result) {
        return result instanceof SampleResult bits && bits.tempering().isEmpty()
                ? HashedDraws.draws(bits) + ' ' + HashedDraws.estimates(bits)
                : HashedResults.of(result);
    }

    private void writeArrays(RunResult result) throws IOException {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        result.traces()
                .forEach((name, trace) -> arrays.put(
                        name,
                        new NpyArray(
                                new int[] {trace.length, result.draws()},
                                Arrays.stream(trace)
                                        .flatMapToDouble(Arrays::stream)
                                        .toArray())));
        NpzFile.write(directory.resolve("traces.npz"), arrays);
    }

    private static String hash(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            String name = file.getFileName().toString();
            boolean text = List.of("manifest.json", "summary.txt").contains(name);
            return new Hash().of(text ? lasting(bytes) : bytes).text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Text without versions, the kernel's name and times. */
    private static byte[] lasting(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8)
                .replaceAll("\"(kernel|lbp|java)\": .*", "")
                .replaceAll("kernel: .*", "")
                .replaceAll("warm-up [0-9.]+ s, draws [0-9.]+ s", "")
                .getBytes(StandardCharsets.UTF_8);
    }
}
