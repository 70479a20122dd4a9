package dev.lbp.cli.option;

import dev.lbp.cli.instance.InstanceReader;
import dev.lbp.cli.terminal.FilePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The input of a command: one of several options, with its file.
 *
 * @param <K> the enum of these options
 */
public final class Source<K extends Source.Kind> {

    /** A kind of input. */
    public interface Kind {

        /** Such as {@code --ising}. */
        String option();

        /** What the help says of it. */
        String description();
    }

    /** The options, for a mixin. */
    public final CommandSpec spec = CommandSpec.create();

    private final List<K> kinds;

    public Source(List<K> kinds) {
        this.kinds = kinds;
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(true).multiplicity("1");
        for (K kind : kinds) {
            group.addArg(OptionSpec.builder(kind.option())
                    .type(Path.class)
                    .paramLabel("FILE")
                    .converters(new FilePath())
                    .required(true)
                    .description(kind.description())
                    .build());
        }
        spec.addArgGroup(group.build());
    }

    private @Nullable Path file(K kind) {
        return spec.findOption(kind.option()).getValue();
    }

    /** Of the option that was given. */
    public K kind() {
        return kinds.stream().filter(kind -> file(kind) != null).findFirst().orElseThrow(); // picocli requires one
    }

    public Path file() {
        return Objects.requireNonNull(file(kind()));
    }

    /** The name of the input in titles. */
    public String name() {
        return InstanceReader.isStandardInput(file()) ? "standard input" : "" + file().getFileName();
    }
}
