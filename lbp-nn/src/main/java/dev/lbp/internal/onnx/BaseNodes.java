package dev.lbp.internal.onnx;

import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.ValueInfoProto;

/**
 * Adds nodes to a graph that add a base measure to its score, {@code score + x . logOdds + ofZeros}. The numbers are
 * constant nodes, not initialisers, so that training does not change them.
 */
public final class BaseNodes {

    private BaseNodes() {}

    /**
     * The model with a base measure in its score.
     *
     * @param states the name of the input, [rows, ...]
     * @param column whether the shape of the scores is [rows, 1]; otherwise [rows]
     * @param logOdds log-odds of a one at each site
     * @param ofZeros the log-probability of the state without ones
     */
    public static ModelProto added(ModelProto model, String states, boolean column, float[] logOdds, float ofZeros) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        GraphWriter writer = new GraphWriter(graph, "base.");
        String flat = writer.node("Flatten").of(states);
        String product = writer.node("MatMul").of(flat, constant(writer, logOdds, logOdds.length, 1));
        String sum = writer.node("Add").of(product, constant(writer, new float[] {ofZeros}, 1));
        String fitting = column ? sum : writer.node("Squeeze").of(sum, writer.integers(1));
        ValueInfoProto score = graph.getOutput(0);
        String output = writer.node("Add").of(score.getName(), fitting);
        graph.setOutput(0, score.toBuilder().setName(output));
        return model.toBuilder().setGraph(graph).build();
    }

    private static String constant(GraphWriter writer, float[] values, long... sizes) {
        return writer.node("Constant")
                .with("value", GraphWriter.tensor(values, sizes))
                .of();
    }
}
