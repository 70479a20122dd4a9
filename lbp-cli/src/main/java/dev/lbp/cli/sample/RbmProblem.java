package dev.lbp.cli.sample;

import dev.lbp.cli.instance.ModelFile;
import dev.lbp.cli.problem.BitProblem;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.nio.file.Path;
import java.util.List;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A trained RBM. The energy E is the free energy: {@code -log pi} of the visible units, with the hidden units summed
 * out.
 */
record RbmProblem(BernoulliRbm machine) implements BitProblem {

    /**
     * @throws IllegalArgumentException if the file cannot be read or holds no RBM
     */
    static RbmProblem read(Path file) {
        return new RbmProblem(ModelFile.rbm("--rbm", file));
    }

    @Override
    public String description() {
        return "RBM, " + machine.dimension() + " visible and " + machine.hidden() + " hidden units";
    }

    /** {@inheritDoc} At beta 1 it is the machine itself, which block Gibbs needs. */
    @Override
    public EnergyModel model(double beta) {
        return beta == 1.0 ? machine : Tempered.of(machine, beta);
    }

    @Override
    public List<Measure> measures(byte[] state) {
        double[][] row = new double[1][state.length];
        for (int i = 0; i < state.length; i++) {
            row[0][i] = state[i];
        }
        try (INDArray states = Nd4j.createFromArray(row);
                INDArray logProb = machine.logProb(states)) {
            return List.of(new Measure("free energy", -logProb.getDouble(0)));
        }
    }
}
