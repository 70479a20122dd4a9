package dev.lbp.cli.option;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that name a sampler: the help of a command lists those that its targets have. */
public final class SamplerName {

    /** The options, for a mixin. */
    final CommandSpec spec = CommandSpec.create();

    /** Whether {@link SamplerKind#AUTO} is one of the samplers, and the default one. */
    final boolean hasAuto;

    /**
     * @param hasAuto whether {@code auto} is one of the samplers
     * @param hasPath whether {@code pas} is one of them, which has the option {@code --path}
     * @param names the samplers of the help
     */
    private SamplerName(boolean hasAuto, boolean hasPath, List<String> names, String description) {
        this.hasAuto = hasAuto;
        spec.addOption(OptionSpec.builder("--sampler")
                .type(SamplerKind.class)
                .paramLabel("NAME")
                .completionCandidates(names)
                .description(description)
                .build());
        if (hasPath) {
            spec.addOption(OptionSpec.builder("--path")
                    .type(Integer.class)
                    .paramLabel("R")
                    .description("Moves of each step of pas, or one more. Default: 25.")
                    .build());
        }
    }

    /** All samplers. */
    public static SamplerName any() {
        boolean hasAuto = true;
        boolean hasPath = true;
        return new SamplerName(
                hasAuto,
                hasPath,
                Arrays.stream(SamplerKind.values()).map(SamplerKind::toString).toList(),
                "${COMPLETION-CANDIDATES}; lbp help sampler says what each is for. auto chooses one of the others. An RBM"
                        + " alone has blockgibbs; ferromagnetic models alone have swendsen-wang and wolff; an RBM or a"
                        + " network has neither these nor metropolis and pas; assignments and matchings have auto, pas and"
                        + " rwm. Default: auto; with an option that auto has not, lbp, or pas for assignments and matchings.");
    }

    /** Samplers of networks, which have neither local ratios nor a second layer. */
    public static SamplerName ofNetwork() {
        List<String> names = List.of("lbp", "gwg", "rwm", "dlmc", "dmala", "gibbs", "hammingball");
        boolean hasAuto = false;
        boolean hasPath = false;
        return new SamplerName(hasAuto, hasPath, names, "${COMPLETION-CANDIDATES}. Default: lbp.");
    }

    /** Samplers of sequences. */
    public static SamplerName ofSequences() {
        boolean hasAuto = false;
        boolean hasPath = true;
        return new SamplerName(
                hasAuto,
                hasPath,
                List.of(), // the description has the names
                "Of a network: lbp, gwg, rwm, dlmc or dmala, default lbp. Of a Potts model: gibbs, metropolis, pas or rwm,"
                        + " default gibbs.");
    }

    /** The sampler; null for the default one. */
    @Nullable SamplerKind kind() {
        return spec.findOption("--sampler").getValue();
    }

    /** The moves of a step of pas; null for the default number. */
    @Nullable Integer path() {
        @Nullable OptionSpec path = spec.findOption("--path");
        return path == null ? null : path.getValue();
    }
}
