package dev.lbp.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.infer.io.EvidenceFile;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * On networks kept outside the repository, with answers of another implementation: in the folder named by the system
 * property lbp.data, else beside the repository.
 */
@Tag("data")
class ExactNetworksTest {

    private static final Path DATA =
            Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("uai");

    /** The answers have ten digits. */
    @ParameterizedTest
    @ValueSource(strings = {"asia", "cancer", "child", "sachs", "alarm", "hailfinder", "win95pts"})
    void marginals_ofBayesianNetworks_areThoseOfTheFile(String name) throws IOException {
        Path folder = DATA.resolve("bnlearn");
        for (String evidence : new String[] {".e1", ".e2", ".e3"}) {
            Posterior posterior =
                    posterior(folder.resolve(name + ".bif.gz"), folder.resolve(name + evidence + ".evid"));
            check(posterior, folder.resolve(name + evidence + ".MAR.gz"), 1e-9);
            for (String line : Files.readAllLines(folder.resolve("exact-logz.txt"))) {
                String[] words = line.split(" ");
                if (words[0].equals(name + evidence)) {
                    double expected = Double.parseDouble(words[3]);
                    assertThat(posterior.logZ()).isCloseTo(expected, within(1e-9 * (1 - expected)));
                }
            }
        }
    }

    /** The answers have six digits. */
    @ParameterizedTest
    @ValueSource(strings = {"Pedigree_11", "Grids_12", "Segmentation_11", "Promedus_11"})
    void marginals_ofMarkovNetworks_areThoseOfTheFile(String name) throws IOException {
        Posterior posterior = posterior(DATA.resolve(name + ".uai.gz"), DATA.resolve(name + ".uai.evid"));
        check(posterior, DATA.resolve(name + ".uai.MAR"), 1e-6);
        String[] words = Files.readString(DATA.resolve(name + ".uai.PR")).trim().split("\\s+");
        double expected = Double.parseDouble(words[1]);
        assertThat(posterior.log10Z()).isCloseTo(expected, within(2e-6 * Math.abs(expected)));
    }

    /** Eliminations whose tables have at most 10^4 entries leave less than 25 percent of the free sites. */
    @ParameterizedTest
    @ValueSource(strings = {"linkage_12", "linkage_14"})
    void core_ofWideNetworks_isSmall(String name) {
        assumeTrue(Files.exists(DATA), () -> "no folder " + DATA.toAbsolutePath());
        FactorGraph graph = GraphFile.read(DATA.resolve(name + ".uai.gz")).graph();
        assertThat(Inference.of(graph).core(10_000).graph().sites()).isBetween(20, graph.sites() / 4);
    }

    private static Posterior posterior(Path file, Path evidence) {
        assumeTrue(Files.exists(file), () -> "no file " + file.toAbsolutePath());
        FactorGraph graph = GraphFile.read(file).graph();
        Inference question = Inference.of(graph);
        EvidenceFile.read(evidence, graph).forEach(question::observe);
        return question.exact();
    }

    private static void check(Posterior posterior, Path file, double tolerance) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
                Scanner words = new Scanner(plain, StandardCharsets.US_ASCII)) {
            assertThat(words.next()).isEqualTo("MAR");
            int sites = words.nextInt();
            for (int i = 0; i < sites; i++) {
                double[] expected = new double[words.nextInt()];
                for (int k = 0; k < expected.length; k++) {
                    expected[k] = Double.parseDouble(words.next());
                }
                assertThat(posterior.marginal(i)).as("site " + i).containsExactly(expected, within(tolerance));
            }
        }
    }
}
