package dev.lbp.models.training;

import dev.lbp.crossing.TaskCrossingTest;
import dev.lbp.models.BernoulliRbm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.io.TempDir;

/** Every training of the module in every way that it can be carried out. */
class TrainingCrossingTest extends TaskCrossingTest {

    private static final int[][] SEQUENCES = new int[40][5];

    static {
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);
        for (int[] sequence : SEQUENCES) {
            for (int i = 0; i < sequence.length; i++) {
                sequence[i] = i > 0 && random.nextInt(3) > 0 ? sequence[i - 1] : random.nextInt(3);
            }
        }
    }

    @TempDir
    private Path directory;

    TrainingCrossingTest() {
        super("dev.lbp.models");
    }

    @Override
    protected Map<String, Task> tasks() {
        Map<String, Task> tasks = new LinkedHashMap<>();
        tasks.put("BoltzmannTraining", way -> {
            BoltzmannTraining training = BoltzmannTraining.of(SEQUENCES, 3)
                    .chains(230)
                    .updates(30)
                    .pearson(0.999999)
                    .momentum(0.5)
                    .seed(5)
                    .threads(way.threads())
                    .listener((update, updates, pearson) -> way.listener().run());
            if (way.checkpoint() != null) {
                training.checkpoint(way.checkpoint(), way.every());
            }
            BoltzmannResult result = way.from() == null ? training.run() : training.resume(way.from());
            return new Object[] {
                result.model().fields(),
                result.model().coupling(0, 1),
                result.model().coupling(2, 4),
                result.history(),
                result.chains()
            };
        });
        tasks.put("RbmTraining", way -> {
            BernoulliRbm model = RbmTraining.of(BarsAndStripes.patterns(3))
                    .hidden(4)
                    .steps(2)
                    .epochs(5)
                    .batch(3)
                    .seed(5)
                    .run()
                    .model();
            return new Object[] {model.weights(), model.visibleBias(), model.hiddenBias()};
        });
        tasks.put("GreyImages", way -> GreyImages.read(images()).drawn(5));
        return tasks;
    }

    /** A file of two images of two by three pixels, in the format of MNIST. */
    private Path images() throws IOException {
        ByteBuffer file =
                ByteBuffer.allocate(28).putInt(0x803).putInt(2).putInt(2).putInt(3);
        for (int k = 0; file.hasRemaining(); k++) {
            file.put((byte) (40 * k));
        }
        return Files.write(directory.resolve("images"), file.array());
    }
}
