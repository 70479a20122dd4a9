package dev.lbp.cli.infer;

import dev.lbp.cli.option.EvidenceOptions;
import dev.lbp.cli.terminal.ListedName;
import dev.lbp.models.factor.FactorGraph;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code lbp infer} for observations and for the variables to print. */
final class QuestionOptions {

    @Mixin
    private EvidenceOptions evidence = new EvidenceOptions();

    @Option(
            names = "--query",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description =
                    "Variables to print, between commas. Default: all if few, else those that the observations changed"
                            + " most.")
    private String[] asked = {};

    @Option(names = "--map", description = "Find the most probable explanation too: values of all variables.")
    private boolean map;

    boolean map() {
        return map;
    }

    EvidenceOptions evidence() {
        return evidence;
    }

    /**
     * The variables that are asked for; empty if the command chooses.
     *
     * @throws IllegalArgumentException if there is no such variable
     */
    List<Integer> asked(FactorGraph graph) {
        return Arrays.stream(asked)
                .distinct()
                .map(name -> EvidenceOptions.numberOf("--query", name, () -> graph.site(name)))
                .toList();
    }
}
