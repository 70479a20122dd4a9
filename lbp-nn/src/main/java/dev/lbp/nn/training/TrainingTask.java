package dev.lbp.nn.training;

import dev.lbp.ChainBatch;
import dev.lbp.internal.Check;
import dev.lbp.internal.Sum;
import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.nn.NetworkModel;
import dev.lbp.nn.TrainableNetwork;
import dev.lbp.result.CheckpointException;
import dev.lbp.target.ModelException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/** The state of a {@link PersistentTraining}, and its updates. */
final class TrainingTask extends TrainingState implements NetworkTrainingListener.Snapshot {

    /** The decay per update of the moving average of {@link #scoreGap}. */
    private static final double GAP_DECAY = 0.99;

    private final PersistentTraining settings;
    private final TrainableNetwork network;
    private final WatchedNetwork watched;
    private final NetworkModel model;
    private final RestorableUniformRandomProvider random;
    private final BatchStream order;
    private final ReplayBuffer buffer;
    private final Ascent ascent;

    /** The data of an update, [batch, N]. */
    private final INDArray data;

    /** The data of an update, followed by the states of its chains, [2 batch, N]. */
    private final FloatBuffer states;

    /** One row of states. */
    private final float[] row;

    private final FloatBuffer nativeGradient;
    private final float[] gradient;

    /** {@code 1 / batch} for each datum, {@code -1 / batch} for each chain. */
    private final float[] cotangents;

    /** The last parameters with finite scores and a score gap within the limit. */
    private final float[] lastGood;

    /** The mean log-probability of the last update's data minus that of its chains. */
    private double scoreGap = Double.NaN;

    /** The sum of the gaps, with weights that add up to {@code 1 - GAP_DECAY^updates}. */
    private double gapSum;

    /**
     * The state before the first update.
     *
     * @param means the means of the model's base measure, from which the chains start
     */
    TrainingTask(PersistentTraining settings, double[] means) {
        int batch = settings.batch;
        int n = means.length;
        this.settings = settings;
        this.network = settings.network;
        this.watched = new WatchedNetwork(settings.network);
        this.model = NetworkModel.of(watched).withBase(means);
        this.random = RandomSource.XO_SHI_RO_256_PP.create(settings.seed);
        this.order = new BatchStream(settings.data.count(), random);
        this.buffer = new ReplayBuffer(settings, model, random);
        this.ascent = new Ascent(network.parameters(), settings.averaging);
        this.data = Nd4j.create(DataType.FLOAT, batch, n);
        this.states = PairRatio.floats(Math.multiplyExact(2 * batch, n));
        this.row = new float[n];
        this.nativeGradient = PairRatio.floats(ascent.parameters.length);
        this.gradient = new float[ascent.parameters.length];
        this.cotangents = new float[2 * batch];
        // The likelihood's gradient is the mean score's over the data less that over the chains.
        Arrays.fill(cotangents, 0, batch, 1.0f / batch);
        Arrays.fill(cotangents, batch, 2 * batch, -1.0f / batch);
        this.lastGood = ascent.parameters.clone();
    }

    TrainingProgress progress() {
        return new TrainingProgress(
                updates(),
                settings.updates,
                scoreGap,
                gapSum / (1.0 - Math.pow(GAP_DECAY, updates())), // the moving average: the weights so far have this sum
                buffer.acceptance(),
                buffer.scale(),
                seconds());
    }

    @Override
    void advance() {
        try {
            makeUpdate();
        } catch (ModelException e) {
            if (watched.hasFailed() || e.getCause() == null) {
                throw e;
            }
            throw new Divergence(e.getCause()); // the sampler refused a result of the network
        }
    }

    /** Moves some chains, and climbs the gradient of the likelihood that they estimate. */
    private void makeUpdate() {
        drawData();
        double dataScore = Divergence.checkFinite("mean log-probability of the data", dataScore());
        ChainBatch chains = buffer.advance(random);
        copyStates(chains);
        measureGap(dataScore - meanScore(chains));
        network.parameterGradient(states, cotangents.length, cotangents, nativeGradient);
        nativeGradient.get(0, gradient);
        Divergence.checkFinite("gradient", gradient);
        System.arraycopy(ascent.parameters, 0, lastGood, 0, lastGood.length);
        ascent.step(gradient, settings.learningRate(updates() + 1));
        network.parameters().put(0, ascent.parameters);
    }

    /** Draws the data of an update, for the model and for the first rows of {@link #states}. */
    private void drawData() {
        NativeFloats values = new NativeFloats(data);
        for (int r = 0; r < settings.batch; r++) {
            settings.data.draw(order.next(), random, row);
            values.put(r * row.length, row);
            states.put(r * row.length, row);
        }
    }

    /** Copies the chains to the last rows of {@link #states}. */
    private void copyStates(ChainBatch chains) {
        for (int c = 0; c < settings.batch; c++) {
            byte[] state = chains.state(c);
            for (int i = 0; i < row.length; i++) {
                row[i] = state[i];
            }
            states.put((settings.batch + c) * row.length, row);
        }
    }

    /** The mean log-probability of {@link #data}. */
    private double dataScore() {
        NativeDoubles logProb = new NativeDoubles(model.logProb(data));
        double sum = Sum.of(settings.batch, r -> logProb.get(r));
        return sum / settings.batch;
    }

    /** The mean log-probability of the chains' states. */
    private double meanScore(ChainBatch chains) {
        double sum = Sum.of(settings.batch, c -> chains.logProb(c));
        return sum / settings.batch;
    }

    /** Sets the score gap, and checks its moving average. */
    private void measureGap(double gap) {
        scoreGap = gap;
        gapSum = GAP_DECAY * gapSum + (1.0 - GAP_DECAY) * gap;
        double averaged = gapSum / (1.0 - Math.pow(GAP_DECAY, updates() + 1)); // the sum of the weights so far
        if (Math.abs(averaged) > settings.largestGap()) {
            throw new Divergence("averaged score gap must be at most largestGap=" + settings.largestGap()
                    + " away from 0: " + averaged);
        }
    }

    @Override
    void callListener() {
        settings.listener.updated(progress(), this);
    }

    @Override
    float[] restore() {
        network.parameters().put(0, lastGood);
        return lastGood.clone();
    }

    @Override
    public float[] averaged() {
        return ascent.average.clone();
    }

    @Override
    public byte[][] buffer() {
        return buffer.states();
    }

    /**
     * Writes the averaged parameters into the network, and makes the result.
     *
     * @param result the user's network as a model
     */
    NetworkTrainingResult finish(NetworkModel result) {
        network.parameters().put(0, ascent.average);
        boolean stopped = updates() < settings.updates;
        return new NetworkTrainingResult(result, progress(), stopped, averaged(), ascent.parameters.clone(), buffer());
    }

    /**
     * Writes the state, or reads it and writes its parameters into the network.
     *
     * @throws IllegalArgumentException if the checkpoint has more updates than the settings
     * @throws CheckpointException if the network computes other scores than when the checkpoint was written
     */
    @Override
    void transcribeRest(Transcript transcript) {
        transcript.of(random);
        order.transcribe(transcript);
        ascent.transcribe(transcript);
        buffer.transcribe(transcript);
        scoreGap = transcript.of(scoreGap);
        gapSum = transcript.of(gapSum);
        if (transcript.isReading()) {
            applyCheckpoint(transcript.of(0.0));
        } else {
            transcript.of(Divergence.checkFinite("mean log-probability of the first data", scoreOfFirstData()));
        }
    }

    /**
     * Writes the parameters of the checkpoint into the network. Restores its own parameters and throws if the network
     * then gives another mean score.
     *
     * @param there the mean score of the first data when the checkpoint was written
     */
    private void applyCheckpoint(double there) {
        Check.that(
                updates() <= settings.updates, "be >= " + updates() + ", as many as made", "updates", settings.updates);
        network.parameters().put(0, ascent.parameters);
        try {
            double here = scoreOfFirstData();
            if (Double.compare(here, there) != 0) {
                throw new CheckpointException("the network gives the data the mean score " + here + ", and gave "
                        + there + " before: is it another network, or CPU?");
            }
        } catch (Throwable e) {
            network.parameters().put(0, lastGood);
            throw e;
        }
        System.arraycopy(ascent.parameters, 0, lastGood, 0, lastGood.length);
    }

    /** The mean log-probability of the first data, with the present parameters. Grey values are used as they are. */
    private double scoreOfFirstData() {
        NativeFloats values = new NativeFloats(data);
        for (int r = 0; r < settings.batch; r++) {
            for (int i = 0; i < row.length; i++) {
                row[i] = settings.data.value(r % settings.data.count(), i);
            }
            values.put(r * row.length, row);
        }
        return dataScore();
    }
}
