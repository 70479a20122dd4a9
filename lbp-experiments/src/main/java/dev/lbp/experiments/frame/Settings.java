package dev.lbp.experiments.frame;

import static dev.lbp.cli.terminal.Text.format;

import dev.lbp.cli.data.DataSet;
import dev.lbp.cli.instance.ModelFile;
import dev.lbp.experiments.report.Row;
import dev.lbp.internal.Check;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.models.PaperConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The targets of an experiment, and its budget.
 *
 * @param targets the paper's; none for an experiment with targets of its own
 * @param rbm the file of the RBM; null for a random one
 * @param data the directory of the data sets; null for an experiment without data
 */
public record Settings(
        List<TargetKind> targets,
        Size size,
        List<PaperConfiguration> configurations,
        Budget budget,
        int chains,
        long seed,
        int threads,
        @Nullable Path rbm,
        @Nullable Path data) {

    /** FNV-1a, 64 bits: http://www.isthe.com/chongo/tech/comp/fnv/. */
    private static final long FNV_BASIS = 0xcbf29ce484222325L;

    private static final long FNV_PRIME = 0x100000001b3L;

    /** Checks the arguments that the command line does not check. */
    public Settings {
        Check.atLeast(2, "--chains", chains); // a standard error needs two
        Check.atLeast(1, "--threads", threads);
        if (rbm != null) {
            ModelFile.rbm("--rbm", rbm); // a bad file is refused before anything is written
        }
        targets = List.copyOf(targets);
        configurations = List.copyOf(configurations);
    }

    /**
     * Whether the RBM is the only target. Then the size has no effect. For a machine from a file, the configuration has
     * no effect either.
     */
    public static boolean isRbmAlone(List<TargetKind> targets) {
        return !targets.isEmpty() && targets.stream().allMatch(kind -> kind == TargetKind.RBM);
    }

    /** The instances of the settings' targets in each configuration. */
    public List<PaperTarget> instances(TargetKind... kinds) {
        List<PaperTarget> instances = new ArrayList<>();
        for (TargetKind kind : kinds) {
            for (PaperConfiguration configuration : configurations) {
                // an RBM from a file has no configuration, so it is added once, not for each of them
                boolean again = kind == TargetKind.RBM && rbm != null && configuration != configurations.get(0);
                if (targets.contains(kind) && !again) {
                    instances.add(PaperTarget.of(kind, size, configuration, seed, rbm));
                }
            }
        }
        return instances;
    }

    /** The name of the size in tables. */
    public String sizeText() {
        return lower(size);
    }

    /** The steps of a chain on a target, half of them burn-in. */
    public int steps(PaperTarget target) {
        return budget.steps(target.steps());
    }

    /** The number of steps after burn-in. */
    public int drawSteps(PaperTarget target) {
        return steps(target) - steps(target) / 2;
    }

    /** The seed of a cell. Other cells and instances have other seeds, so that cells are independent. */
    public long seed(String cell) {
        long hash = FNV_BASIS; // the hash FNV-1a
        for (char c : (seed + " " + cell).toCharArray()) {
            hash = (hash ^ c) * FNV_PRIME;
        }
        return hash;
    }

    /** Whether a row has one of the settings' targets, sizes and configurations. An absent column is not compared. */
    boolean include(Row row) {
        // "784x100", the size of an RBM, is not one of the sizes of settings, so it is not compared
        boolean machine = row.has("target") && row.text("target").equals(TargetKind.RBM.toString());
        return contains(row, "target", targets)
                && (machine || contains(row, "size", List.of(lower(size))))
                && (contains(row, "config", configurations)
                        || row.text("config").equals(PaperTarget.FROM_FILE));
    }

    /** Whether a row has one of the values in a column. True if the row does not have the column. */
    private static boolean contains(Row row, String column, List<?> values) {
        return !row.has(column)
                || values.stream().anyMatch(value -> value.toString().equals(row.text(column)));
    }

    /** The directory of the data sets, for an experiment that needs it. */
    public Path directory() {
        return Objects.requireNonNull(data);
    }

    /** The settings that all cells of one directory share, in one line. */
    String common(String experiment) throws IOException {
        if (data != null) {
            return format("%s budget=%s seed=%d data=%s", experiment, lower(budget), seed, DataSet.fingerprint(data));
        }
        return format(
                "%s budget=%s chains=%d seed=%d rbm=%s",
                experiment, lower(budget), chains, seed, rbm == null ? "random" : fingerprint(rbm));
    }

    /** The command line for these settings, without the number of threads because it changes no result. */
    String command(String experiment) {
        if (data != null) {
            return format("lbp experiment %s --data DIR --budget %s --seed %d", experiment, lower(budget), seed);
        }
        if (targets.isEmpty()) {
            return format(
                    "lbp experiment %s --size %s --budget %s --chains %d --seed %d",
                    experiment, lower(size), lower(budget), chains, seed);
        }
        boolean rbmAlone = isRbmAlone(targets);
        String names = configurations.stream().map(PaperConfiguration::name).collect(Collectors.joining(","));
        return format(
                "lbp experiment %s --target %s%s%s --budget %s --chains %d --seed %d%s",
                experiment,
                targets.stream().map(TargetKind::toString).collect(Collectors.joining(",")),
                rbmAlone ? "" : " --size " + lower(size),
                rbmAlone && rbm != null ? "" : " --config " + names,
                lower(budget),
                chains,
                seed,
                rbm == null ? "" : " --rbm " + rbm.getFileName());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A fingerprint of a file's contents, the same in any directory. */
    private static String fingerprint(Path file) throws IOException {
        return Fingerprint.of(new byte[][] {Files.readAllBytes(file)});
    }
}
