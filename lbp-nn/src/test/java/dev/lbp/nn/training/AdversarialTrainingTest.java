package dev.lbp.nn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import dev.lbp.result.CheckpointException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.correlation.PearsonsCorrelation;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trainings on reals in one dimension, and how they end. */
class AdversarialTrainingTest {

    @TempDir
    Path directory;

    /** Draws of the mixture of N(-1, .5^2) and N(1, .5^2) with weights .3 and .7. */
    private static float[][] mixture(int count) {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        float[][] samples = new float[count][1];
        for (float[] sample : samples) {
            sample[0] = (float) ((random.nextDouble() < 0.3 ? -1.0 : 1.0) + 0.5 * normal.sample());
        }
        return samples;
    }

    private static double logMixture(double x) {
        return Math.log(0.3 * Math.exp(-2.0 * (x + 1.0) * (x + 1.0)) + 0.7 * Math.exp(-2.0 * (x - 1.0) * (x - 1.0)));
    }

    /** The linear map from its inputs to one output. */
    private static OnnxVectorNetwork linear(double... weights) {
        OnnxVectorNetwork network = Networks.vectors(weights.length, new int[0], 1, 1L);
        for (int k = 0; k < weights.length; k++) {
            network.parameters().put(k, (float) weights[k]);
        }
        network.parameters().put(weights.length, 0.0f);
        return network;
    }

    /**
     * x' = .6 x + .9 z: d is known. A discriminator without the reverse order has no reason to be odd.
     */
    @Test
    void run_fixedAutoregression_fitsTheTrueRatioOfPairs() {
        try (OnnxVectorNetwork generator = linear(0.6, 0.9);
                OnnxNetwork network = Networks.mlp(2, new int[] {16, 16}, 2L)) {
            AdversarialProposal proposal = AdversarialProposal.train(mixture(5_000), generator, network)
                    .updates(0)
                    .afterwards(1_500)
                    .batch(128)
                    .learningRates(0.01, 0.01)
                    .averaging(0.99)
                    .run();
            UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(5L);
            float[][] x = mixture(1_000);
            float[][] proposed = proposal.propose(x, random);
            double[] fitted = proposal.logRatio(x, proposed);
            double[] truth = new double[fitted.length];
            for (int r = 0; r < truth.length; r++) {
                double a = x[r][0];
                double b = proposed[r][0];
                truth[r] = logMixture(a)
                        - Math.pow((b - 0.6 * a) / 0.9, 2) / 2.0
                        - logMixture(b)
                        + Math.pow((a - 0.6 * b) / 0.9, 2) / 2.0;
            }
            assertThat(new PearsonsCorrelation().correlation(fitted, truth)).isGreaterThan(0.95);
            assertThat(generator.parameters().get(0)).isEqualTo(0.6f);
            assertThat(proposal.isMarkov()).isTrue();
        }
    }

    /** From N(0, 1) to N(2, .5^2), a law that a linear generator reaches. */
    @Test
    void run_linearGenerator_learnsMeanAndDeviation() {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(11L);
        ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
        float[][] samples = new float[4_000][1];
        for (float[] sample : samples) {
            sample[0] = (float) (2.0 + 0.5 * normal.sample());
        }
        try (OnnxVectorNetwork generator = linear(1.0);
                OnnxNetwork network = Networks.mlp(1, new int[] {16}, 2L)) {
            AdversarialProposal proposal = AdversarialProposal.train(samples, generator, network)
                    .updates(2_000)
                    .learningRates(0.003, 0.01)
                    .run();
            assertThat(generator.parameters().get(1)).as("mean").isCloseTo(2.0f, within(0.15f));
            assertThat(Math.abs(generator.parameters().get(0))).as("deviation").isCloseTo(0.5f, within(0.15f));
            assertThat(proposal.progress().acceptance()).isGreaterThan(0.8);
            assertThat(proposal.isMarkov()).isFalse();
        }
    }

    /** At x' = x the distance term has no direction: it is left out there. */
    @Test
    void run_identityGenerator_withADistanceTerm_leavesIt() {
        try (OnnxVectorNetwork generator = linear(1.0, 0.0);
                OnnxNetwork network = Networks.mlp(2, new int[] {5}, 2L)) {
            AdversarialProposal proposal = AdversarialProposal.train(mixture(50), generator, network)
                    .distance(0.3)
                    .updates(5)
                    .run();
            assertThat(generator.parameters().get(0)).isFinite();
            assertThat(proposal.progress().distance()).isFinite();
        }
    }

    /** A training with the state of both networks at its end. */
    private record Trained(AdversarialProposal proposal, float[] ofGenerator, float[] ofDiscriminator) {}

    private interface Way {
        AdversarialProposal run(AdversarialTraining training);
    }

    private static Trained trained(Way way) {
        try (OnnxVectorNetwork generator = Networks.vectors(3, new int[] {4}, 1, 1L);
                OnnxNetwork network = Networks.mlp(2, new int[] {5}, 2L)) {
            AdversarialProposal proposal = way.run(AdversarialProposal.train(mixture(50), generator, network)
                    .updates(30)
                    .afterwards(20)
                    .batch(8)
                    .noise(0.1)
                    .distance(0.1)
                    .seed(3));
            return new Trained(proposal, floats(generator.parameters()), floats(network.parameters()));
        }
    }

    private static float[] floats(FloatBuffer buffer) {
        float[] values = new float[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }

    private static void assertSame(Trained one, Trained other) {
        assertThat(other.ofGenerator).containsExactly(one.ofGenerator);
        assertThat(other.ofDiscriminator).containsExactly(one.ofDiscriminator);
        assertThat(other.proposal.progress())
                .usingRecursiveComparison()
                .ignoringFields("seconds")
                .isEqualTo(one.proposal.progress());
    }

    @Test
    void resume_stoppedTraining_endsAsOneThatWasNotStopped() {
        Trained whole = trained(AdversarialTraining::run);
        for (int end : new int[] {7, 30, 43}) {
            Path file = directory.resolve("training" + end);
            Trained part = trained(training -> training.checkpoint(file, 1_000)
                    .listener(end, progress -> training.stop())
                    .run());
            assertThat(part.proposal.stopped()).isTrue();
            assertThat(part.proposal.progress().update()).isEqualTo(end);
            assertSame(whole, trained(training -> training.resume(file)));
        }
        assertThat(whole.proposal.stopped()).isFalse();
        assertThat(trained(training -> training.seed(4).run()).ofGenerator).isNotEqualTo(whole.ofGenerator);
    }

    /** A kill leaves what the last checkpoint had, here that of update 20. */
    @Test
    void resume_killedTraining_endsAsOneThatWasNotKilled() throws IOException {
        Path file = directory.resolve("training");
        Path copy = directory.resolve("copy");
        trained(training -> training.checkpoint(file, 10)
                .listener(1, progress -> {
                    if (progress.update() == 25) {
                        copy(file, copy);
                    }
                })
                .run());
        assertThat(Files.size(copy)).isPositive();
        assertSame(trained(AdversarialTraining::run), trained(training -> training.resume(copy)));
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void resume_otherSettings_isRefused() {
        Path file = directory.resolve("training");
        trained(training -> training.checkpoint(file, 10).run());
        assertThatThrownBy(() -> trained(training -> training.noise(0.2).resume(file)))
                .isInstanceOf(CheckpointException.class)
                .hasMessageContaining("noise must be 0.1, as in the checkpoint, and is 0.2");
        assertThatThrownBy(() -> trained(training -> training.updates(31).resume(file)))
                .hasMessageContaining("must be 30, as those of both networks in the checkpoint: updates=31");
        assertThat(trained(training -> training.afterwards(25).resume(file))
                        .proposal
                        .progress()
                        .update())
                .isEqualTo(55);
    }

    /** The listener spoils a parameter after update 14: update 15 fails, and the file of update 10 stays. */
    @Test
    void run_notFinite_isRefusedAndKeepsTheLastGoodCheckpoint() {
        Path file = directory.resolve("training");
        try (OnnxVectorNetwork generator = Networks.vectors(3, new int[] {4}, 1, 1L);
                OnnxNetwork network = Networks.mlp(2, new int[] {5}, 2L)) {
            AdversarialTraining training = AdversarialProposal.train(mixture(50), generator, network)
                    .updates(30)
                    .checkpoint(file, 10);
            NetworkTrainingException failure = catchThrowableOfType(
                    NetworkTrainingException.class,
                    () -> training.listener(14, progress -> network.parameters().put(2, Float.NaN))
                            .run());
            assertThat(failure).hasMessageStartingWith("diverged at update 15: must be finite: d of a pair=NaN");
            assertThat(failure.diverged()).isTrue();
            assertThat(floats(generator.parameters())).doesNotContain(Float.NaN);
            assertThat(floats(network.parameters())).doesNotContain(Float.NaN);
            assertThat(failure.lastGoodParameters()).startsWith(floats(generator.parameters()));
            assertThat(failure.lastGoodParameters()).endsWith(floats(network.parameters()));
            List<Integer> updates = new ArrayList<>();
            training.listener(1, progress -> updates.add(progress.update())).resume(file);
            assertThat(updates).startsWith(11).endsWith(30);
        }
    }

    /** Parameters that became NaN in the very update that is saved. */
    @Test
    void checkpoint_notFinite_keepsTheOldFile() {
        Path file = directory.resolve("training");
        try (OnnxVectorNetwork generator = Networks.vectors(3, new int[] {4}, 1, 1L);
                OnnxNetwork network = Networks.mlp(2, new int[] {5}, 2L)) {
            AdversarialTraining training = AdversarialProposal.train(mixture(50), generator, network)
                    .updates(30)
                    .checkpoint(file, 10)
                    .listener(20, progress -> generator.parameters().put(2, Float.NaN));
            assertThatThrownBy(training::run)
                    .hasMessage("diverged at update 20: must be finite: mean d of the first data=NaN");
            List<Integer> updates = new ArrayList<>();
            training.listener(1, progress -> updates.add(progress.update())).resume(file);
            assertThat(updates).startsWith(11);
        }
    }

    @Test
    void logRatio_ofAnyNumberOfPairs_isThatOfEach() {
        trained(training -> {
            AdversarialProposal proposal = training.run();
            float[][] x = mixture(70);
            float[][] proposed = proposal.propose(x, RandomSource.XO_SHI_RO_256_PP.create(1L));
            double[] d = proposal.logRatio(x, proposed);
            assertThat(proposal.logRatio(proposed, x)[66]).isEqualTo(-d[66]);
            assertThat(proposal.logRatio(new float[][] {x[66]}, new float[][] {proposed[66]}))
                    .containsExactly(d[66]);
            return proposal;
        });
    }

    @Test
    void settings_outOfRange_areRefused() {
        trained(training -> {
            BadTrainingTest.refused("must be >= 0: updates=-1", () -> training.updates(-1));
            BadTrainingTest.refused("must be >= 0: afterwards=-1", () -> training.afterwards(-1));
            BadTrainingTest.refused("must be >= 1: batch=0", () -> training.batch(0));
            BadTrainingTest.refused("must be in (0, 1]: ofGenerator=0.0", () -> training.learningRates(0.0, 0.1));
            BadTrainingTest.refused("must be in [0, 1): averaging=1.0", () -> training.averaging(1.0));
            BadTrainingTest.refused("must be finite and >= 0: noise=-1.0", () -> training.noise(-1.0));
            BadTrainingTest.refused("must be finite and >= 0: distance=NaN", () -> training.distance(Double.NaN));
            BadTrainingTest.refused(
                    "must be <= 2147483646 beside afterwards=1: updates=2147483647",
                    () -> training.updates(Integer.MAX_VALUE).afterwards(1).run());
            return training.updates(1).afterwards(0).run();
        });
        try (OnnxVectorNetwork generator = linear(1.0);
                OnnxNetwork pairs = Networks.mlp(2, new int[0], 2L);
                OnnxNetwork three = Networks.mlp(3, new int[0], 2L)) {
            BadTrainingTest.refused(
                    "must be >= 2: generator.inputs()=1",
                    () -> AdversarialProposal.train(mixture(5), generator, pairs));
            BadTrainingTest.refused(
                    "must be 1 or 2: discriminator.dimension()=3",
                    () -> AdversarialProposal.train(mixture(5), generator, three));
            BadTrainingTest.refused(
                    "must be finite: samples[0][0]=NaN",
                    () -> AdversarialProposal.train(new float[][] {{Float.NaN}}, generator, pairs));
        }
    }
}
