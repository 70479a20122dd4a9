package dev.lbp.infer.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** Small files of tests. */
final class Texts {

    /** A network of two variables: the lamp is on more often at night. */
    static final String LAMP = """
            network "a house" {
              property author = nobody; // a comment; with a semicolon
              property "a text; with { marks }";
            }
            variable night { /* ** a longer
                                comment */
              type discrete[2] { "yes" no };
              property position = (10, 20);
            }
            variable "the lamp" {
              type discrete [ 3 ] { off, dim/2, <5 };
            }
            probability ( night ) { table 0.25 0.75; }
            probability ( "the lamp" | night ) {
              default 0.5, 0.25, 0.25;
              ("yes") 1e-1, .2, 0.7;
            }
            """;

    private Texts() {}

    static Path file(Path directory, String text) throws IOException {
        Path file = directory.resolve("a.txt");
        return Files.writeString(file, text);
    }

    static Path gzip(Path directory, String text) throws IOException {
        Path file = directory.resolve("a.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        return file;
    }
}
