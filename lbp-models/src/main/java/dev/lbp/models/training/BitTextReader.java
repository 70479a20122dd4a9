package dev.lbp.models.training;

import dev.lbp.internal.Memory;
import dev.lbp.models.training.ImageReader.BrokenForm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the text form of {@link GreyImages}: a line for each image, with a 0 or a 1 for each pixel. Empty lines are
 * skipped.
 */
final class BitTextReader {

    /** Characters of a wrong value that its message repeats. */
    private static final int EXCERPT = 20;

    private final Path file;
    private final InputStream in;
    private final List<byte[]> images = new ArrayList<>();

    /** The pixels of the current line, and their number. */
    private byte[] pixels = new byte[1 << 10];

    private int count;
    private int line = 1;

    BitTextReader(Path file, InputStream in) {
        this.file = file;
        this.in = in;
    }

    GreyImages images() throws IOException {
        for (int next = in.read(); next >= 0; ) {
            if (next == '\n') {
                endLine();
                line++;
                next = in.read();
            } else if (Character.isWhitespace(next)) {
                next = in.read();
            } else {
                next = readPixel(next);
            }
        }
        endLine();
        if (images.isEmpty()) {
            throw new BrokenForm("must have a line of zeros and ones: " + file);
        }
        int length = images.get(0).length;
        int side = (int) Math.round(Math.sqrt(length)); // images are squares, or if they cannot be, one row
        return side * side == length ? new GreyImages(side, side, images) : new GreyImages(1, length, images);
    }

    /** Reads the value that begins with a character; returns the character after it. */
    private int readPixel(int first) throws IOException {
        int after = in.read();
        boolean alone = after < 0 || Character.isWhitespace(after);
        if (!alone || first != '0' && first != '1') {
            String value = value(first, after);
            throw malformed("must be 0 or 1: value " + (count + 1) + "=" + value
                    + (value.matches("[01][,;].*") ? "; between values stand blanks" : ""));
        }
        if (count == ImageReader.MOST_PIXELS) {
            throw malformed("must have at most 2^24 values");
        }
        if (count == pixels.length) {
            pixels = Arrays.copyOf(pixels, 2 * count);
        }
        pixels[count++] = (byte) (first == '0' ? 0 : GreyImages.BRIGHTEST);
        return after;
    }

    /** The whole value for a message, or its beginning. */
    private String value(int first, int second) throws IOException {
        StringBuilder text = new StringBuilder().append((char) first);
        int next = second;
        while (next >= 0 && !Character.isWhitespace(next) && text.length() < EXCERPT) {
            text.append((char) next);
            next = in.read();
        }
        return text.toString().replaceAll("\\p{Cntrl}", "?");
    }

    /** Adds the image of the line that ends, unless the line is empty. */
    private void endLine() throws BrokenForm {
        if (count == 0) {
            return;
        }
        if (!images.isEmpty() && images.get(0).length != count) {
            throw malformed("must have as many values as the first image, " + images.get(0).length + ": " + count);
        }
        if (!Memory.fits(2.0 * count)) { // a small gzip file may hold any number
            throw malformed("must fit into memory: " + images.size() + " images fit");
        }
        images.add(Arrays.copyOf(pixels, count));
        count = 0;
    }

    private BrokenForm malformed(String message) {
        return new BrokenForm(file + ":" + line + ": " + message);
    }
}
