package dev.lbp.internal.html;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The colours of pictures, the same on a page and in a file: one for each of the first chains or series, and a scale of
 * probabilities.
 */
public final class Palette {

    /**
     * Colours of series 0, 1, ... on a white ground. The first hues are those of Okabe and Ito (2008), darkened; people
     * with the common kinds of colour blindness can distinguish them.
     */
    private static final int[] ON_WHITE = {
        0x0072B2, 0xC45000, 0x007A5A, 0xB0478C, 0x8F6A00, 0x3A2F9B, 0x6B6F76, 0x7B241C
    };

    /** The hues of {@link #ON_WHITE}, lighter, on a black ground. */
    private static final int[] ON_BLACK = {
        0x56B4E9, 0xFF8533, 0x22C796, 0xE58FC6, 0xF0D442, 0xA59BFF, 0xB5BAC3, 0xE0675B
    };

    /** The number of colours; further series repeat them. */
    public static final int SIZE = ON_WHITE.length;

    /** Viridis at 0, 1/8, .. 1. Its lightness is even, so that it is readable in grey and for the colour-blind. */
    private static final int[] VIRIDIS = {
        0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80, 0x5EC962, 0xADDC30, 0xFDE725
    };

    private Palette() {}

    /** The colour of series k on a white ground, 0xRRGGBB; series k + {@link #SIZE} has the same. */
    public static int series(int k) {
        return ON_WHITE[k % SIZE];
    }

    /** The colour of a probability, 0xRRGGBB: dark at 0, light at 1. Each byte is linear between colours of Viridis. */
    public static int probability(double p) {
        double place = p * (VIRIDIS.length - 1);
        int left = Math.min((int) place, VIRIDIS.length - 2);
        int colour = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = VIRIDIS[left] >> shift & 0xFF;
            int to = VIRIDIS[left + 1] >> shift & 0xFF;
            colour |= (int) Math.round(from + (place - left) * (to - from)) << shift;
        }
        return colour;
    }

    /** The variables {@code --c0}, {@code --c1}, ... of a style sheet. */
    static String variables(boolean dark) {
        int[] colours = dark ? ON_BLACK : ON_WHITE;
        return IntStream.range(0, SIZE)
                .mapToObj(k -> "--c" + k + ": " + hex(colours[k]) + ";")
                .collect(Collectors.joining(" "));
    }

    /** The classes {@code c0}, {@code c1}, ... of a style sheet. */
    static String classes() {
        return IntStream.range(0, SIZE)
                .mapToObj(k -> ".c" + k + " { color: var(--c" + k + "); }")
                .collect(Collectors.joining(" "));
    }

    /** The scale of probabilities from left to right, as a background. */
    static String gradient() {
        return IntStream.of(VIRIDIS)
                .mapToObj(Palette::hex)
                .collect(Collectors.joining(", ", "linear-gradient(to right, ", ")"));
    }

    private static String hex(int colour) {
        return "#" + Integer.toHexString(0x1000000 | colour).substring(1);
    }
}
