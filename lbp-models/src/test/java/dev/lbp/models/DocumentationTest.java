package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of README.md, docs/guide.md and docs/moves.md is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final List<String> PAGES = List.of("README.md", "docs/guide.md", "docs/moves.md");

    private static final Pattern BLOCK = Pattern.compile("^```java\\R(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    private static final String FRAME = """
            import dev.lbp.*;
            import dev.lbp.check.*;
            import dev.lbp.io.Draws;
            import dev.lbp.models.*;
            import dev.lbp.models.training.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;
            import dev.lbp.target.*;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Arrays;
            import java.util.Map;
            import org.apache.commons.rng.UniformRandomProvider;
            import org.nd4j.autodiff.samediff.SDVariable;
            import org.nd4j.autodiff.samediff.SameDiff;
            import org.nd4j.linalg.api.buffer.DataType;
            import org.nd4j.linalg.api.ndarray.INDArray;
            import org.nd4j.linalg.factory.Nd4j;

            public class Block {
                public static void main(String[] args) throws Exception {
            BODY
                }
            }
            """;

    record Block(String page, int line, String code) {
        @Override
        public String toString() {
            return page + " line " + line;
        }
    }

    static Stream<Block> blocks() throws IOException {
        List<Block> blocks = new ArrayList<>();
        for (String page : PAGES) {
            String text = Files.readString(ROOT.resolve(page));
            Matcher matcher = BLOCK.matcher(text);
            while (matcher.find()) {
                int line = (int) text.substring(0, matcher.start(1)).lines().count() + 1;
                blocks.add(new Block(page, line, matcher.group(1)));
            }
        }
        return blocks.stream();
    }

    @Test
    void blocks_areFoundOnEveryPage() throws IOException {
        assertThat(blocks().map(Block::page).distinct()).containsExactlyElementsOf(PAGES);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(Block block, @TempDir Path directory) throws Exception {
        Path source = directory.resolve("Block.java");
        Files.writeString(source, FRAME.replace("BODY", block.code()));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        boolean compiled = compiler.getTask(
                        messages,
                        null,
                        null,
                        List.of("-d", directory.toString(), "-cp", classPath(), "--release", "17"),
                        null,
                        compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        assertThat(compiled).as("%s does not compile: %s", block, messages).isTrue();
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader())) {
            loader.loadClass("Block").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        }
    }

    /** Surefire may start the tests from a jar that only points to the class path; it keeps the real one in a property. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
