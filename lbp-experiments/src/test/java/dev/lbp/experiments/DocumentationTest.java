package dev.lbp.experiments;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiles and runs Java blocks that need modules that do not know each other, such as lbp-nn and lbp-learn. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.continuous.*;
            import dev.lbp.infer.*;
            import dev.lbp.infer.io.*;
            import dev.lbp.learn.*;
            import dev.lbp.models.*;
            import dev.lbp.models.factor.*;
            import dev.lbp.models.training.*;
            import dev.lbp.nn.*;
            import dev.lbp.nn.training.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;
            import dev.lbp.select.*;
            import dev.lbp.select.data.*;
            import dev.lbp.solve.*;
            import dev.lbp.target.*;
            import java.nio.FloatBuffer;
            import java.nio.file.*;
            import java.time.Duration;
            import java.util.*;
            import org.nd4j.linalg.factory.Nd4j;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-experiments");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        block.with("Path.of(\"examples", "Path.of(\"../examples").run(IMPORTS, directory);
    }
}
