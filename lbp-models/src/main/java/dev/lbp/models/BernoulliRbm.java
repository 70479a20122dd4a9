package dev.lbp.models;

import dev.lbp.internal.Check;
import dev.lbp.internal.Memory;
import dev.lbp.internal.PerThread;
import dev.lbp.internal.files.Nd4jPresence;
import dev.lbp.internal.kernel.nd4j.StateBatch;
import dev.lbp.internal.models.rbm.RbmWorkspace;
import dev.lbp.target.LayeredModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * A restricted Boltzmann machine over its visible units v, with the hidden units summed out:
 * {@code log pi(v) = b.v + sum_j softplus(a_j)}, {@code a = c + vW}.
 *
 * <p>The gradient is {@code b + sigmoid(a) W'}. Log-ratios of flips are first-order estimates from it: exact ratios
 * would cost a softplus for every pair of units. An evaluation costs two matrix products in ND4J, one in each
 * direction. Element-wise operations run on Java arrays, in a form that neither overflows at large activations nor
 * loses their sign.
 *
 * <p>In single precision ({@link #withDataType}) everything is faster, and the log-probability is accurate to about
 * 1e-6 of its size.
 *
 * <p>Several threads, and so several runs, may use an instance at once: it has a workspace for each thread. The arrays
 * that {@link #evaluate} returns are in that workspace, and valid until the same thread's next call. Block Gibbs
 * alternates between the layers. It is the natural alternative on this target: {@link dev.lbp.Samplers#blockGibbs}.
 */
public final class BernoulliRbm implements LayeredModel {

    private static final long serialVersionUID = 1L;

    /** The largest number of weights: 2 GB of doubles. An int must index weights and biases together. */
    private static final int MOST_WEIGHTS = 1 << 28;

    /** [visible, hidden], row after row. */
    private final double[] weights;

    private final double[] visibleBias;
    private final double[] hiddenBias;
    private final DataType dataType;

    /** The weights that the workspaces share; null before the first evaluation. */
    private transient @Nullable INDArray sharedWeights;

    private final PerThread<RbmWorkspace> workspaces = new PerThread<>();

    private BernoulliRbm(double[] weights, double[] visibleBias, double[] hiddenBias, DataType dataType) {
        this.weights = weights;
        this.visibleBias = visibleBias;
        this.hiddenBias = hiddenBias;
        this.dataType = dataType;
    }

    /**
     * A machine in double precision.
     *
     * @param weights W, [visible][hidden], finite, at most 2^28 of them
     * @param visibleBias b, [visible], finite
     * @param hiddenBias c, [hidden], finite
     * @throws IllegalArgumentException if an argument is not as described, or the machine does not fit into memory
     */
    public static BernoulliRbm of(double[][] weights, double[] visibleBias, double[] hiddenBias) {
        Nd4jPresence.check("BernoulliRbm");
        int visible = Check.atLeast(1, "visibleBias.length", Check.notNull("visibleBias", visibleBias).length);
        int hidden = Check.atLeast(1, "hiddenBias.length", Check.notNull("hiddenBias", hiddenBias).length);
        Check.asMany("weights has rows", Check.notNull("weights", weights).length, "visibleBias", visible);
        checkSize("visibleBias.length", visible, "hiddenBias.length", hidden);
        double[] flat = new double[visible * hidden];
        for (int i = 0; i < visible; i++) {
            String row = "weights[" + i + "]";
            Check.length(hidden, row, Check.notNull(row, weights[i]).length);
            Check.finite(row, weights[i]);
            System.arraycopy(weights[i], 0, flat, i * hidden, hidden);
        }
        return new BernoulliRbm(
                flat,
                Check.finite("visibleBias", visibleBias.clone()),
                Check.finite("hiddenBias", hiddenBias.clone()),
                DataType.DOUBLE);
    }

    /**
     * A machine whose weights and biases are independent draws from N(0, standardDeviation^2).
     *
     * @param visible at least 1; {@code visible * hidden} at most 2^28
     * @param hidden at least 1
     * @param standardDeviation 0 or more, finite; 0.05 gives a target that is neither trivial nor stuck at 784 x 400
     */
    public static BernoulliRbm random(int visible, int hidden, double standardDeviation, long seed) {
        Nd4jPresence.check("BernoulliRbm");
        Check.atLeast(1, "visible", visible);
        Check.atLeast(1, "hidden", hidden);
        Check.that(
                standardDeviation >= 0.0 && standardDeviation < Double.POSITIVE_INFINITY,
                "be >= 0 and finite",
                "standardDeviation",
                standardDeviation);
        checkSize("visible", visible, "hidden", hidden);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
        NormalizedGaussianSampler gaussian = ZigguratSampler.NormalizedGaussian.of(random);
        return new BernoulliRbm(
                draws("weights", gaussian, visible * hidden, standardDeviation),
                draws("visibleBias", gaussian, visible, standardDeviation),
                draws("hiddenBias", gaussian, hidden, standardDeviation),
                DataType.DOUBLE);
    }

    /** Checks the size before anything is allocated. */
    private static void checkSize(String visibleName, int visible, String hiddenName, int hidden) {
        long weights = (long) visible * hidden;
        Check.that(weights <= MOST_WEIGHTS, "be at most 2^28", visibleName + " * " + hiddenName, weights);
        Memory.check(
                (double) Double.BYTES * weights,
                visibleName + "=" + visible + ", " + hiddenName + "=" + hidden,
                "take fewer units");
    }

    private static double[] draws(String name, NormalizedGaussianSampler gaussian, int n, double standardDeviation) {
        double[] draws = new double[n];
        Arrays.setAll(draws, i -> standardDeviation * gaussian.sample());
        return Check.finite(name, draws);
    }

    /** A copy with products in {@link DataType#FLOAT} or {@link DataType#DOUBLE}. */
    public BernoulliRbm withDataType(DataType dataType) {
        Check.notNull("dataType", dataType);
        Check.that(
                dataType == DataType.FLOAT || dataType == DataType.DOUBLE, "be FLOAT or DOUBLE", "dataType", dataType);
        return new BernoulliRbm(weights, visibleBias, hiddenBias, dataType);
    }

    /**
     * Reads a machine from a file, in double precision.
     *
     * @param file a NumPy {@code .npz} with the arrays {@code weights} [visible, hidden], {@code visible_bias}
     *     [visible] and {@code hidden_bias} [hidden], of float32 or float64, compressed or not
     * @throws IOException if it cannot be read, or does not hold a machine; the message names the file and what is
     *     wrong
     */
    public static BernoulliRbm load(Path file) throws IOException {
        return RbmFile.read(file);
    }

    /**
     * Writes the parameters to a file that {@link #load} and NumPy read, as float64. An existing file is replaced in
     * one move.
     *
     * @param file usually named {@code .npz}, in a directory that exists
     * @throws IOException if it cannot be written; an existing file then stays unchanged
     */
    public void save(Path file) throws IOException {
        RbmFile.write(file, weights, visibleBias, hiddenBias);
    }

    /** The name and the numbers of visible and hidden units. */
    @Override
    public String toString() {
        return name() + ", visible = " + dimension() + ", hidden = " + hidden();
    }

    /** The number of visible units. */
    @Override
    public int dimension() {
        return visibleBias.length;
    }

    /** The number of hidden units. */
    public int hidden() {
        return hiddenBias.length;
    }

    /** W, [visible][hidden], a copy. */
    public double[][] weights() {
        double[][] copy = new double[dimension()][hidden()];
        for (int i = 0; i < copy.length; i++) {
            System.arraycopy(weights, i * hidden(), copy[i], 0, hidden());
        }
        return copy;
    }

    /** b, a copy. */
    public double[] visibleBias() {
        return visibleBias.clone();
    }

    /** c, a copy. */
    public double[] hiddenBias() {
        return hiddenBias.clone();
    }

    @Override
    public DataType dataType() {
        return dataType;
    }

    @Override
    public INDArray logProb(INDArray states) {
        INDArray inOrder = inRowOrder(states);
        return workspace(inOrder).toHidden(inOrder).dup(); // a copy: the next call writes to the workspace again
    }

    @Override
    public INDArray gradient(INDArray states) {
        INDArray inOrder = inRowOrder(states);
        RbmWorkspace batch = workspace(inOrder);
        batch.toHidden(inOrder); // computes sigmoid(a), which toVisible multiplies by W'
        return batch.toVisible().dup('c');
    }

    /**
     * Computes log-probability and gradient with one product in each direction. The same thread's next call overwrites
     * the result.
     */
    @Override
    public Evaluation evaluate(INDArray states) {
        INDArray inOrder = inRowOrder(states);
        RbmWorkspace batch = workspace(inOrder);
        INDArray logProb = batch.toHidden(inOrder);
        return Evaluation.ofGradient(states, logProb, batch.toVisible());
    }

    /**
     * Half a step of block Gibbs: hidden unit j is 1 with probability {@code sigmoid(a_j)}, and the log-odds of the
     * visible units are then {@code b + hW'}, the gradient of {@code log pi(v | h)}, which the evaluation holds. Its
     * log-probability is that of v, with h summed out. The cost is that of {@link #evaluate}.
     */
    @Override
    public Evaluation evaluateGivenHidden(INDArray states, List<UniformRandomProvider> random) {
        INDArray inOrder = inRowOrder(states);
        Check.length(
                Math.toIntExact(inOrder.size(0)),
                "random",
                Check.notNull("random", random).size());
        RbmWorkspace batch = workspace(inOrder);
        INDArray logProb = batch.toHidden(inOrder); // computes the a_j too
        batch.drawHidden(random);
        return Evaluation.ofGradient(states, logProb, batch.toVisible());
    }

    private INDArray inRowOrder(INDArray states) {
        return StateBatch.inRowOrder(states, dimension(), dataType);
    }

    /** The calling thread's workspace for this number of chains; a new one if its last two are for other numbers. */
    private RbmWorkspace workspace(INDArray states) {
        int chains = Math.toIntExact(states.size(0));
        return workspaces.get(
                own -> own.chains() == chains, () -> RbmWorkspace.of(sharedWeights(), hiddenBias, chains));
    }

    /** The weights of all workspaces, made at the first call. */
    private synchronized INDArray sharedWeights() {
        if (sharedWeights == null) {
            sharedWeights = RbmWorkspace.weights(weights, visibleBias, hiddenBias, dataType);
        }
        return sharedWeights;
    }
}
