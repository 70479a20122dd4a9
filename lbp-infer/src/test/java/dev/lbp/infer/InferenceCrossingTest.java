package dev.lbp.infer;

import dev.lbp.crossing.TaskCrossingTest;
import dev.lbp.models.factor.Factor;
import dev.lbp.models.factor.FactorGraph;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Estimates of a number of draws in every way that they can be carried out: all answers are the same bit for bit. */
class InferenceCrossingTest extends TaskCrossingTest {

    private static final int BITS = 15;

    InferenceCrossingTest() {
        super("dev.lbp.infer");
    }

    @Override
    protected Map<String, Task> tasks() {
        return Map.of("Inference", InferenceCrossingTest::found);
    }

    /** Each pair of the bits is in a table, so that an elimination makes a table of 2^14 entries: too many. */
    private static FactorGraph wide() {
        List<Factor> factors = new ArrayList<>();
        for (int i = 0; i < BITS; i++) {
            for (int j = i + 1; j < BITS; j++) {
                double[] logs = {(5 * i + 3 * j) % 11 / 10.0, 0.0, 0.0, (i * j) % 7 / 10.0};
                factors.add(Factor.of(new int[] {i, j}, logs));
            }
        }
        int[] values = new int[BITS];
        Arrays.fill(values, 2);
        return FactorGraph.of(values, factors);
    }

    private static Object found(Way way) {
        Inference inference = Inference.of(wide())
                .seed(3)
                .warmup(100)
                .draws(200)
                .threads(way.threads())
                .listener(listener(way.listener()));
        Path file = way.from() == null ? way.checkpoint() : way.from();
        if (file != null) {
            inference.checkpoint(file, Duration.ofMillis(50));
        }
        Posterior posterior = inference.sample();
        List<Object> found = new ArrayList<>(List.of(posterior.logZ(), posterior.logZError(), posterior.method()));
        found.add(posterior.verdict());
        found.add(posterior.best());
        for (int i = 0; i < BITS; i++) {
            found.add(posterior.marginal(i));
            found.add(posterior.marginalErrors(i));
        }
        return found.toArray();
    }
}
