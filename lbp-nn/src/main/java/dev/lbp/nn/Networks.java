package dev.lbp.nn;

import dev.lbp.internal.Check;
import dev.lbp.internal.onnx.NetworkWriter;

/**
 * Networks of common architectures. The initial weights and biases are those of PyTorch, uniform in {@code [-1, 1] /
 * sqrt(fan-in)}. The activation is swish, {@code a sigmoid(a)}.
 */
public final class Networks {

    private Networks() {}

    /**
     * A multilayer perceptron. With 784 sites and two hidden layers of 256 units it has 267,009 parameters.
     *
     * @param sites N, in [1, 10^9]
     * @param hidden the number of units of each hidden layer, at least 1; without hidden layers the score is linear
     * @param seed of the initial parameters
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxNetwork mlp(int sites, int[] hidden, long seed) {
        NetworkWriter writer = writer(Check.sites("sites", sites), seed);
        String score = perceptron(writer, "score", writer.states(), sites, hidden, 1);
        return OnnxNetwork.of(writer.model(score).toByteArray());
    }

    /**
     * The residual network of Grathwohl et al. (2021) and Sun et al. (2022): a convolution from the image to the
     * channels, two blocks with stride 2, further blocks of stride 1, the mean over the pixels, a linear layer. A block
     * has two convolutions, and adds its input to their output; with stride 2 a 1 x 1 convolution makes the input
     * fit. Other kernels are 3 x 3. For images of 28 x 28 a network of 8 channels and 2 further blocks has 4,905
     * parameters; the papers' network, of 64 channels and 6 further blocks, has 599,873.
     *
     * @param height of the images, at least 1; sites are in row-major order
     * @param width of the images, at least 1; {@code height * width} at most 10^9
     * @param channels at least 1
     * @param blocks the number of further blocks, at least 0
     * @param seed of the initial parameters
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxNetwork resNet(int height, int width, int channels, int blocks, long seed) {
        return resNet(1, height, width, channels, blocks, seed);
    }

    private static OnnxNetwork resNet(int images, int height, int width, int channels, int blocks, long seed) {
        Check.atLeast(1, "height", height);
        Check.atLeast(1, "width", width);
        Check.that((long) height * width <= 1_000_000_000, "be <= 1000000000", "height * width", (long) height * width);
        Check.atLeast(1, "channels", channels);
        Check.atLeast(0, "blocks", blocks);
        NetworkWriter writer = writer(images * height * width, seed);
        // kernels of 3 x 3, stride 1
        String image = writer.conv("first", writer.images(images, height, width), images, channels, 3, 1);
        for (int k = 0; k < blocks + 2; k++) { // the first two blocks halve height and width, by a stride of 2
            image = block(writer, "block." + k, image, channels, k < 2 ? 2 : 1);
        }
        String score = writer.linear("score", writer.meanOfPixels(image), channels, 1);
        return OnnxNetwork.of(writer.model(score).toByteArray());
    }

    /**
     * A small LeNet for {@link NetworkPosterior}: a state is an image followed by its one-hot label, and the score is
     * the log-probability of the label. It has two convolutions of 5 x 5 without padding, each followed by an average
     * over blocks of 2 x 2 pixels, and two linear layers. For images of 28 x 28 and 10 classes, a network of 4 and 8
     * channels and 32 units has 5,370 parameters. Source: LeCun, Bottou, Bengio and Haffner, Gradient-based learning
     * applied to document recognition, 1998; here with fewer channels, and swish instead of their activation.
     *
     * @param height of the images, at least 16, and a multiple of 4
     * @param width of the images, at least 16, and a multiple of 4
     * @param classes at least 2
     * @param first channels of the first convolution, at least 1
     * @param second channels of the second convolution, at least 1
     * @param hidden units of the first linear layer, at least 1
     * @param seed of the initial parameters
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxNetwork leNet(int height, int width, int classes, int first, int second, int hidden, long seed) {
        checkSide("height", height);
        checkSide("width", width);
        Check.that((long) height * width <= 1_000_000, "be <= 1000000", "height * width", (long) height * width);
        Check.atLeast(2, "classes", classes);
        Check.atLeast(1, "first", first);
        Check.atLeast(1, "second", second);
        Check.atLeast(1, "hidden", hidden);
        int pixels = height * width;
        NetworkWriter writer = writer(Math.addExact(pixels, classes), seed);
        String image = writer.images(writer.columns(0, pixels), height, width);
        // kernels of 5 x 5; an image has 1 channel
        String once = writer.averagePool(writer.swish(writer.narrowConv("conv1", image, 1, first, 5)));
        String twice = writer.averagePool(writer.swish(writer.narrowConv("conv2", once, first, second, 5)));
        int features = Math.multiplyExact(second, quarter(height) * quarter(width));
        String units = writer.swish(writer.linear("hidden", writer.flat(twice, features), features, hidden));
        String logits = writer.linear("logits", units, hidden, classes);
        String score = writer.logLikelihood(logits, writer.columns(pixels, pixels + classes));
        return OnnxNetwork.of(writer.model(score).toByteArray());
    }

    /**
     * A multilayer perceptron for {@link NetworkPosterior}: a state is the inputs followed by the one-hot label, and
     * the score is the log-probability of the label. Without hidden layers it is softmax regression.
     *
     * @param inputs at least 1
     * @param hidden the number of units of each hidden layer, at least 1
     * @param classes at least 2
     * @param seed of the initial parameters
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxNetwork classifier(int inputs, int[] hidden, int classes, long seed) {
        Check.atLeast(1, "inputs", inputs);
        int sites = Check.sites("inputs + classes", Math.addExact(inputs, Check.atLeast(2, "classes", classes)));
        NetworkWriter writer = writer(sites, seed);
        String logits = perceptron(writer, "logits", writer.columns(0, inputs), inputs, hidden, classes);
        String score = writer.logLikelihood(logits, writer.columns(inputs, sites));
        return OnnxNetwork.of(writer.model(score).toByteArray());
    }

    private static void checkSide(String name, int value) {
        Check.that(value >= 16 && value % 4 == 0, "be at least 16 and a multiple of 4", name, value);
    }

    /** The side of an image after two 5 x 5 convolutions and two averages over 2 x 2 blocks. */
    private static int quarter(int side) {
        return ((side - 4) / 2 - 4) / 2;
    }

    /**
     * The network of {@link #resNet} for pairs (x, x') of images, which are its two input channels. A row of input is x
     * followed by x'.
     *
     * @param height of an image, at least 1
     * @param width of an image, at least 1
     * @param channels at least 1
     * @param blocks the number of further blocks, at least 0
     * @param seed of the initial parameters
     * @return a network of {@code 2 * height * width} sites
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxNetwork pairResNet(int height, int width, int channels, int blocks, long seed) {
        return resNet(2, height, width, channels, blocks, seed);
    }

    /**
     * A multilayer perceptron with several outputs, which are any reals.
     *
     * @param inputs at least 1
     * @param hidden the number of units of each hidden layer, at least 1
     * @param outputs at least 1
     * @param seed of the initial parameters; parameters are in the order of the layers
     * @throws IllegalArgumentException if an argument is not as above, or there are more than 2^28 parameters
     */
    public static OnnxVectorNetwork vectors(int inputs, int[] hidden, int outputs, long seed) {
        NetworkWriter writer = writer(Check.atLeast(1, "inputs", inputs), seed);
        String last = perceptron(writer, "outputs", writer.states(), inputs, hidden, outputs);
        return OnnxVectorNetwork.of(writer.model(last, outputs).toByteArray());
    }

    /**
     * A network like that of {@link #vectors}, with a sigmoid on each output: values in (0, 1), such as grey pixels.
     */
    public static OnnxVectorNetwork shares(int inputs, int[] hidden, int outputs, long seed) {
        NetworkWriter writer = writer(Check.atLeast(1, "inputs", inputs), seed);
        String last = writer.sigmoid(perceptron(writer, "outputs", writer.states(), inputs, hidden, outputs));
        return OnnxVectorNetwork.of(writer.model(last, outputs).toByteArray());
    }

    /** Writes a multilayer perceptron from {@code inputs} columns to {@code outputs}. Returns its last value. */
    private static String perceptron(
            NetworkWriter writer, String name, String columns, int inputs, int[] hidden, int outputs) {
        String units = columns;
        int in = inputs;
        for (int k = 0; k < Check.notNull("hidden", hidden).length; k++) {
            int out = Check.atLeast(1, "hidden[" + k + "]", hidden[k]);
            units = writer.swish(writer.linear("hidden." + k, units, in, out));
            in = out;
        }
        return writer.linear(name, units, in, Check.atLeast(1, "outputs", outputs));
    }

    private static NetworkWriter writer(int sites, long seed) {
        OnnxNetwork.checkNd4j();
        return new NetworkWriter(sites, seed);
    }

    /** A residual block: two convolutions, to whose output the input is added. */
    private static String block(NetworkWriter writer, String name, String x, int channels, int stride) {
        String inner = writer.swish(writer.conv(name + ".conv1", x, channels, channels, 3, stride));
        String outer = writer.conv(name + ".conv2", inner, channels, channels, 3, 1);
        String added = stride == 1 ? x : writer.conv(name + ".shortcut", x, channels, channels, 1, stride);
        return writer.swish(writer.sum(outer, added));
    }
}
