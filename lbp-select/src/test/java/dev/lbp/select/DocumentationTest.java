package dev.lbp.select;

import dev.lbp.JavaBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every Java block of docs/selection.md is compiled as the body of a method, and run. */
class DocumentationTest {

    private static final String IMPORTS = """
            import dev.lbp.*;
            import dev.lbp.check.*;
            import dev.lbp.result.*;
            import dev.lbp.select.*;
            import dev.lbp.target.*;
            import java.nio.file.Path;
            import java.util.*;
            import java.util.stream.*;
            """;

    static List<JavaBlock> blocks() throws IOException {
        return JavaBlock.of("docs/selection.md");
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void block_compilesAndRuns(JavaBlock block, @TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("houses.csv"), houses());
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

    private static String houses() {
        Random random = new Random(1L);
        StringBuilder csv = new StringBuilder("area,rooms,age,region,price\n");
        for (int t = 0; t < 40; t++) {
            double area = 50 + 100 * random.nextDouble();
            String region = List.of("north", "south", "west").get(random.nextInt(3));
            double price = 1_000 * area * (region.equals("south") ? 1.2 : 1.0) + 5_000 * random.nextGaussian();
            csv.append(area + "," + (2 + random.nextInt(5)) + "," + random.nextInt(80) + "," + region + "," + price
                    + "\n");
        }
        return csv.toString();
    }
}
