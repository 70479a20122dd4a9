package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is live on the heap does not grow with the steps of a run whose draws are thinned. Each run has a Java of its
 * own, with a small heap; the listener collects garbage and asks how much is left, at each tenth of the steps.
 *
 * <p>The bound on the growth from the first look to any later one is half of what a leak of one smallest object, 16
 * bytes, at every draw would come to; at every step, the growth would be larger by the number of steps to a draw. Up to
 * 10 KB, a seventh of it, is the virtual machine's own, such as classes loaded on the way.
 */
@Tag("slow")
class FlatMemoryTest {

    private static final int CHAINS = 2;

    private static final int LOOKS = 10;

    private static final int DRAWS = 5_000;

    private static final long BOUND = 16L * CHAINS * DRAWS * (LOOKS - 1) / LOOKS / 2;

    enum Engine {
        /** 10^7 steps. */
        LOCAL(1_000) {
            @Override
            EnergyModel model() {
                return IsingModel.lattice(8, 8).coupling(0.2).build();
            }
        },
        /** 2 * 10^5 steps, which take as long. */
        BATCHED(20) {
            @Override
            EnergyModel model() {
                return BernoulliRbm.random(20, 10, 0.3, 1L);
            }
        };

        final int thin;

        Engine(int thin) {
            this.thin = thin;
        }

        abstract EnergyModel model();
    }

    /** The bytes that are live at each tenth of the steps. */
    private static final class Looks implements SamplingListener {

        private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
        private final List<Long> live = new ArrayList<>(LOOKS);

        @Override
        public void drawsProgress(long steps, long total) {
            if (steps * LOOKS >= total * (live.size() + 1)) {
                System.gc();
                live.add(memory.getHeapMemoryUsage().getUsed());
            }
        }
    }

    /** Carries out the run of the engine named, and fails if the heap grows. */
    public static void main(String[] args) {
        Engine engine = Engine.valueOf(args[0]);
        EnergyModel model = engine.model();
        double[] ones = new double[model.dimension()];
        Arrays.fill(ones, 1.0);
        Looks looks = new Looks();
        SamplingRun run = Samplers.lbp()
                .build()
                .sample(model)
                .chains(CHAINS)
                .warmup(1_000)
                .draws(DRAWS)
                .thin(engine.thin)
                .track("ones", Statistic.weightedSum(ones))
                .listener(looks);
        SampleResult result = run.run();
        System.out.println(engine + ": live bytes " + looks.live + ", bound on their growth " + BOUND);
        assertThat(result.draws()).isEqualTo(DRAWS);
        assertThat(looks.live).hasSizeGreaterThanOrEqualTo(LOOKS / 2);
        long first = looks.live.get(0);
        assertThat(looks.live).allMatch(later -> later - first < BOUND);
    }

    @ParameterizedTest
    @EnumSource
    void run_ofManySteps_leavesNoMoreOnTheHeapAtItsEnd(Engine engine) throws IOException, InterruptedException {
        Process java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-XX:+UseSerialGC", // collects all there is when asked to
                        "-XX:-UseTLAB", // else whole buffers count as used, of which a thread has filled a little
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        FlatMemoryTest.class.getName(),
                        engine.name())
                .redirectErrorStream(true)
                .start();
        String output = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(java.waitFor()).as(output).isZero();
    }
}
