package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.io.Draws;
import dev.lbp.result.SampleResult;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gigabyte of draws goes to disk through a heap of 256 MB, in a Java of its own. */
@Tag("slow")
class StreamingMemoryTest {

    private static final int SITES = 10_000;
    private static final int CHAINS = 4;
    private static final int DRAWS = 26_000;

    /** Streams 4 x 26,000 x 10,000 bytes = 1.04 GB to the directory given, and reads the last of them. */
    public static void main(String[] args) throws IOException {
        Path directory = Path.of(args[0]);
        SampleResult result = Samplers.rwm()
                .scale(5)
                .build()
                .sample(SpinLine.of(SITES))
                .chains(CHAINS)
                .warmup(0)
                .draws(DRAWS)
                .sink(directory)
                .run();
        Draws draws = Draws.read(directory);
        for (int c = 0; c < CHAINS; c++) {
            assertThat(draws.state(c, DRAWS - 1)).isEqualTo(result.finalStates()[c]);
        }
    }

    @Test
    void run_oneGigabyte_fitsIn256Megabytes(@TempDir Path parent) throws IOException, InterruptedException {
        Path directory = parent.resolve("draws");
        int status = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        StreamingMemoryTest.class.getName(),
                        directory.toString())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(status).isZero();
        for (int c = 0; c < CHAINS; c++) {
            assertThat(directory.resolve("states." + c + ".npy")).hasSize(128 + (long) DRAWS * SITES);
        }
    }
}
