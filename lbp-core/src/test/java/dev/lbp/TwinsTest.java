package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Classes written twice, for double and for single precision, differ in the names of types alone. */
class TwinsTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/lbp");

    @Test
    void nativeArrays_inBothPrecisions_areTheSameCode() throws IOException {
        Path folder = SOURCES.resolve("internal/kernel/nd4j");
        assertThat(general(Files.readString(folder.resolve("NativeFloats.java"))))
                .isEqualTo(general(Files.readString(folder.resolve("NativeDoubles.java"))));
    }

    @Test
    void batchRows_inBothPrecisions_areTheSameCode() throws IOException {
        String source = Files.readString(SOURCES.resolve("runtime/model/BatchRows.java"));
        assertThat(general(classIn(source, "Floats"))).isEqualTo(general(classIn(source, "Doubles")));
    }

    /** The class of this name, up to its closing brace, four blanks from the margin. */
    private static String classIn(String source, String name) {
        int from = source.indexOf("class " + name + " ");
        return source.substring(from, source.indexOf("\n    }\n", from));
    }

    /** The same code for a type "real": names of types replaced; comments, casts and suffixes dropped. */
    private static String general(String source) {
        return source.replaceAll("(?s)/\\*.*?\\*/|//[^\n]*", "")
                .replaceAll("Double|Float", "Real")
                .replaceAll("DOUBLE|FLOAT", "REAL")
                .replaceAll("\\b(double|float)\\b", "real")
                .replace("(real) ", "")
                .replaceAll("(\\d\\.\\d)f\\b", "$1")
                .replaceAll("\\s+", " ");
    }
}
