package dev.lbp.cli.option;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names a sampler: the help of a command lists those that its targets have. */
public abstract class SamplerName {

    /** The sampler; null for the default one. */
    abstract @Nullable SamplerKind kind();

    /** Whether {@link SamplerKind#AUTO} is one of the samplers, and the default one. */
    boolean hasAuto() {
        return false;
    }

    /** The moves of a step of pas; null for the default number. */
    @Nullable Integer path() {
        return null;
    }

    /** All samplers. */
    public static final class Any extends SamplerName {

        @Option(
                names = "--sampler",
                paramLabel = "NAME",
                description =
                        "${COMPLETION-CANDIDATES}; auto chooses one of the others, blockgibbs for an RBM alone, metropolis"
                                + " and pas not for an RBM or a network, for assignments and matchings auto, pas or rwm."
                                + " Default: auto; with an option that auto has not, lbp, or pas there.")
        private @Nullable SamplerKind kind;

        @Option(
                names = "--path",
                paramLabel = "R",
                description = "Moves of each step of pas, or one more. Default: 25.")
        private @Nullable Integer path;

        @Override
        @Nullable SamplerKind kind() {
            return kind;
        }

        @Override
        boolean hasAuto() {
            return true;
        }

        @Override
        @Nullable Integer path() {
            return path;
        }
    }

    /** Samplers of networks, which have neither local ratios nor a second layer. */
    public static final class OfNetwork extends SamplerName {

        @Option(
                names = "--sampler",
                paramLabel = "NAME",
                completionCandidates = Names.class,
                description = "${COMPLETION-CANDIDATES}. Default: lbp.")
        private @Nullable SamplerKind kind;

        @Override
        @Nullable SamplerKind kind() {
            return kind;
        }
    }

    /** Samplers of sequences. */
    public static final class OfSequences extends SamplerName {

        @Option(
                names = "--sampler",
                paramLabel = "NAME",
                description =
                        "Of a network: lbp, gwg, rwm, dlmc or dmala, default lbp. Of a Potts model: gibbs, metropolis, pas or rwm,"
                                + " default gibbs.")
        private @Nullable SamplerKind kind;

        @Option(
                names = "--path",
                paramLabel = "R",
                description = "Moves of each step of pas, or one more. Default: 25.")
        private @Nullable Integer path;

        @Override
        @Nullable SamplerKind kind() {
            return kind;
        }

        @Override
        @Nullable Integer path() {
            return path;
        }
    }

    /** The names of the samplers of networks. */
    static final class Names extends ArrayList<String> {

        private static final long serialVersionUID = 1L;

        Names() {
            super(List.of("lbp", "gwg", "rwm", "dlmc", "dmala", "gibbs", "hammingball"));
        }
    }
}
