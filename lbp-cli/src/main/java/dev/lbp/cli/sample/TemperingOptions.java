package dev.lbp.cli.sample;

import dev.lbp.cli.option.ReplicaOptions;
import dev.lbp.cli.option.TemperatureRange;
import dev.lbp.internal.Check;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of parallel tempering and log Z. */
final class TemperingOptions extends ReplicaOptions {

    @Option(
            names = "--log-z",
            description =
                    "Also print log Z, Z the sum of exp(-beta E) over all states, with its error; for --assignment and"
                            + " --matching of exp(beta weight). Means --replicas auto, unless --replicas is given.")
    private boolean logZ;

    /** Whether {@code --temperatures} needs replicas. */
    private boolean needed;

    /** Tempers the run if {@code range} was given. */
    void temper(@Nullable TemperatureRange range) {
        needed = range != null;
    }

    /** Whether {@code --log-z} was given. */
    boolean hasLogZ() {
        return logZ;
    }

    @Override
    public Map<String, String> defaults() {
        return logZ || needed ? withReplicas() : super.defaults();
    }

    /** The defaults of a run that an option other than {@code --replicas} tempers. */
    private Map<String, String> withReplicas() {
        Map<String, String> defaults = new TreeMap<>(super.defaults());
        defaults.put("--replicas", AUTO);
        return defaults;
    }

    @Override
    public boolean isTempered() {
        return super.isTempered() || logZ || needed;
    }

    @Override
    protected String asking() {
        return "--replicas, --log-z or --temperatures";
    }

    /** {@inheritDoc} They are {@code --replicas}, {@code --log-z} and {@code --temperatures}. */
    @Override
    public void refuse(String reason) {
        super.refuse(reason);
        Check.that(!logZ && !needed, "be left out " + reason + ": " + (logZ ? "--log-z" : "--temperatures"));
    }
}
