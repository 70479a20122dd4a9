package dev.lbp.cli;

import dev.lbp.cli.instance.InstanceReader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The input of {@code lbp sample}: one of the options of {@link SourceKind}, with its file. */
final class Source {

    /** The options, for a mixin. */
    final CommandSpec spec = CommandSpec.create();

    Source() {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(true).multiplicity("1");
        for (SourceKind kind : SourceKind.values()) {
            group.addArg(OptionSpec.builder(kind.option)
                    .type(Path.class)
                    .paramLabel("FILE")
                    .converters(new FilePath())
                    .required(true)
                    .description(kind.description)
                    .build());
        }
        spec.addArgGroup(group.build());
    }

    private @Nullable Path file(SourceKind kind) {
        return spec.findOption(kind.option).getValue();
    }

    /** Of the option that was given. */
    SourceKind kind() {
        return Arrays.stream(SourceKind.values())
                .filter(kind -> file(kind) != null)
                .findFirst()
                .orElseThrow(); // picocli requires one
    }

    Path file() {
        return Objects.requireNonNull(file(kind()));
    }

    /** The name of the input in titles. */
    String name() {
        return InstanceReader.isStandardInput(file()) ? "standard input" : "" + file().getFileName();
    }
}
