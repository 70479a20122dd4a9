package dev.lbp.nn;

import dev.lbp.continuous.DataDensity;
import dev.lbp.internal.Check;
import dev.lbp.internal.States;
import dev.lbp.internal.Sum;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The posterior density of a classifier's parameters theta, with one coordinate per parameter of the network:
 *
 * <pre>  log pi(theta) = sum_k log p(y_k | x_k, theta) + sum_j log N(theta_j; 0, s^2).</pre>
 *
 * <p>The network is a {@link TrainableNetwork} of inputs [x, y], where y is the one-hot label of C cells. Its score
 * must be {@code sum_c y_c log p(c | x, theta)}, which is linear in y; networks of {@link Networks#leNet} have this
 * form. So the log-likelihood is a sum of scores, and the gradient by y consists of the log-probabilities of all
 * classes.
 *
 * <p>The network computes with theta rounded to single precision, and a chain is exact for the density of the rounded
 * theta. Scores and the prior are added in double precision, so that each datum contributes an error of about 1e-7 of
 * its score's size. Gradients by theta have the precision of floats.
 *
 * <p>An evaluation writes theta into the network and leaves it there. Points of a batch are evaluated one after the
 * other. Log-density and gradient together cost about four times the log-density alone. If several runs share the
 * network, only one of them calls it at a time.
 */
public final class NetworkPosterior implements DataDensity {

    private static final long serialVersionUID = 1L;

    /** The most data in one call of the network. */
    private static final int CHUNK = 256;

    /** The standard deviation of starts around the network's own parameters, as a share of the prior's. */
    private static final double SPREAD = 0.1;

    private static final double LEAST_PRIOR = 1e-18;

    private static final double MOST_PRIOR = 1e18;

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2.0 * Math.PI);

    @SuppressWarnings("serial") // a user's network need not be serialisable
    private final TrainableNetwork network;

    private final float[][] images;
    private final int[] labels;
    private final double deviation;
    private final int classes;

    /** The parameters that the network had when this posterior was made. */
    private final float[] initial;

    private transient @Nullable PosteriorRows memory;

    private NetworkPosterior(
            TrainableNetwork network, float[][] images, int[] labels, double deviation, int classes, float[] initial) {
        this.network = network;
        this.images = images;
        this.labels = labels;
        this.deviation = deviation;
        this.classes = classes;
        this.initial = initial;
    }

    /**
     * The posterior of a network's parameters.
     *
     * @param network a network of the form above with {@code pixels + classes} inputs, at least 2 classes and one
     *     parameter
     * @param images [n][pixels], in [0, 1], at least one; copied
     * @param labels [n], in [0, classes)
     * @param prior the prior's standard deviation s of each parameter, in [1e-18, 1e18], so that s^2 is a float
     * @throws IllegalArgumentException if an argument is not as above, or the network's score of the first image is not
     *     a log-probability linear in y
     */
    public static NetworkPosterior of(TrainableNetwork network, float[][] images, int[] labels, double prior) {
        int sites = Check.notNull("network", network).dimension();
        Check.atLeast(1, "images.length", Check.notNull("images", images).length);
        Check.length(images.length, "labels", Check.notNull("labels", labels).length);
        int classes = Check.atLeast(2, "network.dimension() - images[0].length", sites - images[0].length);
        Check.that(prior >= LEAST_PRIOR && prior <= MOST_PRIOR, "be in [1e-18, 1e18]", "prior", prior);
        float[][] copies = checkedImages(images, sites - classes);
        checkLabels(labels, classes);
        FloatBuffer parameters = network.parameters();
        float[] initial = new float[Check.atLeast(1, "network.parameters().capacity()", parameters.capacity())];
        parameters.get(0, initial);
        checkParametersAreNoCopy(network);
        NetworkPosterior posterior = new NetworkPosterior(network, copies, labels.clone(), prior, classes, initial);
        posterior.checkForm();
        return posterior;
    }

    private static float[][] checkedImages(float[][] images, int pixels) {
        float[][] copies = new float[images.length][];
        for (int k = 0; k < images.length; k++) {
            String name = "images[" + k + "]";
            copies[k] = Check.notNull(name, images[k]).clone();
            Check.length(pixels, name, copies[k].length);
            for (int i = 0; i < pixels; i++) {
                float grey = copies[k][i];
                if (!(grey >= 0.0f && grey <= 1.0f)) {
                    Check.that(false, "be in [0, 1]", name + "[" + i + "]", grey);
                }
            }
        }
        return copies;
    }

    /** Copies of images, after a check that the network can read them. */
    float[][] checkedImages(float[][] others) {
        return checkedImages(others, images[0].length);
    }

    void checkLabels(int[] others) {
        checkLabels(others, classes);
    }

    private static void checkLabels(int[] labels, int classes) {
        for (int k = 0; k < labels.length; k++) {
            Check.that(
                    labels[k] >= 0 && labels[k] < classes,
                    "be in [0, " + classes + ")",
                    "labels[" + k + "]",
                    labels[k]);
        }
    }

    /** Throws if a parameter that is written is not read again: values written to a copy do not reach the network. */
    private static void checkParametersAreNoCopy(TrainableNetwork network) {
        FloatBuffer parameters = network.parameters();
        float before = parameters.get(0);
        float other = before == 0.0f ? 1.0f : 0.0f;
        parameters.put(0, other);
        boolean isRead = network.parameters().get(0) == other;
        parameters.put(0, before);
        Check.that(isRead, "have parameters() that are always the same memory", "network", network.getClass());
    }

    /** Throws if the score of the first image is not a log-probability linear in y. */
    private void checkForm() {
        double[] logs = new double[classes];
        synchronized (network) {
            PosteriorRows own = memory();
            own.put(0, images[0], labels[0]);
            network.evaluate(own.states, 1, own.scores, own.stateGradients());
            own.readLogProbabilities(0, logs);
            double sum = Arrays.stream(logs).map(Math::exp).sum();
            // 1e-3 leaves room for rounding in single precision
            Check.that(
                    Math.abs(sum - 1.0) <= 1e-3,
                    "have the score sum_c y_c log p(c | x), so that probabilities of its " + classes
                            + " classes, the inputs beside images of " + images[0].length + " pixels, add up to 1",
                    "network",
                    sum);
            Check.that(
                    Math.abs(own.scores.get(0) - logs[labels[0]]) <= 1e-3 * (1.0 + Math.abs(logs[labels[0]])),
                    "have a score linear in y, " + logs[labels[0]],
                    "network",
                    own.scores.get(0));
        }
    }

    /** The buffers of evaluations, allocated at the first one. */
    private PosteriorRows memory() {
        if (memory == null) {
            memory = new PosteriorRows(network.dimension(), classes, initial.length, CHUNK);
        }
        return memory;
    }

    /** The number of classes C. */
    public int classes() {
        return classes;
    }

    @Override
    public int dimension() {
        return initial.length;
    }

    @Override
    public int dataCount() {
        return labels.length;
    }

    /** Checksums of the data, and the prior: a checkpoint with other values is refused. */
    @Override
    public Map<String, String> identity() {
        int pixels = images[0].length;
        return Map.of(
                "images",
                Fingerprint.of(Math.multiplyExact(images.length, pixels), k -> images[k / pixels][k % pixels]),
                "labels",
                Fingerprint.of(labels.length, k -> labels[k]),
                "prior",
                String.valueOf(deviation));
    }

    /** The name, the number of parameters and of data. */
    @Override
    public String toString() {
        return name() + " of " + initial.length + " parameters and " + labels.length + " images";
    }

    /** The network's initial parameters plus normal noise of a tenth of the prior's standard deviation. */
    @Override
    public double[] start(UniformRandomProvider rng) {
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(rng);
        double[] point = new double[initial.length];
        Arrays.setAll(point, j -> initial[j] + SPREAD * deviation * normal.sample());
        return point;
    }

    @Override
    public INDArray logProb(INDArray points) {
        double[][] rows = rows(points);
        return Nd4j.createFromArray(
                Arrays.stream(rows).mapToDouble(this::logProb).toArray());
    }

    @Override
    public INDArray gradient(INDArray points) {
        return evaluate(points).gradient();
    }

    @Override
    public Evaluation evaluate(INDArray points) {
        double[][] rows = rows(points);
        double[] scores = new double[rows.length];
        float[][] gradients = new float[rows.length][dimension()];
        double[] gradient = new double[dimension()];
        int[] all = States.sites(labels.length);
        for (int r = 0; r < rows.length; r++) {
            scores[r] = estimate(rows[r], all, gradient);
            for (int j = 0; j < gradient.length; j++) {
                gradients[r][j] = (float) gradient[j];
            }
        }
        return new Evaluation(Nd4j.createFromArray(scores), Nd4j.createFromArray(gradients));
    }

    private double[][] rows(INDArray points) {
        int d = dimension();
        double[] values = StateBatch.doubles(points, d);
        double[][] rows = new double[values.length / d][];
        Arrays.setAll(rows, r -> Arrays.copyOfRange(values, r * d, (r + 1) * d));
        return rows;
    }

    private double logProb(double[] point) {
        return sum(point, States.sites(labels.length), null) + logPrior(point);
    }

    @Override
    public double estimate(double[] point, int[] data, double[] gradient) {
        Check.length(dimension(), "point", point.length);
        Check.length(dimension(), "gradient", gradient.length);
        Check.atLeast(1, "data.length", data.length);
        Arrays.fill(gradient, 0.0);
        double sum = sum(point, data, gradient);
        double factor = labels.length / (double) data.length; // from the batch to all data
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] = factor * gradient[j] - point[j] / (deviation * deviation);
        }
        return factor * sum + logPrior(point);
    }

    /** The sum of the scores of some data. Adds its gradient by theta to {@code gradient}, unless that is null. */
    private double sum(double[] point, int[] data, double @Nullable [] gradient) {
        synchronized (network) {
            writeParameters(point);
            PosteriorRows own = memory();
            double sum = 0.0;
            for (int from = 0; from < data.length; from += CHUNK) {
                int rows = Math.min(CHUNK, data.length - from);
                for (int r = 0; r < rows; r++) {
                    own.put(r, images[data[from + r]], labels[data[from + r]]);
                }
                network.evaluate(own.states, rows, own.scores, null); // without gradients by the states
                sum += own.sumOfScores(rows);
                if (gradient != null) {
                    network.parameterGradient(own.states, rows, own.ones, own.gradient);
                    own.addGradient(gradient);
                }
            }
            return sum;
        }
    }

    private void writeParameters(double[] point) {
        FloatBuffer parameters = network.parameters();
        for (int j = 0; j < point.length; j++) {
            parameters.put(j, (float) point[j]);
        }
    }

    private double logPrior(double[] point) {
        double squares = Sum.of(point, value -> value * value);
        return -0.5 * squares / (deviation * deviation) - point.length * (Math.log(deviation) + HALF_LOG_TWO_PI);
    }

    /**
     * The probability of each class for some images and one theta.
     *
     * @param point theta, [d], finite in single precision
     * @param of [count][pixels], in [0, 1]
     * @return [count][classes]
     * @throws IllegalArgumentException if an argument is not as above, or the network overflows at this theta
     */
    public double[][] probabilities(double[] point, float[][] of) {
        Check.length(dimension(), "point", Check.notNull("point", point).length);
        for (int j = 0; j < point.length; j++) {
            if (!Float.isFinite((float) point[j])) {
                Check.that(false, "be finite in single precision", "point[" + j + "]", point[j]);
            }
        }
        float[][] checked = checkedImages(Check.notNull("of", of));
        double[][] probabilities = new double[of.length][classes];
        synchronized (network) {
            writeParameters(point);
            PosteriorRows own = memory();
            for (int from = 0; from < of.length; from += CHUNK) {
                int rows = Math.min(CHUNK, of.length - from);
                for (int r = 0; r < rows; r++) {
                    own.put(r, checked[from + r], 0); // any label y: log p(c | x) is the score's gradient by y_c
                }
                network.evaluate(own.states, rows, own.scores, own.stateGradients());
                for (int r = 0; r < rows; r++) {
                    own.readLogProbabilities(r, probabilities[from + r]);
                    exponentiate(probabilities[from + r]);
                }
            }
        }
        return probabilities;
    }

    /** Replaces log-probabilities by probabilities; throws if one is NaN, as where the network overflows. */
    private static void exponentiate(double[] logs) {
        for (int c = 0; c < logs.length; c++) {
            logs[c] = Math.exp(logs[c]);
            if (Double.isNaN(logs[c])) {
                Check.that(false, "be small enough for the network", "point gives probabilities", Double.NaN);
            }
        }
    }
}
