package dev.lbp.experiments.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.cli.Terminal;
import dev.lbp.experiments.Experiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every experiment of the paper at its smallest, from the command line. */
class ExperimentCommandTest extends ExperimentRuns {

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
        assertThat(run("efficiency", "--rbm", directory).err).contains("must be a file, and is a directory: --rbm=");
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
