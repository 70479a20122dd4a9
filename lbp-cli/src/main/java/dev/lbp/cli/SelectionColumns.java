package dev.lbp.cli;

import dev.lbp.internal.Check;
import dev.lbp.select.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code lbp select} does to the columns of its table. */
final class SelectionColumns {

    @Option(
            names = "--without",
            paramLabel = "NAMES",
            split = ",",
            description = "Columns to leave out, such as row names, between commas.")
    private String @Nullable [] without;

    @Option(
            names = "--factor",
            paramLabel = "NAMES",
            split = ",",
            description = "Columns that are categories; the indicators of one enter together.")
    private String @Nullable [] factors;

    @Option(
            names = "--log",
            paramLabel = "NAMES",
            split = ",",
            description = "Columns to take logarithms of; all for all, all,-NAME for all but one.")
    private String @Nullable [] log;

    /** Reads the table. */
    Table apply(Path file) throws IOException {
        Check.that(Files.isRegularFile(file), "be a file", "FILE", file);
        Table table = read(file, factors == null ? new String[0] : factors);
        String[] dropped = without;
        if (dropped != null) {
            table = change("--without", table, all -> all.without(dropped));
        }
        String[] logarithms = log;
        return logarithms == null ? table : change("--log", table, all -> all.log(logged(all, logarithms)));
    }

    private static Table read(Path file, String[] factors) throws IOException {
        try {
            return Table.csv(file, factors);
        } catch (IllegalArgumentException e) {
            throw naming("--factor", e);
        }
    }

    private static Table change(String option, Table table, UnaryOperator<Table> change) {
        try {
            return change.apply(table);
        } catch (IllegalArgumentException e) {
            throw naming(option, e);
        }
    }

    /** The failure of a column, with the option that names it. */
    private static IllegalArgumentException naming(String option, IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage()).replaceFirst(": (column|factor)=", ": " + option + "=");
        return new IllegalArgumentException(message, e);
    }

    private static String[] logged(Table table, String[] given) {
        List<String> names = new ArrayList<>();
        for (String name : given) {
            if (name.equals("all") && !table.names().contains("all")) {
                table.names().stream().filter(one -> !table.isFactor(one)).forEach(names::add);
            } else if (name.startsWith("-") && !table.names().contains(name)) {
                if (!names.remove(name.substring(1))) {
                    throw new IllegalArgumentException("must be a column named before: --log="
                            + String.join(",", Arrays.asList(given)) + ", " + name);
                }
            } else {
                names.add(name);
            }
        }
        return names.toArray(String[]::new);
    }
}
