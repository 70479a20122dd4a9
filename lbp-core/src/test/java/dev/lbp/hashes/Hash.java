package dev.lbp.hashes;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The first 64 bits of the SHA-256 of a sequence of values. Arrays are preceded by their length. */
final class Hash {

    private static final int SHOWN = 8;

    private final MessageDigest digest;

    Hash() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    Hash of(long value) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
        return this;
    }

    /** The bits of a number. Every NaN counts as the same, because compilers may choose different bits for it. */
    Hash of(double value) {
        return of(Double.doubleToLongBits(value));
    }

    Hash of(boolean value) {
        return of(value ? 1L : 0L);
    }

    Hash of(byte[] values) {
        of((long) values.length);
        digest.update(values);
        return this;
    }

    Hash of(int[] values) {
        of((long) values.length);
        for (int value : values) {
            of((long) value);
        }
        return this;
    }

    Hash of(double[] values) {
        of((long) values.length);
        for (double value : values) {
            of(value);
        }
        return this;
    }

    Hash of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** 16 hexadecimal digits; the hash cannot be used after. */
    String text() {
        return HexFormat.of().formatHex(digest.digest(), 0, SHOWN);
    }
}
