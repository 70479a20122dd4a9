package dev.lbp.models;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Serialized;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class SerializationTest {

    static Stream<EnergyModel> models() {
        return Stream.of(
                BernoulliModel.paper(10, PaperConfiguration.C1, 1),
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
    void quadraticModel_writtenAndRead_keepsItsColouring() throws Exception {
        IsingModel model = IsingModel.lattice(3, 3).coupling(0.2).build();
        int[][] classes = model.colouring();
        assertThat(Serialized.copy(model).colouring()).isDeepEqualTo(classes);
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
