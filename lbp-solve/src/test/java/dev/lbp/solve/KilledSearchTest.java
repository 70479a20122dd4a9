package dev.lbp.solve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.OtherJava;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A search in a Java of its own, killed by SIGKILL again and again, ends as one that was never killed. */
@Tag("slow")
class KilledSearchTest {

    private static final int RESTARTS = 150;
    private static final int KILLS = 4;

    private static Solver<byte[]> search() {
        return Solver.of(SolverTest.lattice()).restarts(RESTARTS).seed(6).top(20);
    }

    /** Begins the search, or goes on with it, and prints the restarts that are done. */
    public static void main(String[] args) {
        search().threads(2)
                .checkpoint(Path.of(args[0]), Duration.ZERO)
                .listener(new SolveListener() {
                    @Override
                    public void progress(Duration elapsed, long restarts, double best, Duration sinceBest) {
                        System.out.println(restarts);
                    }
                })
                .solve();
    }

    @Test
    void solve_killedAgainAndAgain_endsAsTheWholeSearch(@TempDir Path directory)
            throws IOException, InterruptedException {
        Path file = directory.resolve("search");
        int killed = 0;
        for (int k = 1; k <= KILLS; k++) {
            Process process =
                    OtherJava.start(Path.of(System.getProperty("java.home")), KilledSearchTest.class, file.toString());
            try (BufferedReader progress = process.inputReader()) {
                String line = progress.readLine();
                for (int lines = 1; line != null && lines < k + 1; lines++) {
                    line = progress.readLine();
                }
                killed += process.isAlive() ? 1 : 0;
                process.destroyForcibly();
                process.waitFor();
            }
        }
        assertThat(killed).isGreaterThanOrEqualTo(KILLS / 2);
        assertThat(Files.size(file)).isPositive();
        Solution<byte[]> resumed = search().threads(2).checkpoint(file).solve();
        Solution<byte[]> whole = search().solve();
        assertThat(resumed.restarts()).isEqualTo(RESTARTS);
        assertThat(resumed.hits()).isEqualTo(whole.hits());
        assertThat(resumed.top()).usingRecursiveComparison().isEqualTo(whole.top());
    }
}
