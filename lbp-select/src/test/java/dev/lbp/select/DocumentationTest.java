package dev.lbp.select;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    static List<JavaBlock> blocks() throws IOException {
        return Pages.blocks("lbp-select");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        Files.createDirectory(directory.resolve("examples"));
        for (String name : new String[] {"houses.csv", "patients.csv", "new-patients.csv"}) {
            Files.copy(
                    Path.of("../examples", name), directory.resolve("examples").resolve(name));
        }
        block.with("Path.of(\"", "Path.of(\"" + directory.toString().replace("\\", "\\\\") + "/")
                .run(IMPORTS, directory);
    }

    /** Prints the table of the page for a graph of the size that the page names. */
    @Test
    @Tag("slow")
    void graph_large_printsItsTable(@TempDir Path directory) throws Exception {
        for (JavaBlock block : blocks()) {
            if (block.code().contains("class Graph ")) {
                block.with("int p = 10;", "int p = 100;")
                        .with("int n = 50;", "int n = 200;")
                        .with("int draws = 500;", "int draws = 5_000;")
                        .with("ModelCheck.of(graph).verify();", "")
                        .run(IMPORTS, directory);
            }
        }
    }
}
