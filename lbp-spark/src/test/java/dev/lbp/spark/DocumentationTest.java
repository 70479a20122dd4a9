package dev.lbp.spark;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages of this module is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.models.*;
            import dev.lbp.result.*;
            import dev.lbp.spark.*;
            import java.nio.file.*;
            import org.apache.spark.*;
            import org.apache.spark.api.java.*;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-spark");
    }

    /** A JVM can have one context. Those of the page take what is not in the page from system properties. */
    @BeforeAll
    static void settings() {
        Cluster.stop();
        Cluster.conf().forEach(System::setProperty);
    }

    @AfterAll
    static void noSettings() {
        Cluster.conf().keySet().forEach(System::clearProperty);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        block.with("Path.of(\"draws\")", "Path.of(\"" + directory + "\", \"draws\")")
                .run(IMPORTS, directory);
    }
}
