package dev.lbp.experiments.correction;

import dev.lbp.internal.Check;
import java.util.Arrays;

/**
 * The squared maximum mean discrepancy of two samples of images of bits, with the kernel {@code k(x, y) = exp(-d(x, y)
 * / s)}, where d is the number of different pixels and s a scale: {@code E k(x, x') + E k(y, y') - 2 E k(x, y)}, over
 * pairs of different images. It is unbiased, so it may be negative; its expectation is 0 if both samples have the same
 * distribution. Source: Gretton and others, A kernel two-sample test, JMLR 13, 2012.
 */
final class Discrepancy {

    private final long[][] reference;
    private final double scale;
    private final double[] kernel;
    /** The mean of the kernel over pairs of reference images. */
    private final double ofReference;

    /**
     * Takes the reference images.
     *
     * @param images [count][pixels] of zeros and ones, at least two that differ; s is their mean number of different
     *     pixels
     */
    Discrepancy(byte[][] images) {
        Check.atLeast(2, "images.length", images.length);
        reference = packed(images);
        long sum = 0L;
        for (int k = 1; k < reference.length; k++) {
            for (int l = 0; l < k; l++) {
                sum += distance(reference[k], reference[l]);
            }
        }
        scale = sum / (0.5 * reference.length * (reference.length - 1.0));
        Check.that(scale > 0.0, "differ", "images.length", images.length);
        kernel = new double[images[0].length + 1];
        Arrays.setAll(kernel, d -> Math.exp(-d / scale));
        ofReference = within(reference);
    }

    /** The scale s of the kernel, in pixels. */
    double scale() {
        return scale;
    }

    /**
     * The discrepancy of images from the reference.
     *
     * @param images [count][pixels], at least two
     */
    double of(byte[][] images) {
        long[][] others = packed(images);
        double between = 0.0;
        for (long[] image : others) {
            for (long[] other : reference) {
                between += kernel[distance(image, other)];
            }
        }
        return ofReference + within(others) - 2.0 * between / ((double) others.length * reference.length);
    }

    /** The mean of the kernel over pairs of different images. */
    private double within(long[][] images) {
        double sum = 0.0;
        for (int k = 1; k < images.length; k++) {
            for (int l = 0; l < k; l++) {
                sum += kernel[distance(images[k], images[l])];
            }
        }
        return sum / (0.5 * images.length * (images.length - 1.0));
    }

    private static int distance(long[] a, long[] b) {
        int distance = 0;
        for (int w = 0; w < a.length; w++) {
            distance += Long.bitCount(a[w] ^ b[w]);
        }
        return distance;
    }

    /** Images with 64 pixels in each long. */
    private static long[][] packed(byte[][] images) {
        long[][] packed = new long[images.length][(images[0].length + 63) / 64];
        for (int k = 0; k < images.length; k++) {
            for (int i = 0; i < images[k].length; i++) {
                packed[k][i >> 6] |= (long) images[k][i] << (i & 63);
            }
        }
        return packed;
    }
}
