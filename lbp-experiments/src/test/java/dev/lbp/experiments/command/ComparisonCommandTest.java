package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The experiments that compare samplers and methods, at their smallest, from the command line. */
class ComparisonCommandTest extends ExperimentRuns {

    /** The instances are those of a seed, and so are all acceptances: no assertion is a matter of chance. */
    @Test
    void moves_onSmallMatchings_measuresWeightsAndMixing() throws IOException {
        Terminal terminal = run("moves");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> acceptance = table("acceptance.csv");
        assertThat(acceptance).hasSize(1 + 4 * 5 * 6);
        for (int k = 1; k < acceptance.size(); k++) {
            if (text(acceptance, k, "model").equals("assignment n=20 lambda=1")) {
                boolean balanced = !List.of("1", "t").contains(text(acceptance, k, "weight"));
                assertThat(number(acceptance, k, "acceptance") > 0.75)
                        .as(acceptance.get(k))
                        .isEqualTo(balanced);
            }
        }
        List<String> cells = table("cells.csv");
        assertThat(cells).hasSize(1 + 7 * 5 * 5);
        for (int k = 1; k < cells.size(); k++) {
            boolean assignment = cells.get(k).startsWith("assignment");
            assertThat(number(cells, k, "touched")).isBetween(assignment ? 37.0 : 20.0, assignment ? 37.0 : 80.0);
        }
        assertThat(terminal.out).contains("| 20 | 1 | ", "| records 20+20 fields=5 cost=4 |", "| PAS 25 |");
        assertFigure("moves-small.png", 1);
        assertFigure("moves-rule-small.png", 1);
        assertThat(Files.readString(out().resolve("moves.md")))
                .contains("`lbp experiment moves --size small --budget quick --chains 4 --seed 1`");
        assertThat(run("moves").exitCode).isZero();
        assertThat(table("cells.csv")).isEqualTo(cells);
        assertThat(table("acceptance.csv")).isEqualTo(acceptance);
    }

    /** Which sampler is how fast is for long runs; here that each is measured where it fits, in every round. */
    @Test
    void samplers_onSmallTargets_measuresEverySampler() throws IOException {
        Terminal terminal = run("samplers");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> cells = table("samplers.csv");
        assertThat(cells).hasSize(1 + 2 * (2 * 11 + 8 + 2 * 12 + 5 * 17));
        for (int k = 1; k < cells.size(); k++) {
            assertThat(number(cells, k, "draws")).isPositive();
            assertThat(number(cells, k, "cpu_seconds")).isPositive();
            boolean local = number(cells, k, "chains") == 4.0;
            assertThat(number(cells, k, "steps") / number(cells, k, "draws"))
                    .isEqualTo(
                            local && text(cells, k, "sampler").matches("LBP.*|DLMC.*|DMALA|GWG|RWM|PAS|.*_TRY|.*_BALL")
                                    ? 5.0
                                    : 1.0);
        }
        assertThat(table("choices.csv")).hasSize(1 + 10);
        assertThat(terminal.out).contains("| glass, beta 1 | 36 | Metropolis, systematic scan, thinned |");
        assertThat(run("samplers").exitCode).isZero();
        assertThat(table("samplers.csv")).isEqualTo(cells);
    }

    /** The first anneal ends at any state; whether the other methods reach the target is a matter of time. */
    @Test
    void solve_onSmallInstances_measuresEveryMethod() throws IOException {
        Terminal terminal = run("solve");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> cells = table("solve.csv");
        assertThat(cells).hasSize(1 + 6 * 3 + 5 + 6);
        for (int k = 1; k < cells.size(); k++) {
            if (text(cells, k, "method").equals("ANNEAL")) {
                assertThat(number(cells, k, "hit")).isOne();
            }
        }
        assertThat(table("sets.csv")).hasSize(1 + 2 * 2);
        assertThat(terminal.out).contains("| like G1 | 200, 2397 | cut ", "| torus, +-1, like G32 | 4.0 | ");
        assertThat(run("solve").exitCode).isZero();
        assertThat(table("solve.csv")).isEqualTo(cells);
    }

    @Test
    void categorical_onSmallTargets_measuresEverySampler() throws IOException {
        Terminal terminal = run("categorical");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> cells = table("cells.csv");
        assertThat(cells).hasSize(1 + 5 * 5 * 5);
        for (int k = 1; k < cells.size(); k++) {
            String sampler = text(cells, k, "sampler");
            if (cells.get(k).startsWith("independent")) {
                assertThat(number(cells, k, "touched")).isEqualTo(4.0); // the labels of the site
                double least = sampler.equals("RWM") ? 0.1 : 0.9;
                assertThat(number(cells, k, "acceptance")).as(cells.get(k)).isBetween(least, 1.0);
            }
            assertThat(number(cells, k, "ejd")).as(cells.get(k)).isPositive();
        }
        assertThat(terminal.out).contains("| Potts 8x8 C=8 |", "| FHMM 20x10 C=4 |", "| Gibbs |");
        assertFigure("categorical-rule-small.png", 1);
        assertThat(run("categorical").exitCode).isZero();
        assertThat(table("cells.csv")).isEqualTo(cells);
    }
}
