package dev.lbp.internal.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** Read back by the JDK's own reader. */
class PngTest {

    @Test
    void of_pixels_isReadBackAsItWas() throws IOException {
        byte[][] pixels = new byte[37][251];
        byte[] palette = new byte[3 * 256];
        for (int k = 0; k < palette.length; k++) {
            palette[k] = (byte) (k * 7 + k / 11);
        }
        for (int r = 0; r < 37; r++) {
            for (int c = 0; c < 251; c++) {
                pixels[r][c] = (byte) (r * 13 + c * 5);
            }
        }
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(Png.of(pixels, palette)));
        assertThat(image.getWidth()).isEqualTo(251);
        assertThat(image.getHeight()).isEqualTo(37);
        for (int r = 0; r < 37; r++) {
            for (int c = 0; c < 251; c++) {
                int k = 3 * (pixels[r][c] & 0xFF);
                int colour = ((palette[k] & 0xFF) << 16) | ((palette[k + 1] & 0xFF) << 8) | (palette[k + 2] & 0xFF);
                assertThat(image.getRGB(c, r) & 0xFFFFFF).isEqualTo(colour);
            }
        }
    }
}
