package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.ValueRun;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.target.Statistic;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;

/** Runs on these targets that were bytes draw the same. */
class RunBytesTest {

    private static final Sampler LBP = Samplers.lbp().build();

    static Stream<EnergyModel> models() {
        BernoulliRbm used = BernoulliRbm.random(12, 5, 0.3, 4);
        LBP.sample(used).chains(2).warmup(5).draws(5).run();
        return Stream.of(
                IsingModel.lattice(4, 4).coupling(0.3).build(),
                IsingModel.paper(4, PaperConfiguration.C2, 2),
                BernoulliModel.twoValued(10, PaperConfiguration.C1, 1),
                FactorialHmm.paper(5, 3, PaperConfiguration.C3, 3),
                CoverModelTest.Instance.random(6, 9, 1, Rate.beta(1, 4), Rate.of(0.3), Rate.of(0.2))
                        .model(),
                used,
                BernoulliRbm.random(12, 5, 0.3, 4),
                BernoulliRbm.random(12, 5, 0.3, 4).withDataType(DataType.FLOAT));
    }

    @ParameterizedTest
    @MethodSource("models")
    void runOfBits_fromBytes_drawsTheSame(EnergyModel model) {
        double[] weights = new double[model.dimension()];
        weights[1] = 0.25;
        SamplingRun run = LBP.sample(model)
                .chains(3)
                .warmup(30)
                .draws(40)
                .seed(5)
                .track("weighted", Statistic.weightedSum(weights))
                .track("first", x -> x[0]);
        SamplingRun copy = SamplingRun.fromBytes(run.toBytes());
        Results.assertSame(run.run(), copy.run());
    }

    static Stream<ValueRun> valueRuns() {
        MoveModel assignment = AssignmentModel.random(6, 2.0, 1L);
        MoveModel ordering =
                OrderingModel.cyclic(new double[][] {{0, 1, 2, 5}, {3, 0, 4, 6}, {5, 6, 0, 2}, {2, 7, 1, 0}});
        CategoricalEnergyModel rbm = CategoricalRbm.random(3, 4, 5, 0.3, 4);
        return Stream.of(
                Samplers.rwm().build().sample(assignment),
                Samplers.pas().path(6).build().sample(assignment),
                Samplers.pas().path(3).build().sample(ordering),
                LBP.sample(rbm));
    }

    @ParameterizedTest
    @MethodSource("valueRuns")
    void runOfValues_fromBytes_drawsTheSame(ValueRun run) {
        run.chains(2).warmup(30).draws(40).track("first", x -> x[0]);
        ValueRun copy = ValueRun.fromBytes(run.toBytes());
        ValueResult expected = run.run();
        Results.assertSame(expected, copy.run());
        assertThat(expected.acceptanceRate()).isPositive();
    }
}
