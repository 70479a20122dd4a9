package dev.lbp.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NpzFileTest {

    private static final NpyArray ROW = new NpyArray(new int[] {2}, new double[] {0.5, -2.0});

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("a.npz");
    }

    /** The header of a {@code .npy} file, and elements. */
    private static byte[] npy(int version, String dictionary, byte... elements) {
        int lengthBytes = version == 1 ? 2 : 4;
        ByteBuffer bytes = ByteBuffer.allocate(8 + lengthBytes + dictionary.length() + elements.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        bytes.put((byte) version).put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) dictionary.length());
        } else {
            bytes.putInt(dictionary.length());
        }
        return bytes.put(dictionary.getBytes(StandardCharsets.US_ASCII))
                .put(elements)
                .array();
    }

    private static String dictionary(String type, String fortran, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }  \n";
    }

    private static NpyArray read(byte[] bytes) throws IOException {
        return NpyArray.read(new ByteArrayInputStream(bytes), "x in f");
    }

    /** What NumPy 2.4.6 writes for {@code np.savez(file, row=np.array([0.5, -2.0]))}: its member, uncompressed. */
    @Test
    void write_member_isWhatNumPyWrites() throws IOException {
        NpzFile.write(file, Map.of("row", ROW));
        ByteBuffer expected = ByteBuffer.allocate(128 + 16).order(ByteOrder.LITTLE_ENDIAN);
        Arrays.fill(expected.array(), 0, 127, (byte) ' ');
        expected.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
        expected.put((byte) 1).put((byte) 0).putShort((short) 118);
        expected.put("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }".getBytes(StandardCharsets.US_ASCII));
        expected.put(127, (byte) '\n').putDouble(128, 0.5).putDouble(136, -2.0);
        try (ZipFile zip = new ZipFile(file.toFile())) {
            ZipEntry member = zip.getEntry("row.npy");
            assertThat(member.getMethod()).isEqualTo(ZipEntry.STORED);
            assertThat(zip.getInputStream(member).readAllBytes()).isEqualTo(expected.array());
            assertThat(zip.size()).isEqualTo(1);
        }
    }

    @Test
    void write_sameArrays_sameBytesAndNothingElse() throws IOException {
        Map<String, NpyArray> arrays = new LinkedHashMap<>();
        arrays.put("z", new NpyArray(new int[] {2, 1, 3}, new double[] {1, 2, 3, 4, -0.0, Double.NaN}));
        arrays.put("none", new NpyArray(new int[] {0, 7}, new double[0]));
        arrays.put("one", new NpyArray(new int[0], new double[] {Double.MIN_VALUE}));
        NpzFile.write(file, arrays);
        byte[] first = Files.readAllBytes(file);
        NpzFile.write(file, arrays);
        assertThat(file).hasBinaryContent(first);
        assertThat(directory.toFile().list()).containsExactly("a.npz");
        Map<String, NpyArray> read = NpzFile.read(file, List.of("one", "z", "none"));
        assertThat(read.keySet()).containsExactly("one", "z", "none");
        arrays.forEach((name, array) -> {
            assertThat(read.get(name).shape()).isEqualTo(array.shape());
            assertThat(read.get(name).values()).isEqualTo(array.values());
        });
        assertThat(1.0 / read.get("z").values()[4]).isNegative();
    }

    @Test
    void read_otherForms_areBroughtIntoOne() throws IOException {
        byte[] ones = {0, 0, (byte) 0x80, 0x3f}; // 1.0f, little-endian
        assertThat(read(npy(1, dictionary("<f4", "False", "(1,)"), ones)).values())
                .containsExactly(1.0);
        byte[] big = ByteBuffer.allocate(48)
                .putDouble(1)
                .putDouble(2)
                .putDouble(3)
                .putDouble(4)
                .putDouble(5)
                .putDouble(6)
                .array();
        for (int version = 1; version <= 3; version++) {
            NpyArray fortran = read(npy(version, dictionary(">f8", "True", "(2, 3)"), big));
            assertThat(fortran.shape()).containsExactly(2, 3);
            assertThat(fortran.values()).containsExactly(1, 3, 5, 2, 4, 6);
        }
        assertThat(read(npy(1, dictionary(">f8", "True", "(1, 3, 2)"), big)).values())
                .containsExactly(1, 4, 2, 5, 3, 6);
        assertThat(read(npy(1, dictionary(">f8", "True", "(6,)"), big)).values())
                .containsExactly(1, 2, 3, 4, 5, 6);
    }

    @Test
    void read_brokenArray_saysWhatIsWrong() {
        byte[] eight = new byte[8];
        assertRefused("must be an array in the .npy format: x in f", new byte[0]);
        assertRefused("must be an array in the .npy format: x in f", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
        assertRefused(
                "must be an array of float32 or float64: x in f", npy(1, dictionary("<i8", "False", "(1,)"), eight));
        assertRefused("must be an array of float32 or float64: x in f", npy(1, "{}", eight));
        assertRefused(
                "must have a shape of whole numbers from 0 to 2^28: shape=(-3, 4): x in f",
                npy(1, dictionary("<f8", "False", "(-3, 4)"), eight));
        String numbers = "must hold as many numbers as its header says, 2: x in f";
        assertRefused(numbers, npy(1, dictionary("<f8", "False", "(2,)"), eight));
        assertRefused(numbers, npy(1, dictionary("<f8", "False", "(2, 1)"), new byte[17]));
        String fewer = "must have less than 2^28 numbers: x in f";
        assertRefused(fewer, npy(1, dictionary("<f8", "False", "(268435456,)"), eight));
        assertRefused(fewer, npy(1, dictionary("<f8", "False", "(99999, 99999)"), eight));
        assertRefused(fewer, npy(1, dictionary("<f8", "False", "(999999999999, 0)")));
        assertRefused(fewer, npy(1, dictionary("<f8", "False", "(0, 999999999999)")));
    }

    /** 260 million numbers of a small archive need 4 GB: they are refused before the first of them is read. */
    @Test
    void read_moreNumbersThanTheHeap_areRefusedByTheirBytes() {
        assumeTrue(Runtime.getRuntime().maxMemory() < 4_000_000_000L);
        byte[] many = npy(1, dictionary("<f8", "False", "(260000000,)"));
        assertThatThrownBy(() -> read(many))
                .hasMessageStartingWith("must fit into memory: numbers=260000000: 4.2 GB needed, ");
        assertRefused(
                "must be an array in the .npy format: x in f", npy(9, dictionary("<f8", "False", "(1,)"), new byte[8]));
    }

    private static void assertRefused(String message, byte[] bytes) {
        assertThatIOException().isThrownBy(() -> read(bytes)).withMessage(message);
    }

    @Test
    void read_brokenFile_namesIt() throws IOException {
        assertThatIOException()
                .isThrownBy(() -> NpzFile.read(file, List.of("row")))
                .withMessage("must be a file that exists: " + file);
        Files.writeString(file, "no archive");
        assertThatIOException()
                .isThrownBy(() -> NpzFile.read(file, List.of("row")))
                .withMessageStartingWith("must be a sound .npz file, a zip archive: " + file + ": ");
        NpzFile.write(file, Map.of("row", ROW));
        assertThatIOException()
                .isThrownBy(() -> NpzFile.read(file, List.of("row", "column")))
                .withMessage("must hold an array of the name column: " + file);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length - 30));
        assertThatIOException()
                .isThrownBy(() -> NpzFile.read(file, List.of("row")))
                .withMessageStartingWith("must be a sound .npz file, a zip archive: " + file + ": ");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("row.npy"));
            zip.write(npy(1, dictionary("|b1", "False", "(8,)"), new byte[8]));
        }
        assertThatIOException()
                .isThrownBy(() -> NpzFile.read(file, List.of("row")))
                .withMessage("must be an array of float32 or float64: row in " + file);
    }

    /** What cannot be in an array: every bit that is read is either checked or of no consequence. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void read_anyBitFlipped_isRefusedOrTheSame(boolean compressed) throws IOException {
        Path sound = sound(compressed);
        byte[] whole = Files.readAllBytes(sound);
        int refused = 0;
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            Files.write(file, flipped);
            try {
                assertThat(NpzFile.read(file, List.of("row")).get("row").values())
                        .as("bit %d", bit)
                        .containsExactly(0.5, -2.0);
            } catch (IOException e) {
                assertThat(e).as("bit %d", bit).hasMessageContaining(file.toString());
                refused++;
            }
        }
        assertThat(refused).isGreaterThan((compressed ? 60 : 144) * Byte.SIZE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void read_cutAnywhere_isRefused(boolean compressed) throws IOException {
        byte[] whole = Files.readAllBytes(sound(compressed));
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatIOException()
                    .as("length %d", length)
                    .isThrownBy(() -> NpzFile.read(file, List.of("row")))
                    .withMessageContaining(file.toString());
        }
    }

    private Path sound(boolean compressed) throws IOException {
        Path sound = directory.resolve("sound.npz");
        if (compressed) {
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(sound))) {
                zip.putNextEntry(new ZipEntry("row.npy"));
                zip.write(ROW.toBytes());
            }
        } else {
            NpzFile.write(sound, Map.of("row", ROW));
        }
        return sound;
    }

    /** NumPy 2 has up to 64 axes; a header of 128 bytes has room for 21. */
    @Test
    void write_manyAxes_comeBackAsNumPyAlignsThem() throws IOException {
        for (int axes : new int[] {21, 22, 42, 43, 64}) {
            int[] shape = new int[axes];
            Arrays.fill(shape, 1);
            shape[axes / 2] = 2;
            NpyArray array = new NpyArray(shape, new double[] {0.5, -2.0});
            byte[] bytes = array.toBytes();
            int header = bytes.length - 2 * Double.BYTES;
            assertThat(header % 64).isZero();
            assertThat(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getShort(8))
                    .isEqualTo((short) (header - 10));
            assertThat((char) bytes[header - 1]).isEqualTo('\n');
            NpzFile.write(file, Map.of("row", array));
            NpyArray read = NpzFile.read(file, List.of("row")).get("row");
            assertThat(read.shape()).isEqualTo(shape);
            assertThat(read.values()).containsExactly(0.5, -2.0);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NpyArray(new int[65], new double[0]))
                .withMessage("must be <= 64: shape.length=65");
        assertRefused(
                "must have at most 64 axes: x in f",
                npy(1, dictionary("<f8", "False", "(" + "1, ".repeat(64) + "1)"), new byte[8]));
    }

    @Test
    void write_whereItCannot_namesTheFileAndLeavesWhatWasThere() throws IOException {
        Path nowhere = directory.resolve("no/a.npz");
        assertThatIOException()
                .isThrownBy(() -> NpzFile.write(nowhere, Map.of("row", ROW)))
                .withMessageStartingWith("cannot write " + nowhere + ": ");
        Files.createDirectories(file.resolve("full"));
        assertThatIOException()
                .isThrownBy(() -> NpzFile.write(file, Map.of("row", ROW)))
                .withMessageStartingWith("cannot write " + file + ": ");
        assertThat(directory.toFile().list()).containsExactly("a.npz");
        assertThat(file.resolve("full")).isDirectory();
    }

    @Test
    void write_interruptedThread_writesAllTheSame() throws IOException {
        Thread.currentThread().interrupt();
        NpzFile.write(file, Map.of("row", ROW));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(NpzFile.read(file, List.of("row")).get("row").values()).containsExactly(0.5, -2.0);
    }

    @Test
    void array_badShape_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NpyArray(new int[] {2, 2}, new double[3]))
                .withMessage("must be the product of the shape: values.length=3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NpyArray(new int[] {-1, -3}, new double[3]))
                .withMessage("must be >= 0: shape=-1");
    }
}
