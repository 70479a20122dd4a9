package dev.lbp.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lbp.infer.io.EvidenceFile;
import dev.lbp.infer.io.GraphFile;
import dev.lbp.models.factor.FactorGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Estimates of graphs kept outside the repository, against the answers beside them; prints a table. Each takes the
 * seconds of the system property lbp.seconds, 20 if there is none, on one thread: on a quiet machine.
 */
@Tag("data")
class SampledNetworksTest {

    private static final Path DATA =
            Path.of(System.getProperty("lbp.data", "../../shared/data")).resolve("uai");

    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("lbp.seconds", 20));

    private static final List<String> NAMES = List.of(
            "CSP_11",
            "DBN_11",
            "Grids_11",
            "Grids_12",
            "Grids_13",
            "Grids_15",
            "ObjectDetection_11",
            "Pedigree_11",
            "Promedus_11",
            "Promedus_19",
            "Segmentation_11",
            "linkage_12",
            "linkage_14");

    /** The worst marginal of an estimate that counts as mixed. */
    private static final double LARGEST_ERROR = 0.1;

    /**
     * @param score 100 times one minus the mean, over variables that are not observed, of the largest error of a value
     * @param largest the largest error of all
     * @param rmsZ the root mean square of errors over their standard errors, of probabilities in (0.01, 0.99)
     */
    private record Outcome(double score, double largest, double rmsZ, double log10Error, boolean mixed) {}

    /** The answers have six digits. */
    @Test
    void estimates_ofThirteenGraphs_areNearTheAnswers() throws IOException {
        assumeTrue(Files.exists(DATA), () -> "no folder " + DATA.toAbsolutePath());
        double scores = 0.0;
        int near = 0;
        for (String name : NAMES) {
            Outcome outcome = outcome(name, question -> question.time(TIME).seed(1));
            scores += outcome.score / NAMES.size();
            near += Math.abs(outcome.log10Error) < 0.1 ? 1 : 0;
            assertThat(outcome.score).as(name).isGreaterThan(95.0);
            assertThat(outcome.mixed && outcome.largest > LARGEST_ERROR)
                    .as(name)
                    .isFalse();
        }
        assertThat(scores).isGreaterThan(97.0);
        assertThat(near).isGreaterThanOrEqualTo(12);
    }

    /**
     * The variables of these graphs move together, so a run has about one independent error. If the 100 errors were
     * normal with the stated standard errors, their rms z would leave [0.8, 1.25] with probability 0.002. Seeds give
     * the same draws everywhere. Standard errors three quarters as large would give 1.36.
     */
    @Test
    void errors_overManySeeds_areHonest() throws IOException {
        assumeTrue(Files.exists(DATA), () -> "no folder " + DATA.toAbsolutePath());
        double squares = 0.0;
        int runs = 0;
        for (String name : List.of("DBN_11", "Grids_13")) {
            for (int seed = 1; seed <= 50; seed++) {
                int seeded = seed;
                Outcome outcome =
                        outcome(name, question -> question.draws(4_000).seed(seeded));
                assertThat(outcome.mixed).isTrue();
                squares += outcome.rmsZ * outcome.rmsZ;
                runs++;
            }
        }
        System.out.printf(Locale.ROOT, "rms z of %d runs %.2f%n", runs, Math.sqrt(squares / runs));
        assertThat(Math.sqrt(squares / runs)).isBetween(0.8, 1.25);
    }

    private static Outcome outcome(String name, UnaryOperator<Inference> set) throws IOException {
        FactorGraph graph = GraphFile.read(DATA.resolve(name + ".uai.gz")).graph();
        Inference question = set.apply(Inference.of(graph));
        boolean[] observed = new boolean[graph.sites()];
        EvidenceFile.read(DATA.resolve(name + ".uai.evid"), graph).forEach((site, value) -> {
            question.observe(site, value);
            observed[site] = true;
        });
        Posterior posterior = question.sample();
        double sum = 0.0;
        double squares = 0.0;
        double largest = 0.0;
        int free = 0;
        int counted = 0;
        try (Scanner words = new Scanner(Files.readString(DATA.resolve(name + ".uai.MAR")))) {
            words.next();
            for (int i = 0, sites = words.nextInt(); i < sites; i++) {
                double[] marginal = posterior.marginal(i);
                double[] errors = posterior.marginalErrors(i);
                double worst = 0.0;
                for (int k = 0, values = words.nextInt(); k < values; k++) {
                    double expected = Double.parseDouble(words.next());
                    worst = Math.max(worst, Math.abs(marginal[k] - expected));
                    if (expected > 0.01 && expected < 0.99 && errors[k] > 1e-5) {
                        squares += Math.pow((marginal[k] - expected) / errors[k], 2);
                        counted++;
                    }
                }
                sum += observed[i] ? 0.0 : worst;
                largest = Math.max(largest, worst);
                free += observed[i] ? 0 : 1;
            }
        }
        double expected = Double.parseDouble(
                Files.readString(DATA.resolve(name + ".uai.PR")).trim().split("\\s+")[1]);
        Outcome outcome = new Outcome(
                100.0 * (1.0 - sum / free),
                largest,
                Math.sqrt(squares / Math.max(1, counted)),
                posterior.log10Z() - expected,
                posterior.mixed());
        System.out.printf(
                Locale.ROOT,
                "%-18s score %6.2f  largest error %.3f  rms z %.2f  log10 Z off by %7.4f +- %.4f  %s%n",
                name,
                outcome.score,
                largest,
                outcome.rmsZ,
                outcome.log10Error,
                posterior.logZError() / Math.log(10.0),
                outcome.mixed ? "mixed" : posterior.verdict());
        return outcome;
    }
}
