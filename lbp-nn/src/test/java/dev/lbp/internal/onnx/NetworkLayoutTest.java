package dev.lbp.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.Serialized;
import dev.lbp.ValueRun;
import dev.lbp.check.ModelCheck;
import dev.lbp.nn.CategoricalNetworkModel;
import dev.lbp.nn.CategoricalNetworkModel.Layout;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.ScoreNetwork;
import java.nio.FloatBuffer;
import java.util.stream.IntStream;
import onnx.Onnx.ModelProto;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** Networks over categories whose files have their inputs in either order: the same network, the same target. */
class NetworkLayoutTest {

    /** A convolution along four sites of three values, and the largest value over the sites. */
    private static OnnxNetwork network(long... input) {
        Net net = new Net(31L, input);
        boolean sitesFirst = input.length == 2 && input[0] == 4;
        String x = sitesFirst
                ? net.node("Transpose").with("perm", new long[] {0, 2, 1}).of(Net.INPUT)
                : input.length == 2 ? Net.INPUT : turnedFlat(net, input);
        String hidden = net.node("Conv").with("pads", new long[] {1, 1}).of(x, net.weight(5, 3, 3), net.weight(5));
        String largest = net.node("ReduceMax")
                .with("axes", new long[] {2})
                .with("keepdims", 0)
                .of(net.op("Tanh", hidden));
        ModelProto model = net.weighted(largest, 5);
        return OnnxNetwork.of(model.toByteArray());
    }

    /** From [rows, 12] or [rows, 1, 4, 3]. */
    private static String turnedFlat(Net net, long... input) {
        String sites = net.op("Reshape", Net.INPUT, net.integers(-1, 4, 3));
        return net.node("Transpose").with("perm", new long[] {0, 2, 1}).of(sites);
    }

    private static INDArray states() {
        float[][] cells = new float[81][12];
        for (int k = 0; k < 81; k++) {
            for (int i = 0, rest = k; i < 4; i++, rest /= 3) {
                cells[k][3 * i + rest % 3] = 1;
            }
        }
        return Nd4j.create(cells);
    }

    /** On all 81 states, against the network itself. */
    @Test
    void layouts_giveTheSameTarget() {
        INDArray states = states();
        try (OnnxNetwork first = network(4, 3);
                OnnxNetwork turned = network(3, 4);
                OnnxNetwork flat = network(12);
                OnnxNetwork image = network(1, 4, 3)) {
            FloatBuffer scores = FloatBuffer.allocate(81);
            FloatBuffer gradients = FloatBuffer.allocate(81 * 12);
            first.evaluate(FloatBuffer.wrap(states.data().asFloat()), 81, scores, gradients);
            assertThat(first.shape()).containsExactly(4, 3);
            for (OnnxNetwork network : new OnnxNetwork[] {first, turned, flat, image}) {
                CategoricalNetworkModel model = CategoricalNetworkModel.of(network, 3);
                assertThat(model).hasToString("CategoricalNetworkModel, N = 4, C = 3");
                assertThat(model.logProb(states).toFloatVector()).containsExactly(scores.array(), within(1e-5f));
                assertThat(model.evaluate(states).logProb().toFloatVector())
                        .containsExactly(scores.array(), within(1e-5f));
                assertThat(model.gradient(states).data().asFloat()).containsExactly(gradients.array(), within(1e-5f));
                assertThat(model.logits(states.getRows(3, 4)).data().asFloat())
                        .containsExactly(
                                FloatBuffer.allocate(24)
                                        .put(0, gradients, 36, 24)
                                        .array(),
                                within(1e-5f));
                assertThat(ModelCheck.of(model).verify().flipCorrelation()).isPositive();
            }
        }
    }

    /** The shape cannot tell, so the caller must. */
    @Test
    void asManySitesAsValues_needALayout() {
        try (OnnxNetwork square = OnnxNetwork.of(squareModel().toByteArray())) {
            refused(
                    "must be told apart by a layout, SITES_FIRST or VALUES_FIRST: the axes of sites and of values, both of"
                            + " size 3: input=[3, 3]",
                    () -> CategoricalNetworkModel.of(square, 3));
            INDArray state = Nd4j.create(new float[][] {{1, 0, 0, 0, 1, 0, 1, 0, 0}});
            double sitesFirst = CategoricalNetworkModel.of(square, 3, Layout.SITES_FIRST)
                    .logProb(state)
                    .getDouble(0);
            double valuesFirst = CategoricalNetworkModel.of(square, 3, Layout.VALUES_FIRST)
                    .logProb(state)
                    .getDouble(0);
            assertThat(sitesFirst).isEqualTo(1 + 5 + 7);
            assertThat(valuesFirst).isEqualTo(1 + 5 + 3);
        }
    }

    /** The score is the sum of the weights 1 to 9 of the cells that are 1. */
    private static ModelProto squareModel() {
        Net net = new Net(1L, 3, 3);
        return net.score(net.op("MatMul", net.op("Flatten", Net.INPUT), net.weights(k -> k, 9, 1)));
    }

    @Test
    void sizesThatDoNotFit_areRefused() {
        try (OnnxNetwork network = network(4, 3)) {
            refused(
                    "must be a multiple of values=5: network.dimension()=12",
                    () -> CategoricalNetworkModel.of(network, 5));
            refused("must be >= 2: values=1", () -> CategoricalNetworkModel.of(network, 1));
            refused(
                    "must be [6, 2] for values=2, SITES_FIRST: input=[4, 3]",
                    () -> CategoricalNetworkModel.of(network, 2));
            refused(
                    "must be [3, 4] for values=3, VALUES_FIRST: input=[4, 3]",
                    () -> CategoricalNetworkModel.of(network, 3, Layout.VALUES_FIRST));
        }
    }

    private static void refused(String message, Runnable call) {
        assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
    }

    /** A network that is no file has no axes: its inputs are as the caller says. */
    @Test
    void networkOfAUser_isReadAsTheLayoutSays() {
        ScoreNetwork network = new ScoreNetwork() {
            @Override
            public int dimension() {
                return 6;
            }

            @Override
            public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, FloatBuffer gradients) {
                for (int r = 0; r < rows; r++) {
                    int row = 6 * r;
                    scores.put(r, (float) IntStream.range(0, 6)
                            .mapToDouble(k -> (k + 1) * states.get(row + k))
                            .sum());
                }
            }
        };
        INDArray state = Nd4j.create(new float[] {0, 1, 1, 0, 1, 0}, new long[] {1, 6}, DataType.FLOAT);
        assertThat(CategoricalNetworkModel.of(network, 2).logProb(state).getDouble(0))
                .isEqualTo(2 + 3 + 5);
        assertThat(CategoricalNetworkModel.of(network, 2, Layout.VALUES_FIRST)
                        .logProb(state)
                        .getDouble(0))
                .isEqualTo(4 + 2 + 3);
    }

    /** A run that was bytes draws the same, also of a network whose inputs are turned. */
    @Test
    void run_fromBytes_drawsTheSame() throws Exception {
        try (OnnxNetwork turned = network(3, 4)) {
            CategoricalNetworkModel model = CategoricalNetworkModel.of(turned, 3);
            ValueRun run =
                    Samplers.lbp().build().sample(model).chains(2).warmup(20).draws(30);
            Results.assertSame(run.run(), ValueRun.fromBytes(run.toBytes()).run());
            assertThat(Serialized.copy(model).logProb(states())).isEqualTo(model.logProb(states()));
        }
    }
}
