package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.JavaBlock;
import dev.lbp.Pages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import jdk.jshell.JShell;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.shade.jackson.databind.JsonNode;
import org.nd4j.shade.jackson.databind.ObjectMapper;
import org.nd4j.shade.jackson.databind.node.ArrayNode;

/**
 * The cells of the notebooks print what stands below them; JShell, which the kernels of notebooks are built on, runs
 * them here. With {@code -Dlbp.docs.write=true} the notebooks are given what their cells print.
 */
class NotebookTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static String text(JsonNode lines) {
        return StreamSupport.stream(lines.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining());
    }

    static List<String> notebooks() throws IOException {
        try (Stream<Path> files = Files.list(Pages.ROOT.resolve("examples"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".ipynb"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("notebooks")
    void cells_print_whatStandsBelowThem(String name) throws IOException {
        Path file = Pages.ROOT.resolve("examples/" + name);
        JsonNode notebook = JSON.readTree(file.toFile());
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // In this process: a busy machine may not start another one within JShell's five seconds. The analysis of the
        // parser makes an index of its class path, which is empty.
        try (JShell shell = JShell.builder().executionEngine("local").build();
                JShell parser = JShell.builder().executionEngine("local").build()) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            shell.addToClasspath(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
            shell.eval("import java.util.*;");
            int number = 0;
            for (JsonNode cell : notebook.get("cells")) {
                number++;
                String code = text(cell.get("source"));
                if (cell.get("cell_type").asText().equals("code") && !code.startsWith("%")) {
                    out.reset();
                    run(shell, parser.sourceCodeAnalysis(), code);
                    compare(name + ", cell", number, cell, code, out.toString(StandardCharsets.UTF_8));
                }
            }
        } finally {
            System.setOut(before);
        }
        if (Boolean.getBoolean("lbp.docs.write")) {
            Files.writeString(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(notebook) + "\n");
        }
    }

    private static void run(JShell shell, SourceCodeAnalysis analysis, String cell) {
        String rest = cell;
        while (!rest.isBlank()) {
            CompletionInfo next = analysis.analyzeCompletion(rest);
            for (SnippetEvent event : shell.eval(next.source())) {
                assertThat(event.exception()).as(next.source()).isNull();
                assertThat(event.status()).as(next.source()).isEqualTo(Snippet.Status.VALID);
            }
            rest = next.remaining();
        }
    }

    private static void compare(String name, int number, JsonNode cell, String code, String printed) {
        ArrayNode outputs = (ArrayNode) cell.get("outputs");
        if (Boolean.getBoolean("lbp.docs.write")) {
            outputs.removeAll();
            if (!printed.isEmpty()) {
                ArrayNode lines = outputs.addObject()
                        .put("name", "stdout")
                        .put("output_type", "stream")
                        .putArray("text");
                printed.lines().forEach(line -> lines.add(line + "\n"));
            }
        }
        String shown = outputs.isEmpty() ? null : text(outputs.get(0).get("text"));
        new JavaBlock(name, number, code, code, shown, shown != null).check(printed);
    }
}
