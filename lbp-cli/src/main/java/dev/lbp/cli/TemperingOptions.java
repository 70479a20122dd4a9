package dev.lbp.cli;

import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.internal.Check;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of parallel tempering. */
final class TemperingOptions {

    /** The value of {@code --replicas} that lets warm-up find their number. */
    private static final String AUTO = "auto";

    @Option(
            names = "--replicas",
            paramLabel = "N|auto",
            converter = Count.class,
            description =
                    "Sample by parallel tempering, with N replicas of each chain, 2 or more, from temperature infinity to 1 / beta; auto:"
                            + " as many as warm-up finds to be best. It crosses between modes that no local move joins, at N times the"
                            + " work. Not with --sampler blockgibbs, --assignment or --matching.")
    private @Nullable Integer replicas;

    @Option(
            names = "--every",
            paramLabel = "K",
            description = "Steps of each replica from one exchange of states to the next. Default: 5.")
    private @Nullable Integer every;

    @Option(
            names = "--log-z",
            description =
                    "Also print log Z, Z the sum of exp(-beta E) over all states, with its error. Means --replicas auto, unless"
                            + " --replicas is given.")
    private boolean logZ;

    /** Whether another option needs replicas. */
    private boolean needed;

    /** Tempers the run if {@code range} was given. */
    void temper(@Nullable TemperatureRange range) {
        needed = range != null;
    }

    /** Whether log Z was asked for. */
    boolean hasLogZ() {
        return logZ;
    }

    /** The values of options that are left out. */
    Map<String, String> defaults() {
        String steps = "5";
        return logZ || needed ? Map.of("--every", steps, "--replicas", AUTO) : Map.of("--every", steps);
    }

    /** Whether the run is to be tempered. */
    boolean isTempered() {
        return replicas != null || logZ || needed;
    }

    /**
     * Checks the options before the input is read.
     *
     * @throws IllegalArgumentException if a value is out of range, or {@code --every} is given alone
     */
    void check() {
        if (isTempered()) {
            tempering();
        } else {
            Check.that(every == null, "be given with --replicas, --log-z or --temperatures", "--every", "" + every);
        }
    }

    /**
     * Refuses tempering.
     *
     * @param reason such as "with --sampler blockgibbs"
     * @throws IllegalArgumentException if an option asks for tempering
     */
    void refuse(String reason) {
        if (replicas != null) {
            String value = replicas == Count.FOUND ? AUTO : String.valueOf(replicas);
            Check.that(false, "be left out " + reason, "--replicas", value);
        }
        if (logZ || needed) {
            throw new IllegalArgumentException(
                    "must be left out " + reason + ": " + (logZ ? "--log-z" : "--temperatures"));
        }
    }

    /** Sets tempering on the run if an option asks for it. */
    void applyTo(SamplingRun run) {
        if (isTempered()) {
            run.tempering(tempering());
        }
    }

    private Tempering tempering() {
        Tempering tempering =
                replicas == null || replicas == Count.FOUND ? Tempering.replicas() : Tempering.replicas(replicas);
        return every == null ? tempering : tempering.every(every);
    }

    /** A number of replicas. */
    static final class Count implements ITypeConverter<Integer> {

        /** The number that warm-up finds. No number of replicas that a user can write. */
        static final int FOUND = Integer.MIN_VALUE;

        @Override
        public Integer convert(String text) {
            if (text.equals(AUTO)) {
                return FOUND;
            }
            try {
                int count = Integer.parseInt(text);
                return count == FOUND ? FOUND + 1 : count;
            } catch (NumberFormatException e) {
                throw new TypeConversionException("must be a whole number below 2^31, or auto: " + text);
            }
        }
    }
}
