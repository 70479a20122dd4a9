package dev.lbp.models.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Bars and stripes: square pictures whose rows are each of one colour, or whose columns are (MacKay, Information
 * Theory, Inference, and Learning Algorithms, 2003, section 43.2). A small set with a known distribution, for small
 * machines and tests. Pixel {@code r * side + c} is in row r and column c.
 */
public final class BarsAndStripes {

    /** The 2^side possible rows are numbered by an int. */
    private static final int LARGEST_SIDE = 30;

    /** The largest side whose pictures are listed: 131,070 pictures of 256 bytes. */
    private static final int LARGEST_LISTED_SIDE = 16;

    private BarsAndStripes() {}

    /**
     * All pictures, each once: {@code 2^(side + 1) - 2}, because the picture of zeros and the picture of ones are of
     * both kinds.
     *
     * @param side in [2, 16]
     * @return [count][side * side] of zeros and ones
     */
    public static byte[][] patterns(int side) {
        Check.that(side >= 2 && side <= LARGEST_LISTED_SIDE, "be in [2, " + LARGEST_LISTED_SIDE + "]", "side", side);
        int codes = 1 << side;
        byte[][] patterns = new byte[2 * codes - 2][];
        for (int code = 0; code < codes; code++) {
            patterns[code] = picture(side, true, code);
        }
        for (int code = 1; code < codes - 1; code++) {
            patterns[codes + code - 1] = picture(side, false, code);
        }
        return patterns;
    }

    /**
     * Independent draws; all pictures are equally likely.
     *
     * @param side in [2, 30]
     * @param count at least 1
     * @return [count][side * side] of zeros and ones
     */
    public static byte[][] draws(int side, int count, long seed) {
        Check.that(side >= 2 && side <= LARGEST_SIDE, "be in [2, " + LARGEST_SIDE + "]", "side", side);
        Check.atLeast(1, "count", count);
        Memory.check((double) count * side * side, "side=" + side + ", count=" + count, "make fewer draws");
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        int codes = 1 << side;
        byte[][] draws = new byte[count][];
        for (int k = 0; k < count; k++) {
            // the pictures of one colour are those of rows with the first and the last code, so columns leave them out
            long number = random.nextLong(2L * codes - 2);
            draws[k] = number < codes
                    ? picture(side, true, (int) number)
                    : picture(side, false, (int) (number - codes) + 1);
        }
        return draws;
    }

    /** The picture of the given colours of its rows, or columns, a bit of {@code code} each. */
    private static byte[] picture(int side, boolean rows, int code) {
        byte[] pixels = new byte[side * side];
        for (int i = 0; i < pixels.length; i++) {
            int line = rows ? i / side : i % side;
            pixels[i] = (byte) (code >> line & 1);
        }
        return pixels;
    }
}
