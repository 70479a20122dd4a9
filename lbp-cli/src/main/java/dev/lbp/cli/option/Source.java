package dev.lbp.cli.option;

import dev.lbp.cli.instance.InstanceReader;
import dev.lbp.cli.terminal.FilePath;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The input of a command: one of several options, with its file.
 *
 * @param <K> the enum of these options
 */
public final class Source<K> {

    /** The options, for a mixin. */
    public final CommandSpec spec = CommandSpec.create();

    private final List<K> kinds;
    private final Function<K, String> option;

    /**
     * The options of an input.
     * @param kinds the kinds of input, one for each option
     * @param option the name of the option of a kind, such as {@code --ising}
     * @param description what the help says of the option of a kind
     */
    public Source(List<K> kinds, Function<K, String> option, Function<K, String> description) {
        this.kinds = kinds;
        this.option = option;
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(true).multiplicity("1");
        for (K kind : kinds) {
            group.addArg(OptionSpec.builder(option.apply(kind))
                    .type(Path.class)
                    .paramLabel("FILE")
                    .converters(new FilePath())
                    .required(true)
                    .description(description.apply(kind))
                    .build());
        }
        spec.addArgGroup(group.build());
    }

    private @Nullable Path file(K kind) {
        return spec.findOption(option.apply(kind)).getValue();
    }

    /** The kind of the option that was given. */
    public K kind() {
        return kinds.stream().filter(kind -> file(kind) != null).findFirst().orElseThrow(); // picocli requires one
    }

    public Path file() {
        return Objects.requireNonNull(file(kind()));
    }

    /** Puts another file in the place of the one that was given. */
    public void replace(Path file) {
        spec.findOption(option.apply(kind())).setValue(file);
    }

    /** The name of the input in titles. */
    public String name() {
        return InstanceReader.isStandardInput(file()) ? "standard input" : "" + file().getFileName();
    }
}
