package dev.lbp.cli.train;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrainingDataTest {

    /** Static binarised MNIST has its test images in the order of their digits. */
    @Test
    void spread_imagesInOrderOfClasses_hasEveryClass() {
        byte[][] images = new byte[10][];
        for (int k = 0; k < images.length; k++) {
            images[k] = new byte[] {(byte) k};
        }
        assertThat(TrainingData.evenlySpaced(images, 4)).isDeepEqualTo(new byte[][] {{0}, {2}, {5}, {7}});
        assertThat(TrainingData.evenlySpaced(images, 10)).isDeepEqualTo(images);
        assertThat(TrainingData.evenlySpaced(images, 1_000)).isDeepEqualTo(images);
    }
}
