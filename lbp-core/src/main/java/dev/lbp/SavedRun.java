package dev.lbp;

import dev.lbp.internal.Check;
import dev.lbp.runtime.run.BitSettings;
import dev.lbp.runtime.run.RealSettings;
import dev.lbp.runtime.run.RunBytes;
import dev.lbp.runtime.run.RunSettings;
import dev.lbp.runtime.run.ValueSettings;
import java.io.ObjectInputFilter;
import java.io.Serializable;

/**
 * The serialised form of a run.
 *
 * @param bytes what {@link Run#toBytes} returned
 */
record SavedRun(byte[] bytes) implements Serializable {

    /**
     * The run.
     *
     * @param classes refuses classes
     */
    Run<?, ?, ?> run(ObjectInputFilter classes) {
        RunSettings<?> settings = RunBytes.read(bytes, classes);
        if (settings instanceof BitSettings bits) {
            return new SamplingRun(bits);
        }
        return settings instanceof ValueSettings values
                ? new ValueRun(values)
                : new ContinuousRun((RealSettings) settings);
    }

    /** The run, which must be of one type. */
    <T extends Run<?, ?, T>> T run(Class<T> type, ObjectInputFilter classes) {
        Run<?, ?, ?> run = run(classes);
        Check.that(
                type.isInstance(run),
                "be of a " + type.getSimpleName(),
                "bytes",
                "of a " + run.getClass().getSimpleName());
        return type.cast(run);
    }

    private Object readResolve() {
        return run(RunBytes::usual);
    }
}
