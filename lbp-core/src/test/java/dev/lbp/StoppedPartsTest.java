package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.result.RunException;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.run.TemperedRunTest;
import dev.lbp.target.EnergyModels;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts that were interrupted or failed go on from their checkpoints, or begin again, as if nothing had happened. */
class StoppedPartsTest {

    private static final int CHAINS = 4;

    /** Scorings until something happens. */
    private static final AtomicInteger FUSE = new AtomicInteger();

    private static volatile Runnable action = () -> {};

    @TempDir
    private Path parent;

    private int stopped;

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        FUSE.set(0);
        Workers.assertNoneLeft();
    }

    private static double score(byte[] x) {
        if (FUSE.decrementAndGet() == 0) {
            action.run();
        }
        double sum = 0.0;
        for (int i = 0; i < x.length; i++) {
            sum += (0.3 - 0.1 * i) * x[i] * x[(i + 1) % x.length];
        }
        return sum;
    }

    private SamplingRun run(boolean tempered, String name) {
        SamplingRun run = Samplers.lbp()
                .build()
                .sample(EnergyModels.of(6, StoppedPartsTest::score))
                .chains(CHAINS)
                .warmup(200)
                .draws(150)
                .seed(5)
                .threads(2)
                .track("first", x -> x[0])
                .sink(parent.resolve(name));
        return tempered ? run.tempering(Tempering.replicas(3).every(2)) : run;
    }

    /** Calls a stage until it ends; each time it gets further before something happens. */
    private RunPart ended(Supplier<RunPart> stage, Runnable happens) {
        action = happens;
        for (int fuse = 400; ; fuse += fuse / 2) {
            FUSE.set(fuse);
            try {
                return stage.get();
            } catch (RunException e) {
                stopped++;
                assertThat(Thread.interrupted()).isEqualTo(e.getCause() == null);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "false, false, true",
        "false, true, true",
        "true, false, true",
        "true, true, true",
        "false, true, false",
        "false, false, false"
    })
    void merge_partsThatStopped_isTheWholeRun(boolean tempered, boolean failing, boolean saved) throws IOException {
        Thread caller = Thread.currentThread();
        Runnable happens = failing
                ? () -> {
                    throw new IllegalStateException("broken");
                }
                : caller::interrupt;
        RunFreeze freeze = null;
        List<RunPart> parts = new ArrayList<>();
        do {
            List<RunPart> next = new ArrayList<>();
            for (int first = 0; first < CHAINS; first += 3) {
                RunSlice slice = run(tempered, "parts").part(first, Math.min(3, CHAINS - first));
                if (saved) {
                    slice.checkpoint(parent.resolve("checkpoint" + first), Duration.ZERO);
                }
                RunPart part = parts.isEmpty() ? null : parts.get(first / 3);
                RunFreeze all = freeze;
                next.add(ended(
                        () -> part == null
                                ? slice.warmUp()
                                : all.isLast() ? slice.draw(part, all) : slice.warmUp(part, all),
                        happens));
            }
            parts = next;
            freeze = parts.get(0).isDrawn() ? freeze : RunPart.freeze(parts);
        } while (!parts.get(0).isDrawn());
        assertThat(stopped).isGreaterThan(4);
        FUSE.set(0);
        SampleResult whole = run(tempered, "whole").run();
        SampleResult merged = run(tempered, "parts").merge(parts);
        Results.assertSame(whole, merged);
        if (tempered) {
            TemperedRunTest.assertSameTempering(whole, merged);
        }
        for (String file : parent.resolve("whole").toFile().list()) {
            assertThat(parent.resolve("parts").resolve(file))
                    .hasSameBinaryContentAs(parent.resolve("whole").resolve(file));
        }
    }

    /** The manifest in the directory of a part says how the part ended. */
    @Test
    void draw_interrupted_saysSoAndWhereItGoesOn() throws IOException {
        List<RunPart> warm = List.of(run(false, "a").part(0, CHAINS).warmUp());
        Thread caller = Thread.currentThread();
        action = caller::interrupt;
        FUSE.set(700);
        Path checkpoint = parent.resolve("checkpoint");
        RunSlice slice = run(false, "a").part(0, CHAINS).checkpoint(checkpoint);
        RunException stop =
                catchThrowableOfType(RunException.class, () -> slice.draw(warm.get(0), RunPart.freeze(warm)));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(stop)
                .hasMessage(
                        "chains 0 to 3 stopped while they drew; the same call goes on from " + checkpoint + ".draws");
        assertThat(Files.readString(parent.resolve("a/part-0-4/manifest.json")))
                .contains("\"stopReason\": \"INTERRUPTED\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> slice.checkpoint(checkpoint, Duration.ofNanos(-1)))
                .withMessage("must be >= 0: time=PT-0.000000001S");
    }
}
