package dev.lbp.infer.io;

import dev.lbp.internal.Check;
import dev.lbp.models.factor.FactorGraph;
import java.nio.file.Path;
import java.util.List;

/**
 * A factor graph or a Bayesian network from a file.
 *
 * @param graph the graph, with variables in the order of the file; in a Bayesian network each variable has a factor,
 *     its table, in which the variable comes last
 * @param isNetwork whether the file holds a Bayesian network; then the rows of tables are scaled to the sum 1, because
 *     entries are rounded
 * @param notes sentences on unusual content that is no error, such as rows that do not add to 1
 */
public record GraphFile(FactorGraph graph, boolean isNetwork, List<String> notes) {

    /**
     * Reads a file, plain or gzip. The first word decides the format:
     *
     * <ul>
     * <li>{@code MARKOV} or {@code BAYES}: the form of the UAI competitions. Variables and values have no names.
     * <li>{@code network} or {@code variable}: BIF, the interchange format of Bayesian networks (version 0.15), with
     *     names of variables and values. A variable is declared before its table and those of its children.
     * </ul>
     *
     * @throws IllegalArgumentException if the file cannot be read or breaks its form; the message has file and line
     */
    public static GraphFile read(Path file) {
        return Words.readFile(Check.notNull("file", file), words -> {
            String first = words.next();
            return switch (first) {
                case "MARKOV", "BAYES" -> new UaiFile(words).read(first.equals("BAYES"));
                case "network", "variable" -> new BifFile(words).read(first);
                default ->
                    throw words.bad("must begin with MARKOV or BAYES (UAI), network or variable (BIF)"
                            + (words.isEnd(first)
                                    ? ", and is empty"
                                    : ": " + (first.isEmpty() ? "\"\"" : Words.excerpt(first))));
            };
        });
    }
}
