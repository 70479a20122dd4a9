package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import dev.lbp.experiments.Experiments;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every experiment at its smallest, from the command line. */
class ExperimentCommandTest {

    @TempDir
    private Path directory;

    private Path out() {
        return directory.resolve("a/b");
    }

    private Terminal run(String experiment, Object... more) {
        Object[] common = {
            "experiment", experiment, "--size", "small", "--chains", 4, "--threads", 2, "--quiet", "--out", out()
        };
        Object[] all = new Object[common.length + more.length];
        System.arraycopy(common, 0, all, 0, common.length);
        System.arraycopy(more, 0, all, common.length, more.length);
        return Terminal.run(all);
    }

    private List<String> table(String name) throws IOException {
        return Files.readAllLines(out().resolve(name));
    }

    private void assertFigure(String name, int columns) throws IOException {
        BufferedImage picture = ImageIO.read(out().resolve(name).toFile());
        assertThat(picture.getWidth()).isEqualTo(620 * columns);
    }

    private static String text(List<String> table, int row, String column) {
        int k = List.of(table.get(0).split(",", -1)).indexOf(column);
        String plain = table.get(row).replaceAll("\"([^\",]*),([^\",]*)\"", "$1 $2"); // "min(1,t)"
        return plain.split(",", -1)[k];
    }

    private static double number(List<String> table, int row, String column) {
        return Double.parseDouble(text(table, row, column));
    }

    @Test
    void experiment_withoutName_listsAll() {
        Terminal terminal = Terminal.run("experiment");
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out.lines()).hasSize(Experiments.all().size());
        assertThat(terminal.out.lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void experiment_unknown_saysWhichThereAre() {
        Terminal terminal = run("efficacy");
        assertThat(terminal.exitCode).isEqualTo(2);
        assertThat(terminal.err).contains("must be one of [efficiency", "NAME=efficacy");
    }

    @Test
    void experiment_badOptions_areRefused() {
        assertThat(Terminal.run("experiment", "efficiency", "--chains", 1, "--out", out()).err)
                .contains("must be >= 2: --chains=1");
        assertThat(run("efficiency", "--rbm", directory).err).contains("must be a regular file: --rbm=");
        assertThat(run("efficiency", "--config", "C4").exitCode).isEqualTo(2);
        assertThat(run("moves", "--config", "C1", "--target", "ising").err)
                .contains(
                        "must be left out with experiment moves, which has its own targets: ",
                        "--config=C1",
                        "--target=ising");
    }

    @Test
    void efficiency_onIndependentSites_findsTheTopAndGoesOn() throws IOException {
        Terminal terminal = run("efficiency", "--target", "bernoulli,two-valued");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out)
                .contains("| Bernoulli N=100 C2 | LBP |", "| Bernoulli N=100 C2 | RWM |")
                .contains("0.30000"); // exact acceptance of single flips where each site has two values
        assertFigure("efficiency-bernoulli-small.png", 2);
        assertFigure("measures-bernoulli-small.png", 2);
        List<String> points = table("points.csv");
        assertThat(points.get(0))
                .isEqualTo("target,size,config,sampler,scale,R,acceptance,acceptance_se,ejd,ejd_se,ess,ess_se,seconds");
        for (int k = 1; k < points.size(); k++) {
            assertThat(number(points, k, "acceptance")).isBetween(0.0, 1.0);
            assertThat(number(points, k, "R")).isEqualTo(number(points, k, "scale"));
            // Every accepted step flips R sites, or one more where R is a half: EJD is near R times acceptance. Over
            // 4 x 200 steps its standard error is at most R / (2 sqrt(2000)), without correlation, which is weak.
            double flips = number(points, k, "R") * number(points, k, "acceptance");
            assertThat(Math.abs(number(points, k, "ejd") - flips)).isLessThan(0.2 * number(points, k, "R"));
        }
        String text = Files.readString(out().resolve("efficiency.md"));
        assertThat(text).contains("lbp experiment efficiency --target bernoulli,two-valued --size small", "kernel: ");

        Terminal again = run("efficiency", "--target", "bernoulli,two-valued");
        assertThat(again.exitCode).isZero();
        assertThat(table("points.csv")).isEqualTo(points);

        Terminal other = run("efficiency", "--target", "bernoulli,two-valued", "--seed", 2);
        assertThat(other.exitCode).isEqualTo(2);
        assertThat(other.err).contains("must be a directory without cells of other settings");
    }

    /** What grows as it should is for long runs to show; here that a point is made of each N, and taken up again. */
    @Test
    void scaling_onIndependentSites_findsATopAtEachN() throws IOException {
        Terminal terminal = run("scaling", "--target", "bernoulli");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("| Bernoulli C2, t/(t+1) | 100 |", "| Bernoulli C2, sqrt(t) | 1,000 |");
        assertFigure("scaling-small.png", 2);
        List<String> points = table("points.csv");
        for (int k = 1; k < points.size(); k++) {
            double flips = number(points, k, "scale") * number(points, k, "acceptance");
            assertThat(number(points, k, "ejd")).isEqualTo(flips);
        }
        assertThat(points.stream().filter(line -> line.contains(",rwm,"))).hasSizeGreaterThanOrEqualTo(20);
        assertThat(run("scaling", "--target", "bernoulli").exitCode).isZero();
        assertThat(table("points.csv")).isEqualTo(points);
    }

    /**
     * On an FHMM of 1,000 sites sqrt(t) jumps 1.27 times as far as t/(t+1). Each point is of 800 steps, with a standard
     * error of at most 4 %, so that 1.12 is nearly four away: a false failure in 1e-4 of seeds.
     */
    @Test
    void scaling_onCoupledSites_measuresBothWeights() throws IOException {
        assertThat(run("scaling", "--target", "fhmm").exitCode).isZero();
        List<String> points = table("points.csv");
        double sqrt = 0.0;
        double barker = 0.0;
        for (int k = 1; k < points.size(); k++) {
            if (text(points, k, "sites").equals("1000")) {
                String sampler = text(points, k, "sampler");
                double distance = number(points, k, "ejd");
                sqrt = Math.max(sqrt, sampler.equals("lbp-sqrt") ? distance : 0.0);
                barker = Math.max(barker, sampler.equals("lbp-barker") ? distance : 0.0);
            }
        }
        assertThat(barker).isPositive();
        assertThat(sqrt).isGreaterThan(1.12 * barker);
    }

    @Test
    void adaptation_ofEveryRule_endsNearItsTarget() throws IOException {
        Terminal terminal = run("adaptation", "--target", "ising");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        assertThat(terminal.out).contains("| Ising N=400 C2 | robbins-monro |", "| log-scale |", "| grid |");
        assertFigure("adaptation-small.png", 1);
        List<String> rules = table("rules.csv");
        assertThat(rules).hasSize(1 + 3 * 5);
        for (int k = 1; k < rules.size(); k++) {
            boolean grid = rules.get(k).contains(",grid,");
            assertThat(number(rules, k, "settled_after")).isBetween(grid ? 2000.0 : 4.0, 2000.0);
            assertThat(number(rules, k, "acceptance")).isBetween(grid ? 0.3 : 0.5, grid ? 0.8 : 0.64);
            assertThat(number(rules, k, "R")).isBetween(20.0, 120.0);
        }
        assertThat(run("adaptation", "--target", "ising").exitCode).isZero();
        assertThat(table("rules.csv")).isEqualTo(rules);
    }

    /**
     * The mean of 4 states is within 16 of its standard errors of Kaufman's sum. Student's t with 3 degrees of freedom
     * is beyond 16 with a probability of 5e-4, so 10 couplings fail in 5e-3 of seeds. States that are all up or all
     * down, as chains begin, have no error and fail.
     */
    @Test
    void transition_onASmallLattice_startsInEquilibriumAndFindsTheBest() throws IOException {
        Terminal terminal = run("transition");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> starts = table("starts.csv");
        assertThat(starts).hasSize(1 + 10 * 2);
        for (int k = 1; k < starts.size(); k++) {
            double deviation = number(starts, k, "log_prob") - number(starts, k, "exact");
            assertThat(Math.abs(deviation)).as(starts.get(k)).isLessThan(16.0 * number(starts, k, "log_prob_se"));
        }
        List<String> points = table("points.csv");
        assertThat(terminal.out).contains("| 0.4407 | t/(t+1) |", "lattice of 20 x 20 sites");
        assertFigure("transition-small.png", 2);
        assertThat(run("transition").exitCode).isZero();
        assertThat(table("points.csv")).isEqualTo(points);
    }

    @Test
    void weights_onIsing_comparesAllAndShowsLocalBalance() throws IOException {
        Terminal terminal = run("weights", "--target", "ising");
        assertThat(terminal.err).isEmpty();
        assertThat(terminal.exitCode).isZero();
        List<String> weights = table("weights.csv");
        assertThat(weights).hasSize(1 + 2 * 4 * 5);
        List<String> roughness = table("roughness.csv");
        assertThat(roughness).hasSize(1 + 9 * 6 * 5);
        for (int k = 1; k < roughness.size(); k++) {
            double acceptance = number(roughness, k, "acceptance");
            boolean balanced = !List.of("1", "t").contains(text(roughness, k, "weight"));
            if (number(roughness, k, "lambda") == 0.0) {
                assertThat(acceptance).isEqualTo(1.0); // every state is as likely as another
            } else if (number(roughness, k, "lambda") <= 0.4) {
                assertThat(acceptance > 0.9).as(roughness.get(k)).isEqualTo(balanced);
            }
        }
        assertThat(terminal.out).contains("on an Ising lattice of 20 x 20 sites", "| LBP | min(1,t) |");
        assertFigure("roughness-small.png", 1);
        assertThat(run("weights", "--target", "ising").exitCode).isZero();
        assertThat(table("weights.csv")).isEqualTo(weights);
    }

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

    /**
     * In a heap of 256 MB, 90 % of it to be used: 10,800 chains of 22.2 KB fit, but not with 4 KB each of burn-in. Of
     * these, 7.8 KB are for the chain, 4.8 KB for 200 draws of 2 traces and of the one that verdicts use, 9.6 KB for
     * their diagnostics, and 4 KB for 200 bins of warm-up.
     */
    @Test
    void experiment_chainsThatDoNotFitWithBurnIn_areRefusedAndLeaveNothing() throws IOException, InterruptedException {
        List<String> command = List.of(
                "experiment", "efficiency", "--target=bernoulli", "--size=small", "--chains=10800", "--out=" + out());
        Path err = directory.resolve("err");
        Process process = new ProcessBuilder(Terminal.process(command))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor()).isEqualTo(2);
        assertThat(err).content().contains("must fit into memory: --chains=10800", "283.0 MB needed");
        assertThat(out().getParent()).doesNotExist();
    }

    @Test
    void experiment_interrupted_keepsWhatIsDone() {
        Thread.currentThread().interrupt();
        Terminal terminal = run("efficiency", "--target", "ising");
        assertThat(terminal.exitCode).isEqualTo(130);
        assertThat(terminal.out).contains("Interrupted: only what is done is shown.");
        assertThat(out()).doesNotExist();
        assertThat(Thread.interrupted()).isFalse();
    }
}
