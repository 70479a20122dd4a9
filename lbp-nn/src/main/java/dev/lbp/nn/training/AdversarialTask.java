package dev.lbp.nn.training;

import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.BatchStream;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.result.CheckpointException;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.apache.commons.rng.RestorableUniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** The state of an {@link AdversarialTraining}, and its updates. */
final class AdversarialTask extends TrainingState {

    /** The decay per update of the moving averages in the progress. */
    private static final double DECAY = 0.99;

    private final AdversarialTraining settings;
    final PairRatio ratio;
    private final RestorableUniformRandomProvider random;
    private final BatchStream order;
    private final Ascent generatorAscent;
    private Ascent discriminatorAscent;

    /** The data x of an update, [batch][N]. */
    final float[][] data;

    /** The proposals x' of an update, [batch][N]. */
    final float[][] proposed;

    /** Gradients of d by x', [batch][N]. */
    private final float[][] gradientByProposed;

    /** The generator's inputs, [batch, inputs]: random numbers z; or the present state x, then z. */
    final FloatBuffer inputs;

    /** [batch, N]: first the generator's outputs, later minus the gradient of the loss by the outputs. */
    private final FloatBuffer outputs;

    private final FloatBuffer generatorGradient;
    private final FloatBuffer discriminatorGradient;

    /** The last parameters of the generator that gave finite numbers. */
    private final float[] goodGenerator;

    /** The last parameters of the discriminator that gave finite numbers. */
    private final float[] goodDiscriminator;

    /** The number of updates that moved both networks. */
    private int updatesOfBoth;

    /** Sums of loss, acceptance and distance, with weights that add up to {@code 1 - DECAY^updates}. */
    private final double[] sums = new double[3];

    AdversarialTask(AdversarialTraining settings) {
        int batch = settings.batch;
        int n = settings.generator.outputs();
        this.settings = settings;
        ratio = new PairRatio(settings.discriminator, n, batch);
        random = RandomSource.XO_SHI_RO_256_PP.create(settings.seed);
        order = new BatchStream(settings.samples.length, random);
        generatorAscent = new Ascent(settings.generator.parameters(), settings.averaging);
        discriminatorAscent = new Ascent(settings.discriminator.parameters(), settings.averaging);
        data = new float[batch][n];
        proposed = new float[batch][n];
        gradientByProposed = new float[batch][n];
        inputs = PairRatio.floats(Math.multiplyExact(batch, settings.generator.inputs()));
        outputs = PairRatio.floats(Math.multiplyExact(batch, n));
        generatorGradient = PairRatio.floats(generatorAscent.parameters.length);
        discriminatorGradient = PairRatio.floats(discriminatorAscent.parameters.length);
        goodGenerator = generatorAscent.parameters.clone();
        goodDiscriminator = discriminatorAscent.parameters.clone();
    }

    AdversarialProgress progress() {
        double weight = 1.0 - Math.pow(DECAY, updates()); // the sum of the weights in the moving averages
        return new AdversarialProgress(
                updates(), settings.total(), sums[0] / weight, sums[1] / weight, sums[2] / weight, seconds());
    }

    /**
     * Updates both networks, or after {@link AdversarialTraining#updates} the discriminator alone. Keeps parameters as
     * good if all numbers of the update that they gave were finite.
     */
    @Override
    void advance() {
        boolean both = updates() < settings.updates;
        if (updates() == settings.updates) { // from here on a new ascent fits d to the averaged generator
            settings.generator.parameters().put(0, generatorAscent.average);
            discriminatorAscent = new Ascent(settings.discriminator.parameters(), settings.averaging);
        }
        drawPairs();
        double[] d = ratio.values();
        updateAverages(d);
        float[] ascentOfDiscriminator = discriminatorGradient(d);
        if (both) {
            keepGood(goodGenerator, generatorAscent.parameters);
        }
        keepGood(goodDiscriminator, discriminatorAscent.parameters);
        discriminatorAscent.step(ascentOfDiscriminator, settings.discriminatorRate);
        settings.discriminator.parameters().put(0, discriminatorAscent.parameters);
        if (both) {
            generatorAscent.step(generatorGradient(), settings.generatorRate);
            settings.generator.parameters().put(0, generatorAscent.parameters);
            updatesOfBoth = updates() + 1;
        }
    }

    private static void keepGood(float[] good, float[] parameters) {
        System.arraycopy(parameters, 0, good, 0, good.length);
    }

    /** Draws data x, inputs z of the generator and its proposals x', and writes the pairs to {@link #ratio}. */
    void drawPairs() {
        for (float[] x : data) {
            float[] sample = settings.samples[order.next()];
            System.arraycopy(sample, 0, x, 0, x.length);
            AdversarialProposal.addNoise(x, settings.noise, random);
        }
        AdversarialProposal.drawInputs(data, settings.isMarkov(), settings.generator, random, inputs);
        settings.generator.evaluate(inputs, data.length, outputs);
        for (int r = 0; r < data.length; r++) {
            outputs.get(r * data[r].length, proposed[r]);
            AdversarialProposal.addNoise(proposed[r], settings.noise, random);
            ratio.put(r, data[r], proposed[r]);
        }
    }

    /** Adds an update with the d of its pairs to the moving averages. */
    private void updateAverages(double[] d) {
        double[] now = new double[sums.length]; // loss, acceptance, distance
        for (int r = 0; r < d.length; r++) {
            Divergence.checkFinite("d of a pair", d[r]);
            now[0] += 2.0 * softplus(-d[r]) / d.length; // the loss at (x, x') and its equal at (x', x), see the class
            now[1] += Math.min(1.0, Math.exp(-d[r])) / d.length;
            now[2] += Math.sqrt(squaredDistance(r)) / d.length;
        }
        Arrays.setAll(sums, k -> DECAY * sums[k] + (1.0 - DECAY) * now[k]);
    }

    /** {@code log(1 + e^a)}. */
    private static double softplus(double a) {
        return Math.max(0.0, a) + Math.log1p(Math.exp(-Math.abs(a)));
    }

    private double squaredDistance(int pair) {
        double sum = 0.0;
        for (int i = 0; i < data[pair].length; i++) {
            double step = (double) proposed[pair][i] - data[pair][i];
            sum += step * step;
        }
        return sum;
    }

    /** Minus the gradient of {@code 2 mean log(1 + e^{-d})}. */
    float[] discriminatorGradient(double[] d) {
        double[] factors = new double[d.length];
        Arrays.setAll(factors, r -> 2.0 / (1.0 + Math.exp(d[r])) / d.length);
        ratio.parameterGradient(factors, discriminatorGradient);
        return finiteValues("gradient of the discriminator", discriminatorGradient);
    }

    /** Minus the gradient of the generator's loss, with the discriminator's present parameters. */
    float[] generatorGradient() {
        double[] d = ratio.values(gradientByProposed);
        int n = settings.generator.outputs();
        for (int r = 0; r < d.length; r++) {
            double slope = settings.loss.slope(Divergence.checkFinite("d of a pair", d[r]));
            double squared = settings.distance == 0.0 ? 0.0 : squaredDistance(r);
            double repulsion = squared == 0.0 ? 0.0 : 2.0 * settings.distance / squared; // no gradient at x' = x
            for (int i = 0; i < n; i++) {
                double byProposed = slope * gradientByProposed[r][i] - repulsion * (proposed[r][i] - data[r][i]);
                outputs.put(r * n + i, (float) (-byProposed / d.length));
            }
        }
        settings.generator.parameterGradient(inputs, d.length, outputs, generatorGradient);
        return finiteValues("gradient of the generator", generatorGradient);
    }

    private static float[] finiteValues(String name, FloatBuffer from) {
        float[] values = new float[from.capacity()];
        from.get(0, values);
        Divergence.checkFinite(name, values);
        return values;
    }

    @Override
    void callListener() {
        settings.listener.accept(progress());
    }

    /** The generator's parameters, followed by the discriminator's. */
    @Override
    float[] restore() {
        setParameters(goodGenerator, goodDiscriminator);
        float[] both = Arrays.copyOf(goodGenerator, goodGenerator.length + goodDiscriminator.length);
        System.arraycopy(goodDiscriminator, 0, both, goodGenerator.length, goodDiscriminator.length);
        return both;
    }

    private void setParameters(float[] toGenerator, float[] toDiscriminator) {
        settings.generator.parameters().put(0, toGenerator);
        settings.discriminator.parameters().put(0, toDiscriminator);
    }

    /** Writes the averaged parameters into both networks. */
    void finish() {
        setParameters(generatorAscent.average, discriminatorAscent.average);
    }

    @Override
    void transcribeRest(Transcript transcript) {
        transcript.of(random);
        order.transcribe(transcript);
        generatorAscent.transcribe(transcript);
        discriminatorAscent.transcribe(transcript);
        updatesOfBoth = transcript.of(updatesOfBoth);
        transcript.of(sums, sums.length);
        if (transcript.isReading()) {
            applyCheckpoint(transcript.of(0.0)); // the stored mean d; a reader ignores the 0
        } else {
            transcript.of(Divergence.checkFinite("mean d of the first data", meanOfFirstData()));
        }
    }

    /**
     * Writes the parameters of the checkpoint into both networks. Restores their own parameters and throws if the
     * networks then give another mean d.
     *
     * @param there the mean d of the first data when the checkpoint was written
     */
    private void applyCheckpoint(double there) {
        int made = updates();
        Check.that(made <= settings.total(), "be >= " + made + ", as many as made", "updates", settings.total());
        // once the discriminator has been updated alone, the number of updates of both cannot change
        Check.that(
                made == updatesOfBoth ? updatesOfBoth <= settings.updates : updatesOfBoth == settings.updates,
                "be " + updatesOfBoth + ", as those of both networks in the checkpoint",
                "updates",
                settings.updates);
        setParameters(
                made > updatesOfBoth ? generatorAscent.average : generatorAscent.parameters,
                discriminatorAscent.parameters);
        try {
            double here = meanOfFirstData();
            if (Double.compare(here, there) != 0) {
                throw new CheckpointException("the networks give the first data the mean d " + here + ", and gave "
                        + there + " before: are they other networks, or is it another CPU?");
            }
        } catch (Throwable e) {
            setParameters(goodGenerator, goodDiscriminator);
            throw e;
        }
        settings.generator.parameters().get(0, goodGenerator);
        settings.discriminator.parameters().get(0, goodDiscriminator);
    }

    /**
     * The mean d of pairs of a datum x and the generator's output for z = 0, or for x followed by z = 0 if the proposal
     * depends on x, with the present parameters. Other networks give another mean.
     */
    private double meanOfFirstData() {
        int k = settings.generator.inputs();
        int n = settings.generator.outputs();
        FloatBuffer zeros = PairRatio.floats(data.length * k);
        float[] made = new float[n];
        for (int r = 0; r < data.length && settings.isMarkov(); r++) {
            zeros.put(r * k, settings.samples[r % settings.samples.length]);
        }
        settings.generator.evaluate(zeros, data.length, outputs);
        for (int r = 0; r < data.length; r++) {
            outputs.get(r * n, made);
            ratio.put(r, settings.samples[r % settings.samples.length], made);
        }
        return Arrays.stream(ratio.values()).average().orElseThrow();
    }
}
