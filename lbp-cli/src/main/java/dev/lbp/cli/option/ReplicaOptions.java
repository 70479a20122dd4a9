package dev.lbp.cli.option;

import dev.lbp.Tempering;
import dev.lbp.internal.Check;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of parallel tempering that set its replicas. */
public class ReplicaOptions {

    /** The value of {@code --replicas} that lets warm-up find their number. */
    public static final String AUTO = "auto";

    @Option(
            names = "--replicas",
            paramLabel = "N|auto",
            converter = Count.class,
            description =
                    "Sample by parallel tempering, with N replicas of each chain, 2 or more, from temperature infinity to that of the"
                            + " run; auto: as many as warm-up finds to be best. It crosses between modes that no local move joins, at N"
                            + " times the work; of Ising models and QUBOs, whose replicas have twins, up to 2 N times.")
    private @Nullable Integer replicas;

    @Option(
            names = "--every",
            paramLabel = "K",
            description =
                    "Steps of each replica from one exchange of states to the next. Default: 5; on Ising models and QUBOs 1 of gibbs, metropolis and clusters.")
    private @Nullable Integer every;

    private int defaultEvery = 5;

    /**
     * Sets the default of {@code --every}: 1 if a step is a sweep of all sites, because an exchange costs little beside
     * a sweep.
     */
    public final void sweep(boolean isSweep) {
        defaultEvery = isSweep ? 1 : 5;
    }

    /** The values of options that are left out. */
    public Map<String, String> defaults() {
        return Map.of("--every", String.valueOf(defaultEvery));
    }

    /** Whether the run is to be tempered. */
    public boolean isTempered() {
        return replicas != null;
    }

    /** Whether {@code --replicas} was given. */
    protected final boolean hasReplicas() {
        return replicas != null;
    }

    /** Whether one replica was asked for, which is no tempering. */
    protected final boolean isSingle() {
        return replicas != null && replicas == 1;
    }

    /** The options that ask for tempering, in messages. */
    protected String asking() {
        return "--replicas";
    }

    /**
     * Checks the options before the input is read.
     *
     * @throws IllegalArgumentException if a value is out of range, or {@code --every} is given alone
     */
    public void check() {
        if (isTempered()) {
            tempering(); // throws if a value is out of range
        } else {
            Check.that(every == null, "be given with " + asking(), "--every", "" + every);
        }
    }

    /**
     * Refuses tempering.
     *
     * @param reason such as "with --sampler blockgibbs"
     * @throws IllegalArgumentException if an option asks for tempering
     */
    public void refuse(String reason) {
        if (replicas != null) {
            String value = replicas == Count.FOUND ? AUTO : String.valueOf(replicas);
            Check.that(false, "be left out " + reason, "--replicas", value);
        }
    }

    /**
     * The settings of tempering, for a run that an option tempers. Without a number of replicas, warm-up finds it.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public final Tempering tempering() {
        Tempering tempering =
                replicas == null || replicas == Count.FOUND ? Tempering.replicas() : Tempering.replicas(replicas);
        return tempering.every(every == null ? defaultEvery : every);
    }

    /** A number of replicas. */
    static final class Count implements ITypeConverter<Integer> {

        /** Stands for the number that warm-up finds. If a user writes this number itself, it is read as FOUND + 1. */
        static final int FOUND = Integer.MIN_VALUE;

        @Override
        public Integer convert(String text) {
            if (text.equals(AUTO)) {
                return FOUND;
            }
            try {
                int count = Integer.parseInt(text);
                return count == FOUND ? FOUND + 1 : count; // a user's -2^31 does not mean auto; both are refused later
            } catch (NumberFormatException e) {
                throw new TypeConversionException("must be a whole number below 2^31, or auto: " + text);
            }
        }
    }
}
