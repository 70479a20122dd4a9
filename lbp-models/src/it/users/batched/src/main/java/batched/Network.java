package batched;

import dev.lbp.target.EnergyModel;
import java.util.Map;
import java.util.Random;
import org.nd4j.autodiff.samediff.SDVariable;
import org.nd4j.autodiff.samediff.SameDiff;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** A network of SameDiff, which scores and differentiates it. */
final class Network implements EnergyModel {

    private static final long serialVersionUID = 1L;

    private final int sites;
    private final transient SameDiff network = SameDiff.create();

    Network(int sites) {
        this.sites = sites;
        Random random = new Random(1);
        double[][] weights = new double[sites][10];
        for (double[] row : weights) {
            for (int j = 0; j < row.length; j++) {
                row[j] = random.nextGaussian();
            }
        }
        SDVariable x = network.placeHolder("x", DataType.DOUBLE, -1, sites);
        SDVariable w = network.var("w", Nd4j.createFromArray(weights));
        network.math.tanh(x.mmul(w)).sum("logProb", 1).sum("total");
        network.setLossVariables("total");
    }

    @Override
    public int dimension() {
        return sites;
    }

    @Override
    public INDArray logProb(INDArray states) {
        return network.output(Map.of("x", states.castTo(dataType())), "logProb").get("logProb");
    }

    @Override
    public INDArray gradient(INDArray states) {
        return network.calculateGradients(Map.of("x", states.castTo(dataType())), "x")
                .get("x");
    }
}
