package dev.lbp;

import dev.lbp.result.RunFreeze;
import dev.lbp.result.RunPart;
import dev.lbp.result.RunResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Runs that are carried out in parts, as several machines would: each part has a run of its own and is sent as bytes.
 */
public final class Parts {

    private Parts() {}

    /** The result of a run of {@code chains} chains in parts of {@code size}, the last one maybe smaller. */
    public static <R extends RunResult> R merged(Supplier<? extends Run<?, R, ?>> run, int chains, int size) {
        return run.get().merge(drawn(run, chains, size));
    }

    /** All parts after their draws, in a random order. */
    public static List<RunPart> drawn(Supplier<? extends Run<?, ?, ?>> run, int chains, int size) {
        List<RunPart> parts = new ArrayList<>();
        for (int first = 0; first < chains; first += size) {
            parts.add(sent(slice(run, first, chains, size).warmUp()));
        }
        RunFreeze freeze = frozen(parts);
        while (!freeze.isLast()) {
            List<RunPart> next = new ArrayList<>();
            for (RunPart part : parts) {
                next.add(sent(slice(run, part.first(), chains, size).warmUp(part, freeze)));
            }
            parts = next;
            freeze = frozen(parts);
        }
        List<RunPart> drawn = new ArrayList<>();
        for (RunPart part : parts) {
            drawn.add(sent(slice(run, part.first(), chains, size).draw(part, freeze)));
        }
        return drawn;
    }

    private static RunSlice slice(Supplier<? extends Run<?, ?, ?>> run, int first, int chains, int size) {
        return run.get().part(first, Math.min(size, chains - first));
    }

    private static RunFreeze frozen(List<RunPart> parts) {
        Collections.shuffle(parts, new Random(parts.size()));
        return sent(RunPart.freeze(parts));
    }

    private static <T> T sent(T object) {
        try {
            return Serialized.copy(object);
        } catch (IOException | ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
