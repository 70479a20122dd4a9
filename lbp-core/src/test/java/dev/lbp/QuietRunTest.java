package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that has nothing to log prints nothing: without a binding slf4j prints three lines at its first logger. */
class QuietRunTest {

    /** The first program of a user. */
    public static void main(String[] args) {
        SampleResult result = Samplers.auto()
                .sample(EnergyModels.of(5, (byte[] x) -> -x[0]))
                .draws(1_000)
                .run();
        System.out.println(result.mixed());
    }

    @Test
    void run_ofAFunction_neverAsksForALogger(@TempDir Path directory) throws IOException, InterruptedException {
        Path loaded = directory.resolve("loaded.txt");
        assertThat(OtherJava.run(QuietRunTest.class, "-Xlog:class+load:file=" + loaded)
                        .strip())
                .isEqualTo("true");
        assertThat(loaded)
                .content()
                .contains("dev.lbp.runtime.run.FinishedBits ")
                .doesNotContain("org.slf4j.LoggerFactory ");
    }
}
