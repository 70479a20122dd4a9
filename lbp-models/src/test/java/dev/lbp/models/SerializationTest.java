package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Serialized;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.stream.Stream;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class SerializationTest {

    static Stream<EnergyModel> models() {
        return Stream.of(
                BernoulliModel.twoValued(10, PaperConfiguration.C1, 1),
                IsingModel.paper(4, PaperConfiguration.C2, 2),
                FactorialHmm.paper(5, 3, PaperConfiguration.C3, 3),
                PairwiseModel.of(new double[2], new int[] {0}, new int[] {1}, new double[] {0.5}),
                BernoulliRbm.random(12, 5, 0.3, 4),
                BernoulliRbm.random(12, 5, 0.3, 4).withDataType(DataType.FLOAT));
    }

    @ParameterizedTest
    @MethodSource("models")
    void model_writtenAndRead_saysTheSame(EnergyModel model) throws Exception {
        INDArray states = Nd4j.linspace(DataType.DOUBLE, 0.0, 0.01, 3L * model.dimension())
                .reshape(3, model.dimension())
                .castTo(model.dataType());
        model.logProb(states); // a model that has been used, and holds working memory
        EnergyModel copy = Serialized.copy(model);
        assertThat(copy).isNotSameAs(model);
        assertThat(copy.dataType()).isEqualTo(model.dataType());
        assertThat(copy.logProb(states)).isEqualTo(model.logProb(states));
        assertThat(copy.gradient(states)).isEqualTo(model.gradient(states));
    }

    @Test
    void coverModel_writtenAndRead_isTheSame() throws Exception {
        CoverModel model = CoverModelTest.Instance.random(6, 9, 1, Rate.beta(1, 4), Rate.of(0.3), Rate.of(0.2))
                .model();
        CoverModel copy = Serialized.copy(model);
        byte[][] states = Enumeration.states(6);
        assertThat(Enumeration.logProb(copy, states)).isEqualTo(Enumeration.logProb(model, states));
        assertThat(copy.cause(2)).isEqualTo(model.cause(2));
    }

    @Test
    void categoricalRbm_writtenAndRead_isTheSame() throws Exception {
        CategoricalRbm model = CategoricalRbm.random(3, 4, 5, 0.3, 4);
        CategoricalRbm copy = Serialized.copy(model);
        INDArray states = Nd4j.eye(12).castTo(DataType.DOUBLE);
        assertThat(copy.values()).isEqualTo(4);
        assertThat(copy.logProb(states)).isEqualTo(model.logProb(states));
    }

    @Test
    void quadraticModel_writtenAndRead_keepsItsColouring() throws Exception {
        IsingModel model = IsingModel.lattice(3, 3).coupling(0.2).build();
        int[][] classes = model.colouring();
        assertThat(Serialized.copy(model).colouring()).isDeepEqualTo(classes);
    }

    static Stream<MoveModel> moveModels() {
        return Stream.of(AssignmentModel.random(6, 2.0, 1L), OrderingModel.cyclic(new double[][] {
            {0, 1, 2, 5}, {3, 0, 4, 6}, {5, 6, 0, 2}, {2, 7, 1, 0}
        }));
    }

    @ParameterizedTest
    @MethodSource("moveModels")
    void moveTracker_writtenInMidRun_goesOn(MoveModel model) throws Exception {
        int[] state = model.randomState(RandomSource.XO_SHI_RO_256_PP.create(4L));
        MoveModel.Tracker tracker = Serialized.copy(model).newTracker();
        int[] touched = new int[model.moves()];
        tracker.reset(state);
        double before = tracker.logProb();
        double[] ratio = new double[1];
        int legal = -1;
        while (ratio[0] == 0.0 || ratio[0] == Double.NEGATIVE_INFINITY) {
            tracker.logRatios(new int[] {++legal}, 1, ratio);
        }
        tracker.save();
        tracker.apply(legal, touched);
        MoveModel.Tracker copy = Serialized.copy(tracker);
        assertThat(copy.logProb()).isEqualTo(tracker.logProb()).isNotEqualTo(before);
        copy.restore();
        assertThat(copy.logProb()).isEqualTo(before);
        MoveModel.Tracker own = model.newTracker();
        own.reset(state);
        assertThat(own.logProb()).isEqualTo(before);
    }

    @Test
    void tracker_writtenInMidRun_goesOn() throws Exception {
        LocalEnergyModel.Tracker tracker =
                IsingModel.paper(4, PaperConfiguration.C2, 2).newTracker();
        int[] touched = new int[16];
        tracker.reset(new byte[16]);
        tracker.flip(3, touched);
        double saved = tracker.logProb();
        tracker.save();
        tracker.flip(7, touched);
        LocalEnergyModel.Tracker copy = Serialized.copy(tracker);
        assertThat(copy.logProb()).isEqualTo(tracker.logProb()).isNotEqualTo(saved);
        copy.restore();
        assertThat(copy.logProb()).isEqualTo(saved);
    }
}
