package dev.lbp.models.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.Failures;
import dev.lbp.internal.files.StrictGzip;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Opens a file of {@link GreyImages}, unpacks it, and recognises its form. */
final class ImageReader {

    /** The most pixels of an image: far more than a sampler has sites. */
    static final int MOST_PIXELS = 1 << 24;

    private static final int GZIP_MAGIC = 0x8B1F;

    private ImageReader() {}

    static GreyImages read(Path file) throws IOException {
        Check.readable(file);
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file))) {
            raw.mark(2);
            boolean gzip = (raw.read() | raw.read() << Byte.SIZE) == GZIP_MAGIC;
            raw.reset();
            return images(file, gzip ? new BufferedInputStream(new StrictGzip(raw)) : raw);
        } catch (BrokenForm e) {
            throw e;
        } catch (EOFException e) {
            throw new IOException("must be a whole gzip file: " + file, e);
        } catch (ZipException e) {
            throw new IOException("must be a sound gzip file: " + file + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException("must be a file that can be read: " + file + ": " + Failures.words(e), e);
        }
    }

    private static GreyImages images(Path file, InputStream in) throws IOException {
        in.mark(1);
        int first = in.read();
        in.reset();
        boolean text = Character.isDigit(first) || Character.isWhitespace(first);
        return text ? new BitTextReader(file, in).images() : new IdxReader(file, in).images();
    }

    /** The form is wrong. A separate class, because failures to read have other messages. */
    static final class BrokenForm extends IOException {

        private static final long serialVersionUID = 1L;

        BrokenForm(String message) {
            super(message);
        }
    }
}
