package dev.lbp.cli.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageGridTest {

    @Test
    void write_withoutRoomForTemporaryFiles_writes(@TempDir Path directory) throws IOException {
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        ImageIO.setCacheDirectory(temporary.toFile());
        Files.delete(temporary);
        try {
            ImageGrid.write(directory.resolve("grid.png"), 1, 2, new byte[][] {{0, 1}});
        } finally {
            ImageIO.setCacheDirectory(null);
        }
        assertThat(ImageIO.read(directory.resolve("grid.png").toFile())).isNotNull();
    }
}
