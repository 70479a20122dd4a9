package dev.lbp.runtime.run;

import static dev.lbp.Results.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SmallRbm;
import dev.lbp.SpinLine;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.nd4j.linalg.api.buffer.DataType;

/** A run of auto() that was killed goes on from any checkpoint, of its trial too, with the same bits. */
class AutoResumeTest {

    @TempDir
    private Path directory;

    private static SamplingRun run(EnergyModel model) {
        return Samplers.auto()
                .build()
                .sample(model)
                .chains(2)
                .warmup(100)
                .draws(20)
                .seed(4)
                .threads(1);
    }

    @Test
    void resume_anywhere_drawsTheSame() {
        EnergyModel rbm = new SmallRbm(8, 3, DataType.DOUBLE);
        SampleResult whole = run(rbm).run();
        List<Path> copies = CheckpointCopies.of(run(rbm), 1, directory);
        assertThat(copies).hasSizeGreaterThan(100);
        for (int k = 0; k < copies.size(); k += 3) { // a block of the trial has 3 steps
            SampleResult resumed = run(rbm).resume(copies.get(k));
            assertSame(whole, resumed);
            assertThat(resumed.choice()).isEqualTo(whole.choice());
        }
    }

    @Test
    void resume_local_choosesTheSame() {
        SampleResult whole = run(SpinLine.of(8)).run();
        List<Path> copies = CheckpointCopies.of(run(SpinLine.of(8)), 30, directory);
        SampleResult resumed = run(SpinLine.of(8)).resume(copies.get(1));
        assertSame(whole, resumed);
        assertThat(resumed.choice()).isEqualTo(whole.choice());
    }
}
