package dev.lbp.learn;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages of this module is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.continuous.*;
            import dev.lbp.learn.*;
            import dev.lbp.models.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;
            import dev.lbp.target.*;
            import java.util.*;
            import org.apache.commons.rng.UniformRandomProvider;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-learn");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        block.run(IMPORTS, directory);
    }
}
