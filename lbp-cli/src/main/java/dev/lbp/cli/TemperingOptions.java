package dev.lbp.cli;

import java.util.Map;
import picocli.CommandLine.Option;

/** The options of parallel tempering and log Z. */
final class TemperingOptions extends ReplicaOptions {

    @Option(
            names = "--log-z",
            description =
                    "Also print log Z, Z the sum of exp(-beta E) over all states, with its error; for --assignment and --matching of"
                            + " exp(beta weight). Means --replicas auto, unless --replicas is given.")
    private boolean logZ;

    /** Whether log Z was asked for. */
    boolean hasLogZ() {
        return logZ;
    }

    @Override
    Map<String, String> defaults() {
        return logZ ? Map.of("--every", "5", "--replicas", AUTO) : super.defaults();
    }

    @Override
    boolean isTempered() {
        return super.isTempered() || logZ;
    }

    @Override
    String asking() {
        return "--replicas or --log-z";
    }

    @Override
    void refuse(String reason) {
        super.refuse(reason);
        if (logZ) {
            throw new IllegalArgumentException("must be left out " + reason + ": --log-z");
        }
    }
}
