package dev.lbp.experiments;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Java blocks that need both lbp-nn and lbp-learn, neither of which knows the other, are compiled and run here. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.continuous.*;
            import dev.lbp.learn.*;
            import dev.lbp.nn.*;
            import dev.lbp.nn.training.*;
            import java.util.*;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-experiments");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        block.run(IMPORTS, directory);
    }
}
