package dev.lbp.nn;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import java.io.IOException;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on networks that were bytes draw the same. */
class RunBytesTest {

    private static SamplingRun run(ScoreNetwork network) {
        return Samplers.lbp()
                .build()
                .sample(NetworkModel.of(network))
                .chains(2)
                .warmup(20)
                .draws(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mlp", "with_gradient"})
    void runOnAnOnnxFile_fromBytes_drawsTheSame(String name) throws IOException {
        try (OnnxNetwork network = OnnxNetwork.load(Reference.file(name))) {
            SamplingRun run = run(network);
            byte[] fresh = run.toBytes();
            SamplingRun copy = SamplingRun.fromBytes(fresh);
            Results.assertSame(run.run(), copy.run());
            Results.assertSame(run.run(), SamplingRun.fromBytes(run.toBytes()).run()); // of a used network
        }
    }

    @Test
    void runOnAPlainNetwork_fromBytes_drawsTheSame() {
        SamplingRun run = run(new PlainNetwork(7));
        SamplingRun copy = SamplingRun.fromBytes(run.toBytes());
        Results.assertSame(run.run(), copy.run());
    }

    /** A network of a user that is not Serializable. */
    private record Own(int dimension) implements ScoreNetwork {

        @Override
        public void evaluate(FloatBuffer states, int rows, FloatBuffer scores, @Nullable FloatBuffer gradients) {
            throw new AssertionError("not evaluated");
        }
    }

    @Test
    void networkThatIsNotSerializable_isNamed() {
        SamplingRun run = run(new Own(3));
        assertThatThrownBy(run::toBytes)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be serialisable: model.network (" + Own.class.getName() + ")");
    }
}
