package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.target.LocalEnergyModel;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Local models in a Java without ND4J: what needs it says so, and a run with a checkpoint does not need it. */
class WithoutNd4jTest {

    private static final String REMEDY =
            " needs ND4J, which is not on the class path: add the dependency dev.lbp:lbp-nd4j";

    @Test
    void of_annealedImportanceOfALocalModel_isRefused() throws IOException, InterruptedException {
        assertThat(OtherJava.runWithoutNd4j(Annealed.class))
                .contains("IllegalStateException: Annealed importance sampling, even of a local model," + REMEDY);
    }

    @Test
    void run_nd4jKernel_isRefusedEachTime() throws IOException, InterruptedException {
        String refused = "the run failed: The system property lbp.kernel=nd4j, which can" + " be left out," + REMEDY;
        assertThat(OtherJava.runWithoutNd4j(TwoRuns.class, "-Dlbp.kernel=nd4j"))
                .containsSubsequence(refused, refused)
                .doesNotContain("Error");
    }

    @Test
    void run_unknownKernel_isRefusedEachTime() throws IOException, InterruptedException {
        String refused = "must be scalar, vector or nd4j: lbp.kernel=magic";
        assertThat(OtherJava.run(TwoRuns.class, "-Dlbp.kernel=magic"))
                .containsSubsequence(refused, refused)
                .doesNotContain("Error");
    }

    @Test
    void checkpoint_isWrittenAndResumedWithAndWithoutNd4j(@TempDir Path directory)
            throws IOException, InterruptedException {
        Path file = directory.resolve("checkpoint");
        OtherJava.runWithoutNd4j(Saved.class, "-Dfile=" + file);
        assertThat(OtherJava.runWithoutNd4j(Resumed.class, "-Dfile=" + file)).contains("draws: 20");
        assertThat(OtherJava.run(Resumed.class, "-Dfile=" + file)).contains("draws: 20");
    }

    private static LocalEnergyModel model() {
        return SpinLine.of(6);
    }

    private static SamplingRun run() {
        return Samplers.lbp()
                .build()
                .sample(model())
                .warmup(10)
                .draws(20)
                .checkpoint(Path.of(System.getProperty("file")));
    }

    private static void print(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            System.out.println(e);
        }
    }

    static final class Annealed {
        public static void main(String[] arguments) {
            print(() -> AnnealedImportance.of(model()));
        }
    }

    static final class TwoRuns {
        public static void main(String[] arguments) {
            for (int k = 0; k < 2; k++) {
                print(() -> Samplers.lbp()
                        .build()
                        .sample(model())
                        .warmup(10)
                        .draws(20)
                        .run());
            }
        }
    }

    static final class Saved {
        public static void main(String[] arguments) {
            run().run();
        }
    }

    static final class Resumed {
        public static void main(String[] arguments) {
            System.out.println("draws: "
                    + run().resume(Path.of(System.getProperty("file"))).draws());
        }
    }
}
