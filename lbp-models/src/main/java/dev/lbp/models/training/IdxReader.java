package dev.lbp.models.training;

import dev.lbp.internal.Memory;
import dev.lbp.models.training.ImageReader.BrokenForm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the IDX form of {@link GreyImages}. It does not trust the header: it allocates no more memory than the file has
 * bytes.
 */
record IdxReader(Path file, InputStream in) {

    /** The first four bytes of a file of unsigned bytes on three axes, as a big-endian number. */
    private static final int IDX_MAGIC = 0x0803;

    GreyImages images() throws IOException {
        byte[] header = in.readNBytes(4 * Integer.BYTES);
        if (header.length < Integer.BYTES || ByteBuffer.wrap(header).getInt() != IDX_MAGIC) {
            throw new BrokenForm(
                    "must begin with 0, 0, 8, 3, as an IDX file of images does, or be lines of zeros and ones: "
                            + file);
        }
        if (header.length < 4 * Integer.BYTES) {
            throw new BrokenForm("must have a header of 16 bytes: " + file + " has " + header.length);
        }
        ByteBuffer axes = ByteBuffer.wrap(header, Integer.BYTES, 3 * Integer.BYTES);
        int count = axis("images", axes.getInt());
        int rows = axis("rows", axes.getInt());
        int columns = axis("columns", axes.getInt());
        if ((long) rows * columns > ImageReader.MOST_PIXELS) {
            throw new BrokenForm(
                    "must have at most 2^24 pixels per image: " + file + " announces " + rows + " x " + columns);
        }
        List<byte[]> images = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            images.add(readImage(k, count, rows, columns));
        }
        if (in.read() >= 0) {
            throw new BrokenForm("must end after the images that it announces, " + count + ": " + file + " goes on");
        }
        return new GreyImages(rows, columns, images);
    }

    /** Reads image k of {@code count}. */
    private byte[] readImage(int k, int count, int rows, int columns) throws IOException {
        // a small gzip file may hold any number; twice, as reading joins pieces of an image in a new array
        if (!Memory.fits(2.0 * rows * columns)) {
            throw new BrokenForm("must fit into memory: " + file + " has more than " + k + " images of " + rows + " x "
                    + columns + " bytes");
        }
        byte[] pixels = in.readNBytes(rows * columns);
        if (pixels.length < rows * columns) {
            throw new BrokenForm("must hold as many images as it announces, " + count + ": " + file
                    + " ends within image " + (k + 1));
        }
        return pixels;
    }

    /** Reads an axis. Axes above 2^31 - 1 become negative. */
    private int axis(String name, int length) throws BrokenForm {
        if (length < 1) {
            throw new BrokenForm(
                    "must be in [1, 2^31): " + name + "=" + Integer.toUnsignedString(length) + " in " + file);
        }
        return length;
    }
}
