package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.lbp.nn.OnnxNetwork;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.ValueInfoProto;
import org.junit.jupiter.api.Test;

/** A score must be that of its own row: a network that mixes rows is no target, and no derivation need notice it. */
class MixedRowsTest {

    private static final int SITES = 6;

    private static void refused(ModelProto model) {
        refused(model, "beside other states");
    }

    private static void refused(ModelProto model, String where) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OnnxNetwork.of(model.toByteArray()))
                .withMessageStartingWith(
                        "must not mix rows (net.eval() before the export helps BatchNorm and Dropout): ")
                .withMessageMatching(".*: score of a state=[-0-9.E]+, " + where + " [-0-9.E]+");
    }

    /** Attention over the batch: similarities of all pairs of rows, then a sum of all rows by them. */
    @Test
    void products_withTheTransposedStates_areRefused() {
        Net net = new Net(3L, SITES);
        String pairs = net.op("MatMul", Net.INPUT, net.op("Transpose", Net.INPUT));
        refused(net.score(net.op("MatMul", pairs, net.op("MatMul", Net.INPUT, net.weight(SITES, 1)))));
    }

    /** A small part of the score: 1 / 1,000 of the others. */
    @Test
    void products_ofSmallWeight_areRefused() {
        Net net = new Net(3L, SITES);
        String own = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, SITES, 1));
        String pairs = net.op("MatMul", Net.INPUT, net.op("Transpose", Net.INPUT));
        String mixed = net.op("MatMul", pairs, net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, SITES, 1)));
        refused(net.score(net.op("Add", own, net.op("Mul", mixed, net.constant(1e-3f)))));
    }

    /** A mean over the batch. */
    @Test
    void scores_thatDependOnTheNumberOfRows_areRefused() {
        Net net = new Net(3L, SITES);
        String own = net.op("MatMul", Net.INPUT, net.weight(0.5f, 1, SITES, 1));
        String rows = net.op("Gather", net.op("Shape", Net.INPUT), net.integers(0));
        refused(net.score(net.op("Div", own, net.node("Cast").with("to", 1).of(rows))), "alone");
    }

    /** The softmax over rows, with a gradient of the file's own. */
    @Test
    void ownGradient_ofRowsThatMix_isRefused() {
        Net net = new Net(3L, SITES);
        String own = net.op("MatMul", Net.INPUT, net.weight(SITES, 1));
        String score = net.node("Softmax").with("axis", 0).of(own);
        ModelProto.Builder model = net.score(net.op("Identity", score)).toBuilder();
        model.getGraphBuilder()
                .clearOutput()
                .addNode(named("Identity", score, "score"))
                .addNode(named("Identity", Net.INPUT, "gradient"))
                .addOutput(ValueInfoProto.newBuilder().setName("score"))
                .addOutput(ValueInfoProto.newBuilder().setName("gradient"));
        refused(model.build());
    }

    private static NodeProto named(String operator, String input, String output) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .addInput(input)
                .addOutput(output)
                .build();
    }

    /** A score of -Infinity gives no tolerance for others: of the states tried, some have a 0 at site 4. */
    @Test
    void rowsThatMix_besideImpossibleStates_areRefused() {
        Net net = new Net(3L, SITES);
        String own = net.op("Log", net.node("Gather").with("axis", 1).of(Net.INPUT, net.integers(4)));
        String pairs = net.op("MatMul", Net.INPUT, net.op("Transpose", Net.INPUT));
        String mixed = net.op("MatMul", pairs, net.op("MatMul", Net.INPUT, net.weight(1f, 2f, SITES, 1)));
        refused(net.score(net.op("Add", own, mixed)));
    }

    /** Sums of large terms that cancel have large errors; rows evaluated together have the same ones. */
    @Test
    void rows_thatDoNotMix_areAccepted() {
        Net net = new Net(3L, 500);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(-1e3f, 1e3f, 500, 100));
        try (OnnxNetwork network =
                OnnxNetwork.of(net.weighted(net.op("Tanh", hidden), 100).toByteArray())) {
            assertThat(network.dimension()).isEqualTo(500);
        }
        Net impossible = new Net(3L, 2);
        String sum = impossible.op("MatMul", Net.INPUT, impossible.weight(1f, 2f, 2, 1));
        try (OnnxNetwork network =
                OnnxNetwork.of(impossible.score(impossible.op("Log", sum)).toByteArray())) { // -Infinity at zeros
            assertThat(network.dimension()).isEqualTo(2);
        }
    }
}
