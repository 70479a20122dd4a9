package dev.lbp.cli.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SyntheticImagesTest {

    /**
     * Ink: .2 in a kind, so .2 * .95 + .8 * .05 = .23. Over 784,000 pixels the standard error is below .0005 within
     * kinds.
     */
    @Test
    void of_images_haveInkAndKinds() {
        byte[][] images = SyntheticImages.of(28, 1_000, 3);
        double ink = 0.0;
        for (byte[] image : images) {
            assertThat(image).hasSize(784);
            for (byte pixel : image) {
                ink += pixel;
            }
        }
        assertThat(ink / 784_000).isCloseTo(0.23, within(0.01));
        // Two images of one kind differ in about 2 * .05 * .95 of the pixels: each of 11 images, two have one kind.
        int least = 784;
        for (int a = 0; a < 11; a++) {
            for (int b = 0; b < a; b++) {
                int difference = 0;
                for (int i = 0; i < 784; i++) {
                    difference += images[a][i] ^ images[b][i];
                }
                least = Math.min(least, difference);
            }
        }
        assertThat(least).isBetween(30, 120);
        assertThat(Arrays.deepEquals(images, SyntheticImages.of(28, 1_000, 3))).isTrue();
        assertThat(Arrays.deepEquals(images, SyntheticImages.of(28, 1_000, 4))).isFalse();
    }
}
