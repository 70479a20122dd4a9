package dev.lbp.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.cli.data.ImageSet.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataSetTest {

    /** Numbers of test images as published; the share of ones is under a half in all of them, silhouettes inverted. */
    @ParameterizedTest
    @CsvSource({"STATIC_MNIST, 10000", "DYNAMIC_MNIST, 10000", "OMNIGLOT, 13180", "CALTECH, 2307"})
    @Tag("data")
    void read_dataSet_hasItsTestImages(DataSet set, int count) {
        Path directory = Path.of(System.getProperty("lbp.data", "../../shared/data"));
        assumeTrue(Files.exists(directory), () -> "no directory " + directory.toAbsolutePath());
        EnergyData data = set.read(directory);
        byte[][] test = data.judging(Part.TEST).orElseThrow();
        assertThat(test).hasNumberOfRows(count);
        assertThat(data.rows()).isEqualTo(28);
        long ones = 0;
        for (byte[] image : test) {
            for (byte pixel : image) {
                ones += pixel;
            }
        }
        assertThat((double) ones / count / (28 * 28)).isBetween(0.05, 0.49);
    }
}
