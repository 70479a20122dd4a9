package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModels;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that ended and goes on with many more draws has errors as honest as those of one that began with them. */
class ExtendedRunTest {

    private static final int FIRST = 64;
    private static final int ALL = 20_000;

    @TempDir
    private Path directory;

    /** The evaluation, one for each changed state, at which the statistic interrupts the run. */
    private int stopAt = -1;

    /** Two sites that mostly agree: they change about once in 50 sweeps. */
    private SamplingRun run(int draws) {
        Thread caller = Thread.currentThread();
        return Samplers.gibbs()
                .build()
                .sample(EnergyModels.of(2, (byte[] x) -> x[0] == x[1] ? 4.0 : 0.0))
                .chains(4)
                .warmup(100)
                .draws(draws)
                .track("interrupting", x -> {
                    if (--stopAt == 0) {
                        caller.interrupt();
                    }
                    return x[0];
                })
                .threads(1)
                .seed(3);
    }

    /** With batches of the first length, two draws, the error was a seventh of this one. */
    @Test
    void marginalErrors_extendedRun_areNearThoseOfAWholeRun() {
        Path file = directory.resolve("run");
        run(FIRST).checkpoint(file).run();
        SampleResult extended = run(ALL).checkpoint(file).resume(file);
        SampleResult whole = run(ALL).run();
        assertThat(extended.marginals()).isEqualTo(whole.marginals());
        assertThat(extended.marginalErrors()[0] / whole.marginalErrors()[0]).isBetween(0.7, 1.4);
        assertThat(extended.mixed()).isEqualTo(whole.mixed());
    }

    /** Wherever a run is stopped, and whenever, an extended one has the errors that it would have without the stop. */
    @Test
    void marginalErrors_extendedRunThatIsStopped_areThoseWithoutTheStop() throws Exception {
        Path file = directory.resolve("run");
        run(FIRST).checkpoint(file).run();
        Path copy = Files.copy(file, directory.resolve("copy"));
        SampleResult extended = run(ALL).checkpoint(file).resume(file);
        for (int stop : new int[] {20, 200, 400}) {
            stopAt = stop;
            run(ALL).checkpoint(copy).resume(copy);
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(run(ALL).checkpoint(copy).resume(copy).marginalErrors()).isEqualTo(extended.marginalErrors());
    }
}
