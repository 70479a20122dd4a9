package dev.lbp.internal.html;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/**
 * An image with a palette, in the PNG format (ISO/IEC 15948): a byte per pixel, unfiltered, compressed. The JDK's own
 * writer is in java.desktop, which a server may lack; so this class writes the format itself.
 */
final class Png {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final byte EIGHT_BITS = 8;
    private static final byte PALETTE = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Png() {}

    /**
     * Returns the bytes of the file of an image.
     *
     * @param pixels [rows][columns], indices into the palette
     * @param palette red, green and blue of each colour, at most 256 of them
     */
    static byte[] of(byte[][] pixels, byte[] palette) {
        Png png = new Png();
        png.out.writeBytes(SIGNATURE);
        png.chunk(
                "IHDR",
                ByteBuffer.allocate(13)
                        .putInt(pixels[0].length)
                        .putInt(pixels.length)
                        .put(EIGHT_BITS)
                        .put(PALETTE) // the last three bytes are 0: deflate, adaptive filters, no interlacing
                        .array());
        png.chunk("PLTE", palette);
        png.chunk("IDAT", compressed(pixels));
        png.chunk("IEND", new byte[0]);
        return png.out.toByteArray();
    }

    /** Appends a chunk of the format: length, type, data, and the checksum of type and data. */
    private void chunk(String type, byte[] data) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
        out.writeBytes(name);
        out.writeBytes(data);
        out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
    }

    /** The compressed rows, each after a byte that marks it as unfiltered. */
    private static byte[] compressed(byte[][] pixels) {
        ByteBuffer rows = ByteBuffer.allocate(pixels.length * (pixels[0].length + 1));
        for (byte[] row : pixels) {
            rows.put((byte) 0).put(row);
        }
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(rows.array());
        deflater.finish();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
            stream.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return stream.toByteArray();
    }
}
