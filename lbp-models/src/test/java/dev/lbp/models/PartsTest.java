package dev.lbp.models;

import dev.lbp.Parts;
import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of 64 chains on these targets, in one part, in 16 and in 64, have the result of the whole run, bit for bit. */
class PartsTest {

    private static final int CHAINS = 64;

    private static Stream<EnergyModel> models() {
        return Stream.of(
                IsingModel.paper(8, PaperConfiguration.C2, 2),
                CoverModelTest.Instance.random(20, 30, 1, Rate.beta(1, 4), Rate.of(0.3), Rate.of(0.2))
                        .model(),
                EnergyModels.of(12, (byte[] x) -> 0.5 * x[0] * x[3] - x[7]));
    }

    @ParameterizedTest
    @MethodSource("models")
    void merge_64Chains_isTheWholeRun(EnergyModel model) {
        Supplier<SamplingRun> run = () -> Samplers.lbp()
                .build()
                .sample(model)
                .chains(CHAINS)
                .warmup(40)
                .draws(50)
                .seed(5)
                .keepBest(4)
                .track("first", x -> x[0]);
        SampleResult whole = run.get().run();
        for (int size : new int[] {1, 4, CHAINS}) {
            Results.assertSame(whole, Parts.merged(run, CHAINS, size));
        }
    }
}
