package dev.lbp.select;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.OtherJava;
import dev.lbp.result.SamplingListener;
import dev.lbp.select.prior.Inclusion;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A logistic selection in a Java of its own, killed by SIGKILL 20 times, ends as one that was never killed. */
@Tag("slow")
class KilledSelectionTest {

    private static final int KILLS = 20;

    /** Progress that is waited for before a kill. */
    private static final int LINES = 3;

    private static VariableSelection selection() {
        double[][] x = Regressions.autoregressive(80, 40, 0.6, 4L).x();
        return VariableSelection.logistic(x, GlmSelectionTest.bits(x, 0.8, 4L))
                .ridge(1)
                .inclusion(Inclusion.bernoulli(0.1))
                .sampling(run -> run.chains(3).warmup(500).draws(20_000));
    }

    /** Begins the chains, or goes on with them, and prints how many steps are done. */
    public static void main(String[] args) {
        Path file = Path.of(args[0]);
        VariableSelection selection = selection()
                .threads(2)
                .sampling(run -> run.checkpoint(file, Duration.ZERO))
                .listener(new SamplingListener() {
                    @Override
                    public void drawsProgress(long done, long steps) {
                        System.out.println(done);
                    }
                });
        if (Files.exists(file)) {
            selection.resume(file);
        } else {
            selection.run();
        }
    }

    @Test
    void run_killedAgainAndAgain_endsAsTheWholeRun(@TempDir Path directory) throws IOException, InterruptedException {
        Path file = directory.resolve("saved");
        int killed = 0;
        for (int k = 0; k < KILLS; k++) {
            Process process = OtherJava.start(
                    Path.of(System.getProperty("java.home")), KilledSelectionTest.class, file.toString());
            try (BufferedReader progress = process.inputReader()) {
                String line = progress.readLine();
                for (int lines = 1; line != null && lines < LINES; lines++) {
                    line = progress.readLine();
                }
                killed += process.isAlive() ? 1 : 0;
                process.destroyForcibly();
                process.waitFor();
            }
        }
        assertThat(killed).isEqualTo(KILLS);
        assertThat(Files.size(file)).isPositive();
        SelectionResult resumed = selection().threads(7).resume(file);
        SelectionResult whole = selection().threads(1).run();
        assertThat(resumed.inclusion()).isEqualTo(whole.inclusion());
        assertThat(resumed.models(100)).isEqualTo(whole.models(100));
        assertThat(resumed.coefficients()).isEqualTo(whole.coefficients());
    }
}
