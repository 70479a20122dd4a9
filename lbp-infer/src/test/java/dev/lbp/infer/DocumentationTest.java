package dev.lbp.infer;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages of this module is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.infer.*;
            import dev.lbp.infer.io.*;
            import dev.lbp.models.factor.*;
            import dev.lbp.result.*;
            import java.nio.file.Path;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-infer");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        Files.createDirectory(directory.resolve("examples"));
        Files.copy(Path.of("../examples/cellar.bif"), directory.resolve("examples/cellar.bif"));
        block.with("Path.of(\"", "Path.of(\"" + directory.toString().replace("\\", "\\\\") + "/")
                .run(IMPORTS, directory);
    }
}
