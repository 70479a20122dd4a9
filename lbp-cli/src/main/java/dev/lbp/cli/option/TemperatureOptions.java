package dev.lbp.cli.option;

import dev.lbp.cli.terminal.Text;
import dev.lbp.internal.Check;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that set the temperature. */
public final class TemperatureOptions {

    /**
     * The largest inverse temperature. Energies of instances are below 2^42, and those of practical RBMs far below
     * that, so their products with it are finite.
     */
    private static final double MOST_BETA = 1e250;

    @Option(names = "--beta", paramLabel = "B", description = "Inverse temperature, > 0, at most 1e250. Default: 1.")
    private @Nullable Double beta;

    @Option(
            names = "--temperature",
            paramLabel = "T",
            description = "The temperature 1 / beta, in place of --beta; > 0. Boltzmann's constant is 1.")
    private @Nullable Double temperature;

    @Option(
            names = "--temperatures",
            paramLabel = "A:B:STEP",
            converter = TemperatureRange.Converter.class,
            description =
                    "Print energy, heat capacity, log Z and entropy at the temperatures A, A + STEP, ... up to B, at most 10,000, from"
                            + " one tempered run at A, and of spins also the magnetisation |sum s| / N; thermodynamics.csv has its"
                            + " susceptibility and Binder cumulant too, and overlaps of two replicas. Means --replicas auto, unless --replicas is given. With --ising"
                            + " or --qubo, in place of --beta.")
    private @Nullable TemperatureRange range;

    /**
     * Checks the options before the input is read.
     *
     * @param ranges whether the target permits {@code --temperatures}
     * @param source the option of the target
     * @throws IllegalArgumentException if a value is out of range, or two options contradict each other
     */
    public void check(boolean ranges, String source) {
        Check.that(range == null || ranges, "be left out with " + source, "temperatures", "" + range);
        Check.that(range == null || beta == null, "be left out with --temperatures", "beta", "" + beta);
        Check.that(
                range == null || temperature == null,
                "be left out with --temperatures",
                "temperature",
                "" + temperature);
        Check.that(beta == null || temperature == null, "be left out with --beta", "temperature", "" + temperature);
        if (temperature != null) {
            Check.that(
                    temperature > 0.0 && temperature < Double.POSITIVE_INFINITY,
                    "be finite and > 0",
                    "temperature",
                    temperature);
            Check.that(1.0 / temperature <= MOST_BETA, "be at least 1e-250", "temperature", temperature);
        }
        if (range != null) {
            Check.that(1.0 / range.first() <= MOST_BETA, "be at least 1e-250", "temperatures", range);
        }
        checkBeta("beta", beta());
    }

    /** Refuses an inverse temperature that no command takes. */
    public static void checkBeta(String name, double beta) {
        Check.that(!(beta > MOST_BETA), "be at most 1e250", name, beta); // NaN passes, and is refused next
        Check.positive(name, beta);
    }

    /** The inverse temperature of the target; with a range, that of the coldest temperature. */
    public double beta() {
        if (range != null) {
            return 1.0 / range.first();
        }
        if (temperature != null) {
            return 1.0 / temperature;
        }
        return beta == null ? 1.0 : beta;
    }

    /** The inverse temperature and the temperature in words. The one that was given has all digits, the other six. */
    public String words() {
        Double given = range == null ? temperature : Double.valueOf(range.first());
        return given == null
                ? "beta " + Text.number(beta()) + ", temperature " + Text.rounded(1.0 / beta())
                : "beta " + Text.rounded(beta()) + ", temperature " + Text.number(given);
    }

    /** The values of options that are left out. */
    public Map<String, String> defaults() {
        return range == null && temperature == null ? Map.of("--beta", "1.0") : Map.of();
    }

    /** The temperatures that were asked for; null for none. */
    public @Nullable TemperatureRange range() {
        return range;
    }
}
