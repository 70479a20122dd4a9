package dev.lbp.infer.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.infer.Inference;
import dev.lbp.infer.Posterior;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Networks of the bnlearn repository and instances of UAI competitions, kept outside of this repository: in the folder
 * named by the system property lbp.data, else beside the repository.
 */
@Tag("data")
class NetworkFilesTest {

    private static Path folder(String name) {
        Path folder = Path.of(System.getProperty("lbp.data", "../../shared/data"))
                .resolve("uai")
                .resolve(name);
        assumeTrue(Files.exists(folder), () -> "no folder " + folder.toAbsolutePath());
        return folder;
    }

    /** The answers were computed by another program, and written with ten digits. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            asia, 8, e3, -1.402086235
            cancer, 5, e3, -0.1574347537
            alarm, 37, e3, -1.975348575
            child, 20, e2, -1.532485123
            sachs, 11, e3, -0.5500098734
            hailfinder, 56, e3, -9.073163432
            win95pts, 76, e2, -3.322882548
            """)
    void bnlearn_networkAndEvidence_haveKnownAnswers(String name, int variables, String evidence, double log10)
            throws IOException {
        Path folder = folder("bnlearn");
        GraphFile file = GraphFile.read(folder.resolve(name + ".bif.gz"));
        FactorGraph graph = file.graph();
        assertThat(graph.sites()).isEqualTo(variables);
        assertThat(file.isNetwork()).isTrue();
        assertThat(file.notes()).isEmpty();
        List<String> lines = Files.readAllLines(folder.resolve(name + ".names"));
        for (int i = 0; i < variables; i++) {
            assertThat(graph.names().get(i) + ": "
                            + String.join(" ", graph.valueNames().get(i)))
                    .isEqualTo(lines.get(i));
        }
        Inference inference = Inference.of(graph);
        EvidenceFile.read(folder.resolve(name + "." + evidence + ".evid"), graph)
                .forEach(inference::observe);
        Posterior posterior = inference.exact();
        assertThat(posterior.log10Z()).isCloseTo(log10, within(1e-9));
        double[] expected = numbers(folder.resolve(name + "." + evidence + ".MAR.gz"));
        double[] found = numbers(UaiResult.marginals(graph, posterior));
        assertThat(found).containsExactly(expected, within(1e-9));
    }

    private static double[] numbers(Path gzip) throws IOException {
        return Words.readFile(gzip, words -> {
            StringBuilder text = new StringBuilder();
            for (String word = words.next(); !word.isEmpty(); word = words.next()) {
                text.append(word).append(' ');
            }
            return numbers(text.toString());
        });
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.strip().split("\\s+"))
                .skip(1)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    @Test
    void uai_allInstances_areRead_withTheirEvidence() throws IOException {
        Path folder = folder(".");
        List<Path> files;
        try (var all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".uai.gz")).toList();
        }
        assertThat(files).hasSizeGreaterThan(10);
        for (Path file : files) {
            FactorGraph graph = GraphFile.read(file).graph();
            String name = file.toString().replace(".gz", "");
            EvidenceFile.read(Path.of(name + ".evid"), graph);
            double[] marginals = numbers(Files.readString(Path.of(name + ".MAR")));
            assertThat(marginals[0]).isEqualTo(graph.sites());
            int at = 1;
            for (int i = 0; i < graph.sites(); i++) {
                assertThat(marginals[at]).isEqualTo(graph.values(i));
                at += 1 + graph.values(i);
            }
        }
    }

    /** The competition's answer has six digits. */
    @Test
    void uai_pedigree_hasTheAnswerOfTheCompetition() throws IOException {
        Path folder = folder(".");
        FactorGraph graph = GraphFile.read(folder.resolve("Pedigree_11.uai.gz")).graph();
        Inference inference = Inference.of(graph);
        EvidenceFile.read(folder.resolve("Pedigree_11.uai.evid"), graph).forEach(inference::observe);
        double expected = numbers(Files.readString(folder.resolve("Pedigree_11.uai.PR")))[0];
        assertThat(inference.exact().log10Z()).isCloseTo(expected, within(1e-4));
    }
}
