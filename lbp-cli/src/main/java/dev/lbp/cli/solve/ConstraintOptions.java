package dev.lbp.cli.solve;

import dev.lbp.cli.instance.GroupFile;
import dev.lbp.cli.instance.Instance;
import dev.lbp.cli.instance.InstanceReader;
import dev.lbp.cli.option.Source;
import dev.lbp.cli.terminal.CommandFiles;
import dev.lbp.cli.terminal.FilePath;
import dev.lbp.internal.Check;
import dev.lbp.solve.Constraint;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that restrict the states of spins or bits. */
final class ConstraintOptions {

    @Option(
            names = "--ones",
            paramLabel = "K",
            description = "Exactly K sites at 1 (spins: s = 1), 1 to N - 1. Default: any number.")
    private @Nullable Integer ones;

    @Option(
            names = "--groups",
            paramLabel = "FILE",
            converter = FilePath.class,
            description =
                    "Exactly one site at 1 in each group: a line for each group, with its sites, numbered as in the other file."
                            + " A site is in one group at most; the others are free.")
    private @Nullable Path groups;

    /**
     * Declares the file of groups.
     *
     * @param useful whether the input takes constraints
     * @param goal the option that takes none, for messages
     * @throws IllegalArgumentException if both options are given, or one is given and not useful
     */
    void declare(CommandFiles files, Source<SolveKind> source, boolean useful, String goal) {
        Check.that(ones == null || useful, "be left out with " + goal, "ones", "" + ones);
        Check.that(groups == null || useful, "be left out with " + goal, "groups", "" + groups);
        Check.that(ones == null || groups == null, "be left out with --groups", "ones", "" + ones);
        if (groups != null) {
            Check.that(
                    !InstanceReader.isStandardInput(groups) || !InstanceReader.isStandardInput(source.file()),
                    "be standard input once",
                    source.kind().option + ", --groups",
                    "-");
            files.reads("--groups", groups);
        }
    }

    /**
     * The constraint on the sites of an instance.
     *
     * @return the constraint; null without one
     * @throws IllegalArgumentException if the constraint does not fit the sites
     */
    @Nullable Constraint constraint(Instance instance) {
        if (groups != null) {
            return Constraint.oneHot(
                    GroupFile.read(groups, instance.sites(), instance.form().first()));
        }
        if (ones == null) {
            return null;
        }
        int most = instance.sites() - 1;
        Check.that(
                ones >= 1 && ones <= most, "be in [1, " + most + "], for " + instance.sites() + " sites", "ones", ones);
        return Constraint.ones(ones);
    }
}
