package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.result.RunPart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a run is divided into parts, and what these say of themselves. */
class PartsOfRunTest {

    private static SamplingRun run(int chains) {
        return Samplers.lbp()
                .build()
                .sample(SpinLine.of(10))
                .chains(chains)
                .warmup(40)
                .draws(30)
                .thin(2)
                .seed(3)
                .threads(1);
    }

    private static List<Integer> sizes(List<RunSlice> parts) {
        int next = 0;
        for (RunSlice part : parts) {
            assertThat(part.first()).isEqualTo(next);
            next += part.count();
        }
        return parts.stream().map(RunSlice::count).toList();
    }

    @ParameterizedTest
    @CsvSource({"8, 2, '4,4'", "7, 3, '2,2,3'", "3, 5, '1,1,1'", "1, 1, '1'", "5, 1, '5'"})
    void parts_coverAllChains_inSizesThatDifferByOne(int chains, int count, String expected) {
        assertThat(sizes(run(chains).parts(count)).toString().replace(" ", "")).isEqualTo("[" + expected + "]");
    }

    /** A local model is not called in batches. */
    @Test
    void partsOfALocalModel_needNotBeBatches() {
        assertThat(sizes(run(8).chainsPerBatch(4).parts(4))).containsExactly(2, 2, 2, 2);
    }

    @ParameterizedTest
    @CsvSource({"8, 2, 3, '2,2,4'", "8, 3, 2, '3,5'", "8, 3, 9, '3,3,2'", "4, 8, 3, '4'"})
    void partsOfABatchedModel_areWholeBatches(int chains, int perBatch, int count, String expected) {
        SamplingRun run = Samplers.lbp()
                .build()
                .sample(new GradientOnly(SpinLine.of(10)))
                .chains(chains)
                .chainsPerBatch(perBatch);
        assertThat(sizes(run.parts(count)).toString().replace(" ", "")).isEqualTo("[" + expected + "]");
    }

    /** Without batches its rounding would depend on the parts. */
    @Test
    void partsOfABatchedModel_needItsBatches() {
        SamplingRun run =
                Samplers.lbp().build().sample(new GradientOnly(SpinLine.of(10))).chains(8);
        assertThatThrownBy(() -> run.parts(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chainsPerBatch");
        assertThat(sizes(run.parts(1))).containsExactly(8);
    }

    @Test
    void noParts_areRefused() {
        assertThatThrownBy(() -> run(4).parts(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be >= 1: count=0");
    }

    @Test
    void steps_areThose_ofThePartsChains() {
        RunSlice part = run(8).part(2, 3);
        assertThat(part.warmUpSteps()).isEqualTo(120);
        assertThat(part.drawSteps()).isEqualTo(180);
    }

    @Test
    void needsFreeze_whereTheSamplerLearns() {
        assertThat(run(4).part(1, 2).needsFreeze()).isTrue();
        SpinLine model = SpinLine.of(10);
        assertThat(Samplers.lbp().scale(3).build().sample(model).part(1, 2).needsFreeze())
                .isFalse();
        assertThat(Samplers.gibbs().build().sample(model).part(1, 2).needsFreeze())
                .isFalse();
    }

    @Test
    void text_hasSamplerAndSettings() {
        assertThat(run(4)).asString().startsWith("LBP").contains("4 chains, warm-up 40, draws 30", "seed 3");
    }

    /** SIMD and plain loops give the same weights, so machines with and without SIMD may share a run. */
    @Test
    void partMadeWithSimd_isMergedWithoutIt(@TempDir Path directory) throws IOException, InterruptedException {
        OtherJava.run(
                DrawsWithSimd.class,
                "--add-modules=jdk.incubator.vector",
                "-Dlbp.kernel=vector",
                "-Dparts=" + directory);
        RunPart other = RunPart.read(directory.resolve("part"));
        RunPart here = fixed().part(2, 2).draw();
        assertThat(other.toString()).contains("kernel: vector");
        Results.assertSame(fixed().run(), fixed().merge(List.of(here, other)));
    }

    private static SamplingRun fixed() {
        return Samplers.lbp()
                .scale(3)
                .build()
                .sample(SpinLine.of(60))
                .draws(400)
                .seed(9);
    }

    /** Draws the first two chains, in another JVM. */
    static final class DrawsWithSimd {
        public static void main(String[] arguments) throws IOException {
            fixed().part(0, 2).draw().write(Path.of(System.getProperty("parts"), "part"));
        }
    }
}
