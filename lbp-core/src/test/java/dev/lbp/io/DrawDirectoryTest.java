package dev.lbp.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes that are written, and what is refused when they are read. */
class DrawDirectoryTest {

    @TempDir
    private Path directory;

    /** What NumPy 2.4.6 writes for {@code np.save("t.npy", np.array([[0.5, -2.0]]))}. */
    @Test
    void trace_asBytes_isWhatNumPyWrites() throws IOException {
        DrawDirectory.create(directory).writeTrace("t", new double[][] {{0.5, -2.0}});
        ByteBuffer expected = ByteBuffer.allocate(128 + 16).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(expected.array(), 0, 127, (byte) ' ');
        expected.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        expected.put((byte) 1).put((byte) 0).putShort((short) 118);
        expected.put("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }".getBytes(StandardCharsets.US_ASCII));
        expected.put(127, (byte) '\n').putDouble(128, 0.5).putDouble(136, -2.0);
        assertThat(directory.resolve("t.npy")).hasBinaryContent(expected.array());
    }

    @Test
    void header_ofTheLargestShape_fits() {
        byte[] header = new NpyHeader(
                        NpyType.INT8, new long[] {Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE})
                .toBytes();
        assertThat(new String(header, StandardCharsets.ISO_8859_1))
                .contains("2147483647), }  ")
                .endsWith(" \n");
    }

    /** Files hold what was flushed, at every moment: a killed process leaves no more and no less. */
    @Test
    void chain_betweenFlushes_holdsWhatWasFlushed() throws IOException {
        ChainWriter<byte[]> writer = DrawDirectory.create(directory).chain(StateType.BITS, 3, List.of("t"), 0);
        assertThat(Draws.read(directory).draws()).isZero();
        byte[][] states = {{1, 0, 1}, {0, 0, 1}, {1, 1, 0}};
        Map<String, double[]> traces = Map.of("t", new double[] {3, 4, 5, 6});
        writer.add(states[0]);
        writer.add(states[1]);
        writer.flush(traces, 0);
        writer.add(states[2]);
        assertThat(Draws.read(directory).draws()).isEqualTo(2);
        assertThat(Draws.read(directory).traces().get("t")).isDeepEqualTo(new double[][] {{3, 4}});
        writer.flush(traces, 0);
        writer.flush(traces, 0);
        assertThat(writer.written()).isEqualTo(3);
        Draws draws = Draws.read(directory);
        assertThat(draws.traces().get("t")).isDeepEqualTo(new double[][] {{3, 4, 5}});
        for (int t = 0; t < 3; t++) {
            assertThat(draws.state(0, t)).isEqualTo(states[t]);
        }
    }

    @Test
    void chain_statesLargerThanTheBuffer_areFlushedOneByOne() throws IOException {
        ChainWriter<byte[]> writer = DrawDirectory.create(directory).chain(StateType.BITS, 100_000, List.of(), 0);
        assertThat(writer.add(new byte[100_000])).isTrue();
    }

    /** More chains than digits sort, of lengths that differ. */
    @Test
    void read_manyChains_takesThemInOrderAndWhatAllHave() throws IOException {
        DrawDirectory draws = DrawDirectory.create(directory);
        for (int c = 0; c < 12; c++) {
            ChainWriter<byte[]> writer = draws.chain(StateType.BITS, 1, List.of("t"), 0);
            for (int t = 0; t < (c == 5 ? 2 : 4); t++) {
                writer.add(new byte[] {(byte) (c % 2)});
            }
            writer.flush(Map.of("t", new double[] {c, c, c, c}), 0);
        }
        Draws read = Draws.read(directory);
        assertThat(read.chains()).isEqualTo(12);
        assertThat(read.draws()).isEqualTo(2);
        for (int c = 0; c < 12; c++) {
            assertThat(read.traces().get("t")[c]).containsExactly(c, c);
            assertThat(read.state(c, 1)).containsExactly(c % 2);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read.state(12, 0))
                .withMessage("must be in [0, 11]: chain=12");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read.state(0, 2))
                .withMessage("must be in [0, 1]: draw=2");
    }

    @Test
    void trace_ofAnyName_comesBackByIt() throws IOException {
        List<String> names = List.of("a.3", "../up", "m / n", "100 %", "*", "größe", "logProb");
        DrawDirectory draws = DrawDirectory.create(directory);
        for (int k = 0; k < names.size(); k++) {
            draws.writeTrace(names.get(k), new double[][] {{k}});
        }
        Map<String, double[][]> read = Draws.read(directory).traces();
        assertThat(read).containsOnlyKeys(names);
        for (int k = 0; k < names.size(); k++) {
            assertThat(read.get(names.get(k))[0]).containsExactly(k);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> draws.writeTrace("states", new double[][] {{1}}))
                .withMessage("must not be what files of draws call the states: name=states");
    }

    @Test
    void manifest_withTextOfAllKinds_isJson() {
        Map<String, Object> entries = new LinkedHashMap<>();
        entries.put("quote \" and \\", "line\nbreak\u0001 é \uD83D\uDE00");
        entries.put("number", -3L);
        entries.put("fraction", -2.5e-7);
        entries.put("no number", Double.NaN);
        entries.put("infinite", Double.POSITIVE_INFINITY);
        entries.put("none", null);
        entries.put("empty", List.of());
        entries.put("inner", Map.of("list", List.of(1, "two")));
        entries.put("bare", Map.of());
        assertThat(Manifest.json(entries)).isEqualTo("""
                {
                  "quote \\" and \\\\": "line\\u000abreak\\u0001 é \\ud83d\\ude00",
                  "number": -3,
                  "fraction": -2.5E-7,
                  "no number": null,
                  "infinite": null,
                  "none": null,
                  "empty": [],
                  "inner": {
                    "list": [1, "two"]
                  },
                  "bare": {}
                }
                """);
    }

    @Test
    void read_noDirectoryOrNoDraws_isRefused() {
        Path absent = directory.resolve("absent");
        assertThatIOException()
                .isThrownBy(() -> Draws.read(absent))
                .withMessage("must be a directory of draws, with .npy files: " + absent);
        assertThatIOException()
                .isThrownBy(() -> Draws.read(directory))
                .withMessage("must be a directory of draws, with .npy files: " + directory);
    }

    @Test
    void read_fileOfAnotherKindOrCutShort_isRefusedByName() throws IOException {
        DrawDirectory.create(directory).writeTrace("t", new double[][] {{0.5, -2.0}});
        Path file = directory.resolve("t.npy");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        refused("must hold as much as its header says, [chain, draw, ...]: " + file);
        Files.write(file, Arrays.copyOf(whole, 127));
        refused("must be a .npy file, but is too short: " + file);
        byte[] other = whole.clone();
        other[7] = 1; // a newer version of the format
        Files.write(file, other);
        refused("must be a .npy file as lbp writes it: " + file);
        Files.write(
                file,
                new String(whole, StandardCharsets.ISO_8859_1)
                        .replace("<f8", "<i8")
                        .getBytes(StandardCharsets.ISO_8859_1));
        refused("must be a .npy file as lbp writes it: " + file);
    }

    @Test
    void read_aChainsFileMissing_isRefusedByName() throws IOException {
        DrawDirectory draws = DrawDirectory.create(directory);
        for (int c = 0; c < 3; c++) {
            ChainWriter<byte[]> writer = draws.chain(StateType.BITS, 1, List.of("t"), 0);
            writer.add(new byte[] {1});
            writer.flush(Map.of("t", new double[] {c}), 0);
        }
        for (int c = 0; c < 3; c++) {
            Path file = directory.resolve("t." + c + ".npy");
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            refused("must hold all 3 chains of t, and has no t." + c + ".npy: " + directory);
            Files.write(file, whole);
        }
        Files.copy(directory.resolve("t.0.npy"), directory.resolve("t.npy"));
        assertThatIOException()
                .isThrownBy(() -> Draws.read(directory))
                .withMessageStartingWith("must hold each chain of t once: " + directory);
    }

    @Test
    void read_fileWithAForeignName_isRefusedByName() throws IOException {
        for (String name : List.of("50%.npy", "%zz.npy", "a+b.npy", "a.b.npy", "t.99999999999.npy")) {
            Path foreign = Files.write(directory.resolve(name), new byte[200]);
            refused("must have a name that lbp gives to a file of draws: " + foreign);
            Files.delete(foreign);
        }
    }

    @Test
    void read_fileOfAnotherForm_isRefusedByName() throws IOException {
        DrawDirectory.create(directory).writeTrace("t", new double[][] {{0.5, -2.0}});
        Path file = directory.resolve("states.npy");
        Files.move(directory.resolve("t.npy"), file);
        refused("must hold int8, int16, int32 or float64 [chain, draw, site]: " + file);
        Path large = directory.resolve("t.npy");
        for (String shape : List.of("999999999999, 0", "999999999999, 999999999999")) {
            byte[] header = new NpyHeader(NpyType.FLOAT64, new long[] {1, 0}).toBytes();
            String text = new String(header, StandardCharsets.ISO_8859_1).replace("1, 0", shape);
            Files.write(large, text.substring(0, 128).getBytes(StandardCharsets.ISO_8859_1));
            Files.deleteIfExists(file);
            refused("must hold as much as its header says, [chain, draw, ...]: " + large);
        }
    }

    private void refused(String message) {
        assertThatIOException().isThrownBy(() -> Draws.read(directory)).withMessage(message);
    }

    /** 64 chains of 2^29 draws are 275 GB, in a file without blocks on the disk. */
    @Test
    void read_moreThanFitsIntoMemory_isRefusedWithTheSize() throws IOException {
        Path file = directory.resolve("logProb.npy");
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            NpyHeader header = new NpyHeader(NpyType.FLOAT64, new long[] {64, 1 << 29});
            sparse.write(header.toBytes());
            sparse.setLength(NpyHeader.BYTES + header.size());
        }
        assertThatIOException()
                .isThrownBy(() -> Draws.read(directory))
                .withMessage("must fit into memory: " + directory
                        + ": traces=1, chains=64, draws=536870912: 274.9 GB needed");
    }

    /** Traces are read in blocks of 2^20 draws. */
    @Test
    void read_traceOfMoreThanABlock_isThatWritten() throws IOException {
        double[][] written = new double[2][(1 << 20) + 3];
        for (double[] row : written) {
            Arrays.setAll(row, t -> t - 0.5 * row.length);
        }
        written[1][1 << 20] = 7.0;
        Path made = directory.resolve("long");
        DrawDirectory draws = DrawDirectory.create(made);
        draws.writeTrace("logProb", written);
        draws.writeManifest(Map.of(), 2, written[0].length);
        assertThat(Draws.read(made).traces().get("logProb")).isDeepEqualTo(written);
    }
}
