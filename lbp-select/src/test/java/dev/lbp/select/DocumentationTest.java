package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.CompiledBlocks;
import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of the pages of this module is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.check.*;
            import dev.lbp.result.*;
            import dev.lbp.select.*;
            import dev.lbp.select.data.*;
            import dev.lbp.select.prior.*;
            import dev.lbp.target.*;
            import java.nio.file.Path;
            import java.util.*;
            import java.util.stream.*;
            """;

    private static CompiledBlocks compiled;

    @BeforeAll
    static void compile(@TempDir Path classes) throws IOException {
        compiled = new CompiledBlocks(blocks(), IMPORTS, classes);
    }

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-select").stream()
                .map(JavaBlock::withFilesApart)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        Files.createDirectory(directory.resolve("examples"));
        for (String name : new String[] {"houses.csv", "patients.csv", "new-patients.csv"}) {
            Files.copy(
                    Path.of("../examples", name), directory.resolve("examples").resolve(name));
        }
        block.run(compiled, directory);
    }

    /** Prints the table of the page for a graph of the size that the page names. */
    @Test
    @Tag("slow")
    void graph_large_printsItsTable(@TempDir Path directory) throws Exception {
        for (JavaBlock block : blocks()) {
            if (block.code().contains("class Graph ")) {
                String printed = block.with("int p = 10;", "int p = 100;")
                        .with("int n = 50;", "int n = 200;")
                        .with("int draws = 500;", "int draws = 5_000;")
                        .with("ModelCheck.of(graph).verify();", "")
                        .printed(IMPORTS, directory);
                System.out.println(printed);
                assertThat(printed.lines()).hasSize(3).allMatch(line -> line.contains("ESS"));
            }
        }
    }
}
