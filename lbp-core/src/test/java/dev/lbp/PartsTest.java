package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.run.TemperedRunTest;
import dev.lbp.target.EnergyModel;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run in parts has the result of the whole run, bit for bit. */
class PartsTest {

    private static final int CHAINS = 4;

    private static Stream<Arguments> drifting() {
        return Stream.of(Samplers.lbp().build(), Samplers.gibbs().build())
                .flatMap(sampler -> Stream.of(20, 700, 4_000).map(warmup -> Arguments.of(sampler, warmup)));
    }

    /**
     * One chain by one thread, and several by two, with a last part that is smaller. Samplers and models take turns
     * with them; CrossingTest merges parts of two chains of every sampler.
     */
    private static final int[] SIZES = {1, 3};

    private static Stream<Arguments> samplersInTurn() {
        List<Arguments> all = EngineCases.samplersInTurn().toList();
        return IntStream.range(0, all.size()).mapToObj(k -> {
            Object[] given = all.get(k).get();
            return Arguments.of(given[0], given[1], SIZES[(k + k / 4) % 2]);
        });
    }

    private static SamplingRun run(Sampler sampler, EnergyModel model) {
        return sampler.sample(model)
                .chains(CHAINS)
                .warmup(21)
                .draws(31)
                .thin(2)
                .seed(11)
                .threads(2);
    }

    @ParameterizedTest
    @MethodSource("samplersInTurn")
    void merge_parts_isTheWholeRun(Sampler sampler, EnergyModel model, int size) {
        Supplier<SamplingRun> run = () -> run(sampler, model)
                .threads(Math.min(2, size))
                .chainsPerBatch(size)
                .keepDraws()
                .keepBest(5)
                .track("first", x -> x[0]);
        SampleResult whole = run.get().run();
        SampleResult merged = Parts.merged(run, CHAINS, size);
        Results.assertSame(whole, merged);
        assertThat(timeless(merged)).isEqualTo(timeless(whole));
    }

    /** A ladder of an unknown number of replicas, and on one of two models a known one, which CrossingTest has too. */
    @ParameterizedTest
    @MethodSource("dev.lbp.runtime.run.TemperedRunTest#samplersOnModels")
    void merge_temperedParts_isTheWholeRun(Sampler sampler, EnergyModel model) {
        List<Tempering> ladders =
                List.of(Tempering.replicas(5).every(2), Tempering.replicas().every(2));
        for (int k = model instanceof SpinLine ? 1 : 0; k < ladders.size(); k++) {
            Tempering tempering = ladders.get(k);
            int size = SIZES[k];
            Supplier<SamplingRun> run = () -> run(sampler, model).warmup(90).tempering(tempering);
            SampleResult whole = run.get().run();
            SampleResult merged = Parts.merged(() -> run.get().threads(Math.min(2, size)), CHAINS, size);
            TemperedRunTest.assertSameTempering(whole, merged);
            assertThat(timeless(merged)).isEqualTo(timeless(whole));
        }
    }

    @ParameterizedTest
    @MethodSource("drifting")
    void merge_partsWhoseTrackersDrift_isTheWholeRun(Sampler sampler, int warmup) {
        Supplier<SamplingRun> run =
                () -> run(sampler, DriftingSums.of(16, true)).warmup(warmup);
        Results.assertSame(run.get().run(), Parts.merged(run, CHAINS, 2));
    }

    private static String timeless(RunResult result) {
        return result.summary().replaceAll("[0-9.]+ (ms|s|min|h)\\b", "");
    }
}
