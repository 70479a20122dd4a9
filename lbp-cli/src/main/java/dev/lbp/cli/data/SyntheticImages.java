package dev.lbp.cli.data;

import dev.lbp.internal.Check;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Generated images of black and white pixels in ten kinds. A kind is a few round spots that cover a fifth of the image;
 * an image is its kind with one pixel in twenty inverted.
 */
public final class SyntheticImages {

    private static final int KINDS = 10;
    private static final int SPOTS = 5;
    private static final double INK = 0.2;
    private static final double INVERTED = 0.05;

    private SyntheticImages() {}

    /**
     * Draws images.
     *
     * @param side rows and columns, at least 4
     * @param count at least 1
     * @return [count][side * side] of zeros and ones
     */
    public static byte[][] of(int side, int count, long seed) {
        Check.atLeast(4, "side", side);
        Check.atLeast(1, "count", count);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        byte[][] kinds =
                IntStream.range(0, KINDS).mapToObj(k -> drawKind(side, random)).toArray(byte[][]::new);
        byte[][] images = new byte[count][];
        for (int m = 0; m < count; m++) {
            images[m] = kinds[random.nextInt(KINDS)].clone();
            for (int i = 0; i < images[m].length; i++) {
                images[m][i] ^= (byte) (random.nextDouble() < INVERTED ? 1 : 0);
            }
        }
        return images;
    }

    /** A kind: the brightest fifth of the pixels under spots of Gaussian shape. */
    private static byte[] drawKind(int side, UniformRandomProvider random) {
        double[] light = new double[side * side];
        for (int spot = 0; spot < SPOTS; spot++) {
            double row = side * random.nextDouble();
            double column = side * random.nextDouble();
            double radius = side * (0.08 + 0.12 * random.nextDouble());
            for (int i = 0; i < light.length; i++) {
                double distance = Math.hypot(i / side - row, i % side - column) / radius;
                light[i] += Math.exp(-0.5 * distance * distance);
            }
        }
        double[] sorted = light.clone();
        Arrays.sort(sorted);
        double least = sorted[(int) ((1.0 - INK) * sorted.length)]; // the share INK of pixels is at least as bright
        byte[] kind = new byte[light.length];
        for (int i = 0; i < kind.length; i++) {
            kind[i] = (byte) (light[i] >= least ? 1 : 0);
        }
        return kind;
    }
}
