package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import ai.onnxruntime.OrtException;
import java.util.List;
import java.util.Set;
import onnx.Onnx.AttributeProto;
import onnx.Onnx.GraphProto;
import onnx.Onnx.ModelProto;
import onnx.Onnx.NodeProto;
import onnx.Onnx.TensorProto;
import onnx.Onnx.ValueInfoProto;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a derived graph has and has not, and what no gradient is derived of. */
class OnnxGradientTest {

    private static final long SEED = 13;

    private static Net mlp() {
        Net net = new Net(SEED, 6);
        String hidden = net.op("Gemm", Net.INPUT, net.weight(6, 5), net.weight(5));
        hidden = net.op("Mul", hidden, net.op("Sigmoid", hidden));
        net.op("Gemm", hidden, net.weight(5, 1), net.weight(1));
        return net;
    }

    private static ModelProto model(Net net) {
        return net.score(net.graph().getNode(net.graph().getNodeCount() - 1).getOutput(0));
    }

    private static List<String> operators(ModelProto model) {
        return model.getGraph().getNodeList().stream().map(NodeProto::getOpType).toList();
    }

    private static List<String> inputs(ModelProto model) {
        return model.getGraph().getInputList().stream()
                .map(ValueInfoProto::getName)
                .toList();
    }

    @Test
    void parameters_areInputs_behindTheOthers() {
        OnnxGradient gradient = new OnnxGradient(model(mlp()));
        assertThat(gradient.parameters()).extracting(TensorProto::getName).containsExactly("w0", "w1", "w2", "w3");
        assertThat(inputs(gradient.score())).containsExactly("x", "w0", "w1", "w2", "w3");
        assertThat(inputs(gradient.scoreAndInputGradient())).containsExactly("x", "w0", "w1", "w2", "w3");
        assertThat(inputs(gradient.scoreAndParameterGradients()))
                .hasSize(6)
                .startsWith("x")
                .endsWith("w0", "w1", "w2", "w3");
        assertThat(gradient.score().getGraph().getInitializerList()).isEmpty();
    }

    /** Two products forward; backward one for each that leads to what is wanted, and no other. */
    @Test
    void derivedGraphs_haveNoProduct_thatIsNotNeeded() {
        OnnxGradient gradient = new OnnxGradient(model(mlp()));
        assertThat(operators(gradient.score())).filteredOn("Gemm"::equals).hasSize(2);
        assertThat(operators(gradient.scoreAndInputGradient()))
                .filteredOn("Gemm"::equals)
                .hasSize(4);
        assertThat(operators(gradient.scoreAndParameterGradients()))
                .filteredOn("Gemm"::equals)
                .hasSize(5);
        assertThat(operators(gradient.scoreAndInputGradient()))
                .filteredOn("Sigmoid"::equals)
                .hasSize(1);
    }

    /** A product forward; backward a difference, a product, a sum, and a product with the cotangent. */
    @Test
    void swish_isOneFunction() {
        Net net = new Net(SEED, 4);
        ModelProto model = net.weighted(net.op("Mul", Net.INPUT, net.op("Sigmoid", Net.INPUT)), 4);
        assertThat(operators(new OnnxGradient(model).scoreAndInputGradient()))
                .filteredOn(Set.of("Mul", "Add", "Sub")::contains)
                .hasSize(1 + 4);
    }

    /** Softplus needs the sigmoid, which this graph has. */
    @Test
    void derivedGraphs_takeValues_thatTheForwardGraphHas() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 3));
        ModelProto model = net.weighted(net.op("Add", net.op("Softplus", hidden), net.op("Sigmoid", hidden)), 3);
        assertThat(operators(new OnnxGradient(model).scoreAndInputGradient()))
                .filteredOn("Sigmoid"::equals)
                .hasSize(1);
        GradientCheck.check(model);
    }

    @Test
    void names_ofTheForwardGraph_areNotTakenAgain() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("Softplus", net.op("MatMul", Net.INPUT, net.weight(4, 3)));
        assertThat(hidden).startsWith("gradient.");
        GradientCheck.check(net.weighted(hidden, 3));
    }

    @Test
    void parameters_withOneGradient_haveTwoOutputs() throws OrtException {
        Net net = new Net(SEED, 4);
        String hidden = net.op("MatMul", Net.INPUT, net.weight(4, 3));
        String shifted = net.op("Add", net.op("Add", hidden, net.weight(3)), net.weight(3));
        GradientCheck.check(net.weighted(net.op("Softplus", shifted), 3));
    }

    @Test
    void parameters_listedAsInputsToo_asOldFilesDo() throws OrtException {
        Net net = mlp();
        net.graph().addInput(Net.value("w0", 6, 5));
        GradientCheck.check(model(net));
    }

    @Test
    void parameters_areNot_whatTheScoreIsNotDifferentiatedBy() throws OrtException {
        Net net = mlp();
        net.weight(3);
        String unused = net.op("Exp", net.weight(3));
        assertThat(unused).isNotEmpty();
        ModelProto model =
                net.score(net.graph().getNode(net.graph().getNodeCount() - 2).getOutput(0));
        assertThat(new OnnxGradient(model).parameters()).hasSize(4);
        GradientCheck.check(model);
    }

    static void refused(ModelProto model, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new OnnxGradient(model))
                .withMessageContainingAll(words);
    }

    @Test
    void operator_withoutRule_isNamed() {
        Net net = new Net(SEED, 4);
        String cut = net.op("Ceil", Net.INPUT);
        refused(net.weighted(cut, 4), "must be one of Abs, Add, ", ": node " + cut + " of type Ceil");
        Net unnamed = new Net(SEED, 4);
        unnamed.graph()
                .addNode(NodeProto.newBuilder().setOpType("Ceil").addInput("x").addOutput("cut"));
        refused(unnamed.weighted("cut", 4), ": node cut of type Ceil");
    }

    @Test
    void operator_ofAnotherDomain_isNamed() {
        Net net = new Net(SEED, 4);
        net.graph()
                .addNode(NodeProto.newBuilder()
                        .setDomain("com.microsoft")
                        .setOpType("Gelu")
                        .addInput("x")
                        .addOutput("y"));
        refused(
                net.weighted("y", 4).toBuilder()
                        .addOpsetImport(net.score("y").getOpsetImport(0).toBuilder()
                                .setDomain("com.microsoft")
                                .setVersion(1))
                        .build(),
                "node y of type Gelu");
    }

    /** No gradient goes through integers, so their operators need no rule. */
    @Test
    void operator_onIntegers_needsNoRule() throws OrtException {
        Net net = new Net(SEED, 4);
        String count = net.op("Size", Net.INPUT);
        String real = net.node("Cast")
                .with("to", TensorProto.DataType.FLOAT.getNumber())
                .of(count);
        String positive = net.op("Softplus", net.op("MatMul", Net.INPUT, net.weight(4, 3)));
        ModelProto model = net.weighted(net.op("Div", positive, real), 3);
        assertThat(new OnnxGradient(model).parameters()).hasSize(2);
    }

    /** A part of the score in another precision depends on the input like the others. */
    @ParameterizedTest
    @EnumSource(
            value = TensorProto.DataType.class,
            names = {"DOUBLE", "FLOAT16"})
    void operator_onRealsOfAnotherPrecision_isNamed(TensorProto.DataType type) {
        Net net = new Net(SEED, 4);
        String other = net.node("Cast").with("to", type.getNumber()).of(Net.INPUT);
        String back = net.node("Cast")
                .with("to", TensorProto.DataType.FLOAT.getNumber())
                .of(other);
        refused(
                net.weighted(net.op("Add", Net.INPUT, back), 4),
                "must be from float to float: node " + back + " of type Cast");
    }

    /** Exports have it where a module calls {@code x.float()}. */
    @Test
    void cast_ofFloatsToFloats_isTheIdentity() throws OrtException {
        Net net = new Net(SEED, 4);
        int type = TensorProto.DataType.FLOAT.getNumber();
        String states = net.node("Cast").with("to", type).of(Net.INPUT);
        String weight = net.node("Cast").with("to", type).of(net.weight(4, 3));
        ModelProto model = net.weighted(net.op("Softplus", net.op("MatMul", states, weight)), 3);
        assertThat(new OnnxGradient(model).parameters()).hasSize(2);
        GradientCheck.check(model);
    }

    /** A node with a subgraph depends on what the subgraph reads, though that is none of its inputs. */
    @Test
    void operator_withASubgraph_isNamed() {
        Net net = new Net(SEED, 4);
        net.graph()
                .addInitializer(TensorProto.newBuilder()
                        .setName("yes")
                        .setDataType(TensorProto.DataType.BOOL.getNumber())
                        .addInt32Data(1));
        net.graph()
                .addNode(NodeProto.newBuilder()
                        .setOpType("If")
                        .addInput("yes")
                        .addOutput("y")
                        .addAttribute(branch("then_branch", "Tanh"))
                        .addAttribute(branch("else_branch", "Identity")));
        refused(net.weighted(net.op("Add", Net.INPUT, "y"), 4), ": node y of type If");
    }

    private static AttributeProto branch(String name, String operator) {
        String output = operator + " of x";
        return AttributeProto.newBuilder()
                .setName(name)
                .setType(AttributeProto.AttributeType.GRAPH)
                .setG(GraphProto.newBuilder()
                        .setName(name)
                        .addNode(NodeProto.newBuilder()
                                .setOpType(operator)
                                .addInput(Net.INPUT)
                                .addOutput(output))
                        .addOutput(ValueInfoProto.newBuilder().setName(output)))
                .build();
    }

    @Test
    void model_ofAnotherForm_isRefused() {
        Net net = mlp();
        ModelProto model = model(net);
        GraphProto graph = model.getGraph();
        refused(
                model.toBuilder()
                        .setGraph(graph.toBuilder().addInput(Net.value("z", -1, 3)))
                        .build(),
                "must be one: inputs=[x, z]");
        refused(
                model.toBuilder()
                        .setGraph(graph.toBuilder().addOutput(Net.value("x", -1, 6)))
                        .build(),
                "must be one: outputs=[",
                ", x]");
        refused(net.score("x", 12), "must be at least 13: opset=12");
        refused(
                net.score(net.graph().getNode(0).getOutput(0)),
                "must be floats [rows] or [rows, 1]: output ",
                "[?, 5]");
        refused(net.score("w3"), "must be floats [rows] or [rows, 1]: output w3: [1]");
        refused(
                model.toBuilder()
                        .setGraph(graph.toBuilder().setInput(0, Net.value("x", 4, 6)))
                        .build(),
                "must have the rows alone as a free axis: input x: [4, 6]");
        refused(
                model.toBuilder()
                        .setGraph(graph.toBuilder().setInput(0, Net.value("x", -1, -1)))
                        .build(),
                "must have the rows alone as a free axis: input x: [rows, rows]");
        refused(
                model.toBuilder()
                        .setGraph(graph.toBuilder().setInput(0, Net.value("x", -1, 7)))
                        .build(),
                "must run in ONNX Runtime, on any number of rows: graph: ");
    }

    @Test
    void model_madeForOneNumberOfRows_isRefused() {
        Net net = new Net(SEED, 2, 3);
        String flat = net.op("Reshape", Net.INPUT, net.integers(100, 6));
        refused(net.weighted(flat, 6), "must run in ONNX Runtime, on any number of rows: graph: ");
    }

    /**
     * ONNX Runtime accepts the file: a pass through its nodes would miss that the score depends on the input by w0 too.
     */
    @Test
    void nodes_inAnotherOrder_areRefused() {
        Net net = new Net(SEED, 2);
        String bent = net.op("Tanh", Net.INPUT);
        net.graph()
                .addNode(NodeProto.newBuilder()
                        .setOpType("Mul")
                        .addInput("late")
                        .addInput(net.weight(2))
                        .addOutput("product"))
                .addNode(NodeProto.newBuilder()
                        .setOpType("Sigmoid")
                        .addInput("x")
                        .addOutput("late"));
        refused(
                net.weighted(net.op("Add", bent, "product"), 2),
                "must come behind the node of its input late: node product of type Mul");
    }

    @Test
    void score_withoutTheInput_isRefused() {
        Net net = new Net(SEED, 2);
        String zeros =
                net.op("Expand", net.weight(1), net.node("Gather").of(net.op("Shape", Net.INPUT), net.integers(0)));
        refused(net.score(zeros), "must depend on the input x: output " + zeros);
    }

    @Test
    void parameters_withoutAny() throws OrtException {
        Net net = new Net(SEED, 2);
        String square = net.op("Mul", Net.INPUT, Net.INPUT);
        ModelProto model = net.score(net.node("ReduceSum").with("keepdims", 0).of(square, net.integers(1)));
        OnnxGradient gradient = new OnnxGradient(model);
        assertThat(gradient.parameters()).isEmpty();
        assertThat(gradient.scoreAndParameterGradients().getGraph().getOutputCount())
                .isEqualTo(1);
        GradientCheck.check(model);
    }
}
