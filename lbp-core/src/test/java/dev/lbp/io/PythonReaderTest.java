package dev.lbp.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code examples/lbp.py} reads what Java wrote. Skipped, and said, where there is no Python with NumPy. */
class PythonReaderTest {

    private static String python(String... lines) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", String.join("\n", lines)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .put("PYTHONPATH", Path.of("../examples").toAbsolutePath().toString());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor()).as(printed).isZero();
        return printed;
    }

    @BeforeAll
    static void needsPython() throws InterruptedException {
        boolean has;
        try {
            Process process = new ProcessBuilder("python3", "-c", "import numpy")
                    .redirectErrorStream(true)
                    .start();
            process.getInputStream().readAllBytes();
            has = process.waitFor() == 0;
        } catch (IOException e) {
            has = false; // there is no python3
        }
        assumeTrue(has, "python3 with NumPy is not here: examples/lbp.py is not tested");
    }

    @Test
    void load_ofASink_andOfAnExport_hasTheDrawsOfTheRun(@TempDir Path directory) throws Exception {
        SampleResult result = Samplers.lbp()
                .sample(SpinLine.of(6))
                .chains(3)
                .warmup(50)
                .draws(70)
                .keepDraws()
                .sink(directory.resolve("sink"))
                .run();
        result.export(directory.resolve("export"));
        String printed = python(
                "import lbp",
                "for d in [r'" + directory.resolve("sink") + "', r'" + directory.resolve("export") + "']:",
                "    v = lbp.load(d)",
                "    print(v['states'].shape, v['states'].dtype)",
                "    print([float(p) for p in lbp.marginals(d)])",
                "    print(repr(float(v['logProb'][2, 69])))",
                "    g = lbp.groups(d)",
                "    print(sorted(g['posterior']), sorted(g['sample_stats']), lbp.manifest(d)['chains'])");
        List<String> each = List.of(
                "(3, 70, 6) int8",
                Arrays.toString(result.marginals()),
                String.valueOf(result.traces().get("logProb")[2][69]),
                "['logProb', 'states'] ['hamming', 'lp'] 3");
        assertThat(printed.lines().toList())
                .containsExactlyElementsOf(
                        Stream.concat(each.stream(), each.stream()).toList());
    }
}
