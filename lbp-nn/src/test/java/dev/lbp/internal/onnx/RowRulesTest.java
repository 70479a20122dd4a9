package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import org.junit.jupiter.api.Test;

/**
 * Graphs that no rule derives a gradient of, because they mix rows, take parts of them or have an input that is not
 * constant.
 */
class RowRulesTest {

    private static final long SEED = 13;

    @Test
    void rows_thatAMeanMixes_areRefused() {
        Net net = new Net(SEED, 2);
        String mean = net.node("ReduceMean").with("axes", new long[] {0}).of(Net.INPUT);
        ModelProto model = net.weighted(net.op("Sub", Net.INPUT, mean), 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContainingAll("must not mix rows: node ", " of type ReduceMean");
    }

    static void refusedByRule(ModelProto model, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContainingAll(words);
    }

    /** A weight of an exponent alone is no parameter; one that is a parameter elsewhere must not be an exponent too. */
    @Test
    void constants_ofARule_mustNotDepend_onWhatIsDifferentiated() {
        Net net = new Net(SEED, 2);
        OnnxGradientTest.refused(
                net.weighted(net.op("Pow", Net.INPUT, Net.INPUT), 2),
                "must be constant: input x: node ",
                "of type Pow");
        Net fixed = new Net(SEED, 2);
        String exponent = fixed.weight(0.5f, 1, 2);
        String power = fixed.op("Pow", Net.INPUT, fixed.op("Exp", exponent));
        assertThat(new OnnxGradient(fixed.weighted(power, 2)).parameters()).hasSize(1);
        OnnxGradientTest.refused(
                fixed.weighted(fixed.op("Mul", power, exponent), 2), "must be constant: input ", "of type Pow");
    }

    @Test
    void parts_thatCannotBeGivenBack_areRefused() {
        Net rows = new Net(SEED, 2);
        refusedByRule(
                rows.weighted(
                        rows.op("Slice", Net.INPUT, rows.integers(0), rows.integers(1 << 20), rows.integers(0)), 2),
                "must not take a part of the rows: node ",
                "of type Slice");
        Net steps = new Net(SEED, 4);
        refusedByRule(
                steps.weighted(
                        steps.op(
                                "Slice",
                                Net.INPUT,
                                steps.integers(0),
                                steps.integers(4),
                                steps.integers(1),
                                steps.integers(2)),
                        2),
                "must have steps of 1: node ");
        Net pad = new Net(SEED, 4);
        refusedByRule(
                pad.weighted(pad.op("Pad", Net.INPUT, pad.integers(0, -1, 0, 0)), 3),
                "must be at least 0: pads=[0, -1, 0, 0]: node ");
        Net mode = new Net(SEED, 4);
        refusedByRule(
                mode.weighted(mode.node("Pad").with("mode", "reflect").of(Net.INPUT, mode.integers(0, 1, 0, 0)), 5),
                "must have mode constant: node ");
        Net twice = new Net(SEED, 4);
        String doubled = twice.node("Concat").with("axis", 0).of(Net.INPUT, Net.INPUT);
        refusedByRule(
                twice.weighted(twice.op("Reshape", doubled, twice.integers(-1, 8)), 8), "must not mix rows: node ");
    }

    @Test
    void rows_thatOtherOperatorsMix_areRefused() {
        for (String operator : new String[] {"ReduceMax", "Softmax", "LogSoftmax", "LayerNormalization", "Einsum"}) {
            Net net = new Net(SEED, 2);
            GraphWriter.NodeWriter node = net.node(operator);
            String mixed = switch (operator) {
                case "ReduceMax" -> node.with("axes", new long[] {0}).of(Net.INPUT);
                case "LayerNormalization" -> node.with("axis", 0).of(Net.INPUT, net.constant(1));
                case "Einsum" -> node.with("equation", "bi,bj->ij").of(Net.INPUT, Net.INPUT);
                default -> node.with("axis", 0).of(Net.INPUT);
            };
            String all =
                    operator.equals("Einsum") ? net.op("MatMul", Net.INPUT, mixed) : net.op("Sub", Net.INPUT, mixed);
            refusedByRule(net.weighted(17, all, 2), "must not mix rows", "of type " + operator);
        }
    }

    /** The mean that a normalisation gives beside its output has no rule. */
    @Test
    void secondOutputs_areRefused() {
        Net net = new Net(SEED, 4);
        net.graph()
                .addNode(NodeProto.newBuilder()
                        .setOpType("LayerNormalization")
                        .addInput(Net.INPUT)
                        .addInput(net.weight(4))
                        .addInput(net.weight(4))
                        .addOutput("normal")
                        .addOutput("mean"));
        refusedByRule(
                net.weighted(17, net.op("Mul", "normal", "mean"), 4),
                "must give the score by its first output alone: output mean: node normal, mean of type LayerN");
    }

    @Test
    void gather_ofRows_isRefused() {
        Net net = new Net(SEED, 2);
        String rows = net.op("Gather", Net.INPUT, net.indices(new long[] {0, 1, 0}, 3));
        String all = net.op("Sub", net.op("MatMul", Net.INPUT, net.weight(2, 1)), net.op("ReduceSum", rows));
        refusedByRule(net.score(all), "must not take a part of the rows: node ", "of type Gather");
    }

    /** An embedding of the states themselves: the score is no function of real numbers. */
    @Test
    void indices_thatDependOnTheStates_areRefused() {
        Net net = new Net(SEED, 3);
        String integers = net.node("Cast")
                .with("to", TensorProto.DataType.INT64.getNumber())
                .of(Net.INPUT);
        String embedded = net.op("Gather", net.weight(2, 4), integers);
        String sum = net.op("Add", embedded, net.op("Unsqueeze", Net.INPUT, net.integers(2)));
        OnnxGradientTest.refused(net.weighted(sum, 3, 4), "must not depend on the states: input ", "of type Gather");
    }

    @Test
    void indices_thatDependOnTheNumberOfRows_areRefused() {
        Net net = new Net(SEED, 4);
        String rows = net.op("Gather", net.op("Shape", Net.INPUT), net.indices(new long[] {0}));
        String last = net.op("Sub", rows, net.indices(new long[] {1}));
        String column = net.node("Gather").with("axis", 1).of(net.op("Exp", Net.INPUT), last);
        refusedByRule(net.score(column), "must not depend on the number of rows: ");
    }

    @Test
    void dropout_ofTraining_isRefused() {
        Net net = new Net(SEED, 2);
        net.graph()
                .addInitializer(TensorProto.newBuilder()
                        .setName("training")
                        .setDataType(TensorProto.DataType.BOOL.getNumber())
                        .addInt32Data(1));
        ModelProto model = net.weighted(net.op("Dropout", Net.INPUT, net.constant(0.5f), "training"), 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model).scoreAndInputGradient())
                .withMessageContaining("must not have an input training_mode: node ");
    }
}
