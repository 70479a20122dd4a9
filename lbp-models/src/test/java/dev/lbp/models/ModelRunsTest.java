package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.check.ModelCheck;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Every model of the library with every kind of sampler: it runs, and gives the same bits on any number of threads. */
class ModelRunsTest {

    static List<EnergyModel> models() {
        return List.of(
                BernoulliModel.paper(60, PaperConfiguration.C2, 1),
                IsingModel.paper(8, PaperConfiguration.C3, 2),
                IsingModel.lattice(5, 5).periodic().coupling(0.3).build(), // odd cycles: three colours
                FactorialHmm.paper(12, 4, PaperConfiguration.C2, 3),
                PairwiseModel.of(
                        new double[] {0.3, -0.2, 0.1}, new int[] {0, 1}, new int[] {1, 2}, new double[] {1, -1}),
                CoverModelTest.Instance.random(12, 30, 5, Rate.of(0.1), Rate.of(0.3), Rate.of(0.2))
                        .model(),
                CoverModelTest.Instance.random(12, 30, 6, Rate.beta(1, 4), Rate.beta(1, 2), Rate.beta(1, 3))
                        .model(),
                BernoulliRbm.random(30, 12, 0.4, 4),
                BernoulliRbm.random(30, 12, 0.4, 4).withDataType(DataType.FLOAT),
                Tempered.of(IsingModel.paper(8, PaperConfiguration.C3, 2), 0.7));
    }

    static Stream<Arguments> cases() {
        List<Sampler> samplers = List.of(
                Samplers.lbp().build(),
                Samplers.lbp().weight(WeightFunction.SQRT).scale(3).build(),
                Samplers.gwg().build(),
                Samplers.rwm().build(),
                Samplers.gibbs().build());
        return samplers.stream().flatMap(s -> models().stream().map(m -> Arguments.of(s, m)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void run_anyNumberOfThreads_drawsTheSame(Sampler sampler, EnergyModel model) {
        SampleResult one = run(sampler, model, 1);
        SampleResult two = run(sampler, model, 2);
        assertThat(two.traces().get("logProb")).isDeepEqualTo(one.traces().get("logProb"));
        assertThat(two.traces().get("hamming")).isDeepEqualTo(one.traces().get("hamming"));
        assertThat(two.marginals()).isEqualTo(one.marginals());
        assertThat(two.finalStates()).isDeepEqualTo(one.finalStates());
        assertThat(two.best().state()).isEqualTo(one.best().state());
        assertThat(two.scale()).isEqualTo(one.scale());
        assertThat(one.summary()).contains(model.name());
    }

    private static SampleResult run(Sampler sampler, EnergyModel model, int threads) {
        return sampler.sample(model)
                .chains(5)
                .warmup(30)
                .draws(40)
                .seed(10)
                .threads(threads)
                .run();
    }

    @ParameterizedTest
    @MethodSource("models")
    void modelCheck_ofEveryModel_passes(EnergyModel model) {
        ModelCheck.Report report = ModelCheck.of(model).verify();
        assertThat(report.flipCorrelation()).isBetween(0.8, 1.0 + 1e-9);
    }
}
