package dev.lbp.internal;

import java.util.Locale;

/**
 * Checks of sizes before memory is allocated. A size that cannot fit into the heap is refused; the message has the
 * bytes that it needs and the bytes that are free.
 */
public final class Memory {

    /** The longest array that every virtual machine can allocate. */
    public static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    /** The share of the free heap that a check leaves free for other uses. */
    private static final double RESERVE = 0.1;

    private static final String[] UNITS = {"KB", "MB", "GB", "TB", "PB"};

    private Memory() {}

    /**
     * Throws {@link IllegalArgumentException} if {@code bytes} do not fit into the heap.
     *
     * @param bytes a double, so that products of sizes do not overflow
     * @param what the arguments and their values, as the caller wrote them: {@code "chains=4, draws=1000000"}
     * @param remedy the advice at the end of the message
     */
    public static void check(double bytes, String what, String remedy) {
        if (!fits(bytes)) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "must fit into memory: %s: %s needed, %s free%s of a heap of %s; %s",
                    what,
                    size(bytes),
                    size(free()),
                    bytes <= free() ? ", of which a tenth must stay free," : "",
                    size(Runtime.getRuntime().maxMemory()),
                    remedy));
        }
    }

    /**
     * Throws {@link IllegalArgumentException} if an array of this length is too long for Java.
     *
     * @param what the arguments and their values, as the caller wrote them
     */
    public static void checkLength(double length, String what) {
        if (length > LONGEST_ARRAY) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "must fit into an array, of at most %d elements: %s: %.0f needed",
                    LONGEST_ARRAY,
                    what,
                    length));
        }
    }

    /**
     * Whether {@code bytes} fit into the heap and leave a tenth of the free heap. Collects garbage if that can change
     * the answer.
     */
    public static boolean fits(double bytes) {
        if (bytes <= usable()) {
            return true;
        }
        if (bytes > Runtime.getRuntime().maxMemory()) {
            return false;
        }
        System.gc(); // garbage counts as used until it is collected
        return bytes <= usable();
    }

    private static double usable() {
        return free() * (1.0 - RESERVE);
    }

    private static long free() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
    }

    /** A size in powers of 1000, for example "1.5 GB". */
    public static String size(double bytes) {
        double value = bytes / 1e3;
        int unit = 0;
        while (value >= 999.95 && unit < UNITS.length - 1) {
            value /= 1e3;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
