package dev.lbp.cli.sample;

import dev.lbp.cli.problem.BitProblem;
import dev.lbp.cli.terminal.Text;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Tempered;
import java.nio.FloatBuffer;
import java.util.List;

/** A network. The energy E is minus the score. */
record NetworkProblem(OnnxNetwork network) implements BitProblem {

    @Override
    public String description() {
        return Text.format(
                "network of %,d sites, %,d parameters",
                network.dimension(), network.parameters().capacity());
    }

    @Override
    public EnergyModel model(double beta) {
        NetworkModel model = NetworkModel.of(network);
        return beta == 1.0 ? model : Tempered.of(model, beta);
    }

    @Override
    public List<Measure> measures(byte[] state) {
        FloatBuffer row = FloatBuffer.allocate(state.length);
        for (int i = 0; i < state.length; i++) {
            row.put(i, state[i]);
        }
        FloatBuffer score = FloatBuffer.allocate(1);
        network.evaluate(row, 1, score, null); // null: no gradient
        return List.of(new Measure("energy", -score.get(0)));
    }
}
