package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.JavaBlock;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final List<String> PAGES = List.of(
            "README.md",
            "docs/guide.md",
            "docs/moves.md",
            "docs/cover.md",
            "docs/tempering.md",
            "docs/continuous.md",
            "docs/machines.md");

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.check.*;
            import dev.lbp.continuous.*;
            import dev.lbp.io.Draws;
            import dev.lbp.models.*;
            import dev.lbp.models.training.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;
            import dev.lbp.target.*;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Arrays;
            import java.util.List;
            import java.util.Map;
            import org.apache.commons.rng.UniformRandomProvider;
            import org.nd4j.autodiff.samediff.SDVariable;
            import org.nd4j.autodiff.samediff.SameDiff;
            import org.nd4j.linalg.api.buffer.DataType;
            import org.nd4j.linalg.api.ndarray.INDArray;
            import org.nd4j.linalg.factory.Nd4j;
            """;

    static List<JavaBlock> blocks() throws IOException {
        List<JavaBlock> blocks = new ArrayList<>();
        for (String page : PAGES) {
            blocks.addAll(JavaBlock.of(page));
        }
        return blocks;
    }

    @Test
    void blocks_areFoundOnEveryPage() throws IOException {
        assertThat(blocks().stream().map(JavaBlock::page).distinct()).containsExactlyElementsOf(PAGES);
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        JavaBlock apart = block.page().equals("docs/machines.md") // it writes files
                ? block.with("Path.of(\"", "Path.of(\"" + directory.toString().replace("\\", "\\\\") + "/")
                : block;
        apart.run(IMPORTS, directory);
    }
}
