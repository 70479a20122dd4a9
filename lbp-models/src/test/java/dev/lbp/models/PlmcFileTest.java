package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlmcFileTest {

    @TempDir
    private Path directory;

    /** Three sites of two values and two sequences; fields 1 to 6, couplings 101 to 112 in the order of the file. */
    private static byte[] file() {
        ByteBuffer out = ByteBuffer.allocate(40 + 2 + 8 + 15 + 8 * (6 + 12)).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(3).putInt(2).putInt(1).putInt(1).putInt(50);
        floats(out, 5, 0.5f);
        out.put("AB".getBytes()).putFloat(1.0f).putFloat(0.0f).put("ABA".getBytes());
        out.putInt(1).putInt(2).putInt(3);
        floats(out, 6, -7.0f);
        for (int k = 1; k <= 6; k++) {
            out.putFloat(k);
        }
        floats(out, 12, -7.0f);
        for (int k = 101; k <= 112; k++) {
            out.putFloat(k);
        }
        return out.array();
    }

    private static void floats(ByteBuffer out, int count, float value) {
        for (int k = 0; k < count; k++) {
            out.putFloat(value);
        }
    }

    @Test
    void loadPlmc_aFileByHand_hasItsFieldsAndCouplings() throws IOException {
        DenseCategories model = DenseCategories.loadPlmc(Files.write(directory.resolve("a.params"), file()), "AB");
        assertThat(model.fields()).isDeepEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
        assertThat(model.coupling(0, 1)).isDeepEqualTo(new double[][] {{101, 102}, {103, 104}});
        assertThat(model.coupling(1, 2)).isDeepEqualTo(new double[][] {{109, 110}, {111, 112}});
        assertThat(model.coupling(2, 0)).isDeepEqualTo(new double[][] {{105, 107}, {106, 108}});
    }

    @Test
    void loadPlmc_cutAnywhere_isRefused() throws IOException {
        Path file = directory.resolve("cut.params");
        byte[] good = file();
        for (int length = 0; length < good.length; length++) {
            Files.write(file, Arrays.copyOf(good, length));
            assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cut.params: it has " + length + " bytes, ");
        }
    }

    /** Values in another order, and numbers in the other byte order, would be read as another model. */
    @Test
    void loadPlmc_otherOrder_isRefused() throws IOException {
        Path file = Files.write(directory.resolve("a.params"), file());
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "BA"))
                .isInstanceOf(IOException.class)
                .hasMessage("must hold the parameters of plmc: " + file
                        + ": must be AB, the letters of the file in their order: alphabet=BA");
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AA"))
                .hasMessageStartingWith("must have different ASCII characters");
        byte[] big = file();
        ByteBuffer.wrap(big).putInt(0, 3).putInt(4, 2).putInt(8, 1).putInt(12, 1);
        Files.write(file, big);
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                .hasMessageContaining("must be in [1, 2^24 - 1], little-endian: N=50331648");
    }

    @Test
    void loadPlmc_badFile_isRefused() throws IOException {
        Path file = directory.resolve("bad.params");
        byte[] good = file();
        Files.write(file, Arrays.copyOf(good, good.length - 1));
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                .isInstanceOf(IOException.class)
                .hasMessage("must hold the parameters of plmc: " + file
                        + ": it has 208 bytes, and N=3, C=2 and 2 sequences need 209");
        Files.write(file, Arrays.copyOf(good, good.length + 4));
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB")).hasMessageContaining("it has 213 bytes");
        Files.write(file, Arrays.copyOf(good, 20));
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                .hasMessageContaining("fewer than the 40 of its head");
        byte[] infinite = good.clone();
        ByteBuffer.wrap(infinite).order(ByteOrder.LITTLE_ENDIAN).putFloat(good.length - 4, Float.POSITIVE_INFINITY);
        Files.write(file, infinite);
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                .hasMessageContaining("must be finite: couplings[1][2][1][1]=Infinity");
        byte[] negative = good.clone();
        negative[3] = -1;
        Files.write(file, negative);
        assertThatThrownBy(() -> DenseCategories.loadPlmc(file, "AB"))
                .hasMessageContaining("must be in [1, 2^24 - 1], little-endian: N=");
        assertThatThrownBy(() -> DenseCategories.loadPlmc(directory.resolve("none"), "AB"))
                .hasMessageContaining("must be a file that exists");
    }
}
