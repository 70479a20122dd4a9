package dev.lbp.nn.training;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.crossing.TaskCrossingTest;
import dev.lbp.nn.Networks;
import dev.lbp.nn.OnnxNetwork;
import dev.lbp.nn.OnnxVectorNetwork;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every training of the module in every way that it can be carried out. */
class TrainingCrossingTest extends TaskCrossingTest {

    private static final int N = 6;
    private static final float[][] GREY = new float[30][N];
    private static final float[][] SAMPLES = new float[30][1];

    static {
        for (int k = 0; k < GREY.length; k++) {
            for (int i = 0; i < N; i++) {
                GREY[k][i] = (float) (0.5 + 0.4 * Math.sin(1.0 + k * (i + 1.7)));
            }
            SAMPLES[k][0] = (float) Math.sin(2.0 + 1.3 * k);
        }
    }

    TrainingCrossingTest() {
        super("dev.lbp.nn");
    }

    @Override
    protected Map<String, Task> tasks() {
        Map<String, Task> tasks = new LinkedHashMap<>();
        Map<String, Sampler> samplers = Map.of(
                "lbp", Samplers.lbp().build(),
                "dlmc", Samplers.dlmc().build(),
                "gibbs", Samplers.gibbs().build(),
                "auto", Samplers.auto().build());
        tasks.put("PersistentTraining", way -> persistent(way, null));
        samplers.forEach((name, sampler) -> tasks.put("PersistentTraining, " + name, way -> persistent(way, sampler)));
        tasks.put("AdversarialTraining", TrainingCrossingTest::adversarial);
        return tasks;
    }

    @Override
    protected Set<String> quickTasks() {
        return Set.of("PersistentTraining", "AdversarialTraining");
    }

    private static Object persistent(Way way, @Nullable Sampler sampler) {
        try (OnnxNetwork network = Networks.mlp(N, new int[] {5}, 3L)) {
            PersistentTraining training = PersistentTraining.ofGrey(network, GREY)
                    .batch(5)
                    .buffer(12)
                    .steps(3)
                    .updates(30)
                    .learningRate(0.02)
                    .reinitialise(0.1)
                    .seed(5)
                    .listener(1, (progress, now) -> way.listener().run());
            if (sampler != null) {
                training.sampler(sampler);
            }
            Path checkpoint = way.checkpoint();
            if (checkpoint != null) {
                training.checkpoint(checkpoint, way.every());
            }
            NetworkTrainingResult result = way.from() == null ? training.run() : training.resume(way.from());
            return new Object[] {result.averaged(), result.last(), result.buffer()};
        }
    }

    private static Object adversarial(Way way) {
        try (OnnxVectorNetwork generator = Networks.vectors(3, new int[] {4}, 1, 1L);
                OnnxNetwork network = Networks.mlp(2, new int[] {5}, 2L)) {
            AdversarialTraining training = AdversarialProposal.train(SAMPLES, generator, network)
                    .updates(18)
                    .afterwards(12)
                    .batch(8)
                    .noise(0.1)
                    .distance(0.1)
                    .seed(3)
                    .listener(1, progress -> way.listener().run());
            Path checkpoint = way.checkpoint();
            if (checkpoint != null) {
                training.checkpoint(checkpoint, way.every());
            }
            if (way.from() == null) {
                training.run();
            } else {
                training.resume(way.from());
            }
            return new Object[] {floats(generator.parameters()), floats(network.parameters())};
        }
    }

    private static float[] floats(FloatBuffer buffer) {
        float[] values = new float[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }
}
