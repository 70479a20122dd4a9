package dev.lbp.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.cli.data.ImageSet.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageSetTest {

    @TempDir
    private Path directory;

    private Path text(String name, String lines) throws IOException {
        return Files.writeString(directory.resolve(name), lines);
    }

    @Test
    void read_directoryOfText_hasAllParts() throws IOException {
        text("binarized_train.amat", "0 1 1 0\n1 1 1 0\n");
        text("binarized_valid.amat", "0 0 0 0\n");
        text("binarized_test.amat", "1 1 1 1\n");
        text("notes.txt", "none");
        ImageSet set = ImageSet.read("--data", directory);
        assertThat(set.training().count()).isEqualTo(2);
        assertThat(set.images(Part.VALIDATION).orElseThrow().grey(0)).containsOnly(0.0);
        assertThat(set.images(Part.TEST).orElseThrow().grey(0)).containsOnly(1.0);
        assertThat(set.fileName(Part.TEST)).isEqualTo("binarized_test.amat");
        assertThat(set.inverted().images(Part.TEST).orElseThrow().grey(0)).containsOnly(0.0);
        assertThat(set.inverted().training().grey(0)).containsExactly(1.0, 0.0, 0.0, 1.0);
    }

    @Test
    void read_file_isTrainingAlone() throws IOException {
        ImageSet set = ImageSet.read("--data", text("any", "0 1\n"));
        assertThat(set.training().count()).isEqualTo(1);
        assertThat(set.images(Part.VALIDATION)).isEmpty();
        assertThat(set.images(Part.TEST)).isEmpty();
    }

    @Test
    void read_directoryOfAnotherForm_isRefused() throws IOException {
        assertRefused(
                "must hold train-images-idx3-ubyte, or a file that ends in train.amat, or one of them with .gz: --x=$");
        text("a_train.amat", "0 1 1 0\n");
        text("b_test.amat", "0 1\n");
        assertRefused("must have images of one size: --x=$, $/a_train.amat and $/b_test.amat");
        text("train-images-idx3-ubyte.gz", "0 1\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageSet.read("--x", directory))
                .withMessageStartingWith("must hold one file of training images: --x=" + directory + " has ")
                .withMessageContaining("a_train.amat")
                .withMessageContaining("train-images-idx3-ubyte.gz");
    }

    private void assertRefused(String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ImageSet.read("--x", directory))
                .withMessage(message.replace("$", directory.toString()));
    }
}
