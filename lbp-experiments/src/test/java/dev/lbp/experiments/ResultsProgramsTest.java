package dev.lbp.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs beside the pages of results compile against the library as it is. */
class ResultsProgramsTest {

    @Test
    void programs_compile(@TempDir Path classes) throws Exception {
        List<Path> programs;
        try (Stream<Path> files = Files.list(Path.of("../docs/results"))) {
            programs = files.filter(file -> file.toString().endsWith(".java")).toList();
        }
        assertThat(programs).isNotEmpty();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter errors = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-proc:none",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    "-d",
                    classes.toString());
            boolean compiles = compiler.getTask(
                            errors, manager, null, options, null, manager.getJavaFileObjectsFromPaths(programs))
                    .call();
            assertThat(compiles).as(errors.toString()).isTrue();
        }
    }
}
