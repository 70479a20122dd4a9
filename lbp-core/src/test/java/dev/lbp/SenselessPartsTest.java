package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.result.RunException;
import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** Parts with other content under a right checksum: every call ends with its result, or refuses them by name. */
class SenselessPartsTest {

    private static final int TRIALS = 120;

    private static SamplingRun run() {
        return Samplers.lbp()
                .build()
                .sample(SpinLine.of(6))
                .chains(2)
                .warmup(5)
                .draws(5)
                .seed(3)
                .threads(1);
    }

    /** Other values of some bytes after the mark and the format, and the checksum of the whole. */
    private static byte[] edited(byte[] bytes, Random random) {
        byte[] edited = bytes.clone();
        int end = edited.length - Long.BYTES;
        for (int k = 0; k <= random.nextInt(3); k++) {
            int at = 12 + random.nextInt(end - 12);
            edited[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : random.nextBoolean() ? 0 : -1);
        }
        return sealed(edited);
    }

    private static byte[] sealed(byte[] edited) {
        int end = edited.length - Long.BYTES;
        CRC32C sum = new CRC32C();
        sum.update(edited, 0, end);
        ByteBuffer.wrap(edited).putLong(end, sum.getValue());
        return edited;
    }

    private static void assertNamed(byte[] bytes, Consumer<byte[]> use) {
        Random random = new Random(1);
        List<String> unnamed = new ArrayList<>();
        int refused = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            byte[] edited = edited(bytes, random);
            try {
                use.accept(edited);
            } catch (IllegalArgumentException e) {
                refused += e.getMessage().startsWith("must ") ? 1 : 0;
            } catch (RunException e) {
                refused++; // the state of a chain is not that of its log-probability
            } catch (RuntimeException e) {
                unnamed.add(e.toString());
            }
        }
        assertThat(unnamed).isEmpty();
        assertThat(refused).as("the edits that were noticed").isGreaterThan(TRIALS / 10);
    }

    @Test
    void merge_senselessPart_isNamed() {
        List<RunPart> parts = Parts.drawn(SenselessPartsTest::run, 2, 1);
        byte[] bytes = parts.get(0).toBytes();
        for (int at = 12; at < bytes.length - Long.BYTES; at++) {
            byte[] edited = bytes.clone();
            edited[at] = 0;
            try {
                run().merge(List.of(RunPart.of(sealed(edited)), parts.get(1)));
            } catch (IllegalArgumentException e) {
                assertThat(e).as("byte %d", at).hasMessageStartingWith("must ");
            }
        }
    }

    @Test
    void draw_senselessPartOrFreeze_isNamed() {
        List<RunPart> parts =
                List.of(run().part(0, 1).warmUp(), run().part(1, 1).warmUp());
        RunFreeze freeze = RunPart.freeze(parts);
        assertNamed(parts.get(0).toBytes(), edited -> run().part(0, 1).draw(RunPart.of(edited), freeze));
        assertNamed(parts.get(0).toBytes(), edited -> RunPart.freeze(List.of(RunPart.of(edited), parts.get(1))));
        assertNamed(freeze.toBytes(), edited -> run().part(0, 1).draw(parts.get(0), RunFreeze.of(edited)));
    }
}
