package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.internal.kernel.FlipWeightKernels;
import dev.lbp.io.Draws;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.Statistic;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run in a Java of its own, killed by SIGKILL at random moments, goes on as if nothing had happened. */
@Tag("slow")
class KilledRunTest {

    private static final int SITES = 300;
    private static final int CHAINS = 3;
    private static final int WARMUP = 40_000;
    private static final int DRAWS = 4_000;
    private static final int THIN = 10;
    private static final long STEPS = (long) CHAINS * (WARMUP + DRAWS * THIN);

    /** A moment is a share of the steps, as the run tells of them, and some milliseconds more. */
    private static final int MOMENTS = 20;

    private static final int MILLIS = 150;

    private static SamplingRun run(Path directory) {
        return Samplers.lbp()
                .build()
                .sample(SpinLine.of(SITES))
                .chains(CHAINS)
                .warmup(WARMUP)
                .draws(DRAWS)
                .thin(THIN)
                .seed(99)
                .threads(2)
                .track("ones", Statistic.weightedSum(ones()))
                .conditionals()
                .sink(directory.resolve("draws"));
    }

    private static double[] ones() {
        double[] ones = new double[SITES];
        java.util.Arrays.fill(ones, 1.0);
        return ones;
    }

    /** Runs, or goes on, with checkpoints as often as there can be, and tells of every step that it hears of. */
    public static void main(String[] args) {
        Path directory = Path.of(args[0]);
        Path file = directory.resolve("checkpoint");
        SamplingRun run = run(directory).checkpoint(file, Duration.ZERO).listener(new SamplingListener() {
            @Override
            public void warmUpProgress(long steps, long total, double scale, double acceptance) {
                System.out.println(steps);
            }

            @Override
            public void drawsProgress(long steps, long total) {
                System.out.println((long) CHAINS * WARMUP + steps);
            }
        });
        if (Files.exists(directory.resolve("draws"))) {
            run.resume(file);
        } else {
            run.run();
        }
    }

    /** Starts the run, or goes on with it, and kills it; whether it was killed before it ended. */
    private static boolean killAt(Path directory, double share, long millis) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1", // slow enough to be killed in the midst of it
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "-Dlbp.kernel=" + FlipWeightKernels.chosen().name(),
                        KilledRunTest.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader progress = process.inputReader()) {
            String line = progress.readLine();
            while (line != null && Long.parseLong(line) < share * STEPS) {
                line = progress.readLine();
            }
            Thread.sleep(millis);
            boolean alive = process.isAlive();
            process.destroyForcibly();
            process.waitFor();
            return alive;
        }
    }

    @Test
    void resume_killedAtRandomMoments_givesTheDrawsOfARunNeverStopped(@TempDir Path parent)
            throws IOException, InterruptedException {
        Path wholeRun = Files.createDirectory(parent.resolve("whole"));
        SampleResult whole = run(wholeRun).run();
        UniformRandomProvider rng = RandomSource.XO_SHI_RO_256_PP.create(7);
        int killed = 0;
        for (int k = 0; k < MOMENTS; k++) {
            Path directory = Files.createDirectory(parent.resolve("killed" + k));
            double share = (k + rng.nextDouble()) / MOMENTS * 0.9; // half of them in warm-up
            killed += killAt(directory, share, rng.nextInt(MILLIS)) ? 1 : 0;
            if (k % 4 == 0) { // and once more
                killAt(directory, share, rng.nextInt(MILLIS));
            }
            Path file = directory.resolve("checkpoint");
            assertSame(whole, run(directory).threads(1 + k % 3).resume(file));
            Draws draws = Draws.read(directory.resolve("draws"));
            Draws expected = Draws.read(wholeRun.resolve("draws"));
            assertThat(draws.draws()).isEqualTo(DRAWS);
            for (int t = 0; t < DRAWS; t += 97) {
                assertThat(draws.state(k % CHAINS, t)).isEqualTo(expected.state(k % CHAINS, t));
            }
        }
        assertThat(killed).as("of %d moments", MOMENTS).isGreaterThanOrEqualTo(MOMENTS - 2);
    }
}
