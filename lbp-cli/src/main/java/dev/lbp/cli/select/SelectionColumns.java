package dev.lbp.cli.select;

import dev.lbp.cli.terminal.ListedName;
import dev.lbp.internal.Check;
import dev.lbp.internal.select.formula.Formula;
import dev.lbp.select.VariableSelection;
import dev.lbp.select.data.Table;
import dev.lbp.select.data.TableReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code lbp select} on the columns of its table: reads the table, and changes columns. */
final class SelectionColumns {

    private static final Pattern LOGARITHM = Pattern.compile("log\\(\\s*`?(.+?)`?\\s*\\)");
    /** A term whose name is group 1, if it stands between backquotes, or else group 2. */
    private static final Pattern CATEGORY =
            Pattern.compile("(?:factor|ordered)\\(\\s*(?:`([^`]+)`|([^`,)]+?))\\s*[,)]");

    private static final Pattern SURVIVAL = Pattern.compile("Surv\\(\\s*(.+?)\\s*,\\s*(.+?)\\s*\\)");

    @Option(
            names = "--without",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description =
                    "Columns to leave out, such as row names, between commas; a name that has one is in double quotes.")
    private String @Nullable [] without;

    @Option(
            names = "--factor",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description = "Columns that are categories; the indicators of one enter together.")
    private String @Nullable [] factors;

    @Option(
            names = "--reference",
            paramLabel = "NAME=LEVEL",
            split = ",",
            converter = ListedName.class,
            description = "For each factor, the level with which its others are compared, between commas. Default: the"
                    + " first in alphabetical order.")
    private String[] references = {};

    @Option(
            names = "--log",
            paramLabel = "NAMES",
            split = ",",
            converter = ListedName.class,
            description =
                    "Columns to take logarithms of; all for the response and all candidates of numbers, all,-NAME for"
                            + " all but one.")
    private String @Nullable [] log;

    @Option(
            names = "--drop-incomplete",
            description = "Leave out the rows of FILE that lack a value in a column that is not left out.")
    private boolean dropsIncomplete;

    @Option(
            names = "--formula",
            paramLabel = "F",
            description =
                    "Candidates by a formula of R, such as \"y ~ a*b + poly(c,2) + log(d) + factor(e)\", with ordered() + - : * ^"
                            + " ( ) . I() offset(); each term is a candidate. Its left side may stand for --response.")
    private @Nullable String formula;

    @Option(
            names = "--separator",
            paramLabel = "C",
            description =
                    "What stands between values: comma, semicolon, tab, bar, or blank (space), one or more. Default: found in"
                            + " FILE.")
    private @Nullable String separator;

    @Option(
            names = "--decimal",
            paramLabel = "C",
            description = "The sign before decimals: point or comma. Default: found in FILE; point if commas separate.")
    private @Nullable String decimal;

    /** The columns whose logarithms were taken. */
    private Set<String> logarithms = Set.of();

    /** The left side of the formula; empty if there is none. Refuses functions of R, with the options for them. */
    String response() {
        String text = formula == null ? "" : formula;
        String left = Formula.leftSide(text);
        Matcher logarithm = LOGARITHM.matcher(left);
        Matcher survival = SURVIVAL.matcher(left);
        if (logarithm.matches() || survival.matches()) {
            throw new IllegalArgumentException("must have a column before ~: --formula=" + text + "; for "
                    + (logarithm.matches()
                            ? "logarithms of the response give --log " + logarithm.group(1)
                            : left + " write " + survival.group(1) + " and give --family cox --event "
                                    + survival.group(2)));
        }
        return left.replaceAll("^`|`$", ""); // R quotes odd names of columns so
    }

    /** Sets the candidates by the formula, if there is one. Messages of its faults name {@code --formula}. */
    VariableSelection formula(VariableSelection selection) {
        try {
            return formula == null ? selection : selection.formula(formula);
        } catch (IllegalStateException | IllegalArgumentException e) {
            // "column" is the name of the library's argument, which the user of the command has not seen.
            String message = String.valueOf(e.getMessage()).replaceFirst(": column=", ": ");
            throw new IllegalArgumentException(
                    message.contains("formula=") ? message : message + ", in --formula=" + formula, e);
        }
    }

    /** The columns that the formula may use: those that it names, or all if it has a dot. */
    private List<String> ofFormula(List<String> columns) {
        Set<String> names = Formula.names(formula == null ? "." : formula);
        return names.contains(".")
                ? columns
                : columns.stream().filter(names::contains).toList();
    }

    /** The columns of texts in {@code factor()} or {@code ordered()} of the formula that are not factors yet. */
    private List<String> factors(Table table) {
        return formulaFactors().stream()
                .filter(name -> table.names().contains(name) && !table.isFactor(name) && !table.isNumeric(name))
                .toList();
    }

    /** The names that stand in {@code factor()} or {@code ordered()} of the formula. */
    private Set<String> formulaFactors() {
        return CATEGORY.matcher(formula == null ? "" : formula)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1)) // group 1: between backquotes
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Reads the table, and does what the options say.
     *
     * @param texts columns of texts beside the factors, each with the option that names it
     * @param response the column to explain
     * @param apart columns that the regression uses beside the response and its candidates, such as weights
     */
    Table apply(Path file, Map<String, String> texts, String response, List<String> apart) throws IOException {
        Check.regularFile("FILE", file);
        Table table = readFactors(file, texts);
        if (formula != null) {
            List<String> used = new ArrayList<>(ofFormula(table.names()));
            used.addAll(texts.keySet());
            used.addAll(apart);
            used.add(response);
            table = withoutTexts(table, used);
        }
        String[] dropped = without;
        if (dropped != null) {
            Check.that(!List.of(dropped).contains(response), "keep the response", "--without", response);
            table = change("--without", table, one -> one.without(dropped));
        }
        table = withReferences(dropsIncomplete ? table.complete() : table);
        String[] given = log;
        if (given != null) {
            String[] names = change("--log", table, one -> logColumns(one, given, apart));
            logarithms = new LinkedHashSet<>(List.of(names));
            table = change("--log", table, one -> one.log(names));
        }
        return table;
    }

    /**
     * Reads the table with its columns of texts: those of {@code texts} and of {@code --factor}. If the formula calls
     * further ones factors, the table is read a second time.
     */
    private Table readFactors(Path file, Map<String, String> texts) throws IOException {
        Set<String> all = new LinkedHashSet<>(factors == null ? List.of() : List.of(factors));
        all.addAll(texts.keySet());
        Table table = read(file, all, texts);
        boolean hasMore = all.addAll(factors(table));
        return hasMore ? read(file, all, texts) : table;
    }

    /** The table without the columns of texts that nothing uses. */
    private static Table withoutTexts(Table table, List<String> used) {
        return table.without(table.names().stream()
                .filter(name -> !used.contains(name) && !table.isFactor(name) && !table.isNumeric(name))
                .toArray(String[]::new));
    }

    /**
     * The table with the levels of {@code --reference} as references of their factors. The table itself refuses a name
     * that is no column.
     */
    private Table withReferences(Table before) {
        Table table = before;
        Set<String> referred = new HashSet<>();
        for (String given : references) {
            String[] parts = given.split("=", 2);
            Check.that(parts.length == 2, "be NAME=LEVEL", "--reference", given);
            Check.that(referred.add(parts[0]), "be given once for a factor", "--reference", given);
            Check.that(
                    !table.names().contains(parts[0])
                            || table.isFactor(parts[0])
                            || formulaFactors().contains(parts[0]),
                    "be of a factor, by --factor or factor() in --formula",
                    "--reference",
                    given);
            table = change("--reference", table, one -> one.reference(parts[0], parts[1]));
        }
        return table;
    }

    /**
     * Reads rows to predict, and takes the logarithms that were taken in the table.
     *
     * @param candidates the columns that are used if there is no formula
     * @param like the table
     */
    Table applyToNew(Path file, List<String> candidates, Table like) throws IOException {
        List<String> needed = ofFormula(candidates);
        String[] categories = needed.stream().filter(like::isFactor).toArray(String[]::new);
        Table table = reader(file).factors(categories).read();
        needed.forEach(name -> Check.that(
                table.names().contains(name),
                "have the column " + name + ", as " + like.source() + " has: " + file + ", which has "
                        + String.join(", ", table.names())));
        return table.log(needed.stream().filter(logarithms::contains).toArray(String[]::new));
    }

    /** A reader of the file with the separator and the decimal mark of the options. */
    private TableReader reader(Path file) {
        TableReader reader = TableReader.of(file);
        if (separator != null) {
            reader.separator(
                    sign("--separator", separator.replace("\\t", "\t"), "comma,semicolon;tab\tbar|blank space "));
        }
        if (decimal != null) {
            reader.decimal(sign("--decimal", decimal, "point.comma,"));
        }
        return reader;
    }

    /**
     * The sign that a user means.
     *
     * @param given a sign, or the name of one
     * @param known the names, each followed by its sign: "point.comma," has the names point and comma
     */
    private static char sign(String option, String given, String known) {
        Matcher each = Pattern.compile("([a-z]+)([^a-z])").matcher(known);
        while (each.find()) {
            if (given.equalsIgnoreCase(each.group(1)) || given.equals(each.group(2))) {
                return each.group(2).charAt(0);
            }
        }
        String names = known.replaceAll("[^a-z]", ", ").replaceFirst(", $", "").replaceFirst(", (?=[a-z]+$)", " or ");
        throw new IllegalArgumentException("must be " + names + ": " + option + "=" + given);
    }

    /**
     * Reads the file; an exception about a column of texts names the option that made it one.
     *
     * @param all the columns of texts
     * @param texts the options by their columns; others are of {@code --factor}
     */
    private Table read(Path file, Set<String> all, Map<String, String> texts) throws IOException {
        TableReader reader = reader(file).factors(all.toArray(String[]::new));
        try {
            return reader.read();
        } catch (IllegalArgumentException e) {
            throw naming( // the message ends with ": factor=NAME"
                    texts.getOrDefault(String.valueOf(e.getMessage()).replaceFirst("(?s).*: factor=", ""), "--factor"),
                    e);
        }
    }

    /** Applies an option to the table; an exception then has the option. */
    private static <T> T change(String option, Table table, Function<Table, T> change) {
        try {
            return change.apply(table);
        } catch (IllegalArgumentException e) {
            throw naming(option, e);
        }
    }

    /** The exception with the option that names the column, in place of the library's argument. */
    private static IllegalArgumentException naming(String option, IllegalArgumentException e) {
        String message = String.valueOf(e.getMessage()).replaceFirst(": (column|factor|level)=", ": " + option + "=");
        return new IllegalArgumentException(message, e);
    }

    /**
     * The columns to take logarithms of: {@code all} adds all columns of numbers except those of {@code apart}, and
     * {@code -NAME} removes one.
     *
     * @param apart columns that the regression uses beside the response and its candidates, such as weights
     */
    private static String[] logColumns(Table table, String[] given, List<String> apart) {
        List<String> names = new ArrayList<>();
        for (String name : given) {
            if (name.equals("all") && !table.names().contains("all")) {
                table.names().stream()
                        .filter(one -> !table.isFactor(one) && !apart.contains(one))
                        .forEach(names::add);
            } else if (name.startsWith("-") && !table.names().contains(name)) {
                Check.that(
                        names.remove(name.substring(1)),
                        "leave out a column of numbers that is named before it, as in all,-NAME: " + name
                                + ", in --log=" + String.join(",", Arrays.asList(given)));
            } else {
                names.add(name);
            }
        }
        return names.toArray(String[]::new);
    }
}
