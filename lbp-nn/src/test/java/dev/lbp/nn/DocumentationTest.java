package dev.lbp.nn;

import dev.lbp.CompiledBlocks;
import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages of this module is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.check.*;
            import dev.lbp.nn.*;
            import dev.lbp.nn.training.*;
            import dev.lbp.proposal.*;
            import dev.lbp.result.*;
            import dev.lbp.target.*;
            import java.nio.FloatBuffer;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.Arrays;
            import java.util.List;
            import java.util.Map;
            import java.util.Random;
            import java.util.stream.IntStream;
            import org.nd4j.autodiff.samediff.*;
            import org.nd4j.autodiff.samediff.api.OutAndGrad;
            import org.nd4j.linalg.api.buffer.DataType;
            import org.nd4j.linalg.api.ndarray.INDArray;
            import org.nd4j.linalg.factory.Nd4j;
            """;

    private static CompiledBlocks compiled;

    @BeforeAll
    static void compile(@TempDir Path classes) throws IOException {
        compiled = new CompiledBlocks(blocks(), IMPORTS, classes);
    }

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-nn").stream().map(JavaBlock::withFilesApart).toList();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        Files.copy(Reference.file("images"), directory.resolve("net.onnx")); // a block may replace its file
        block.run(compiled, directory);
    }
}
