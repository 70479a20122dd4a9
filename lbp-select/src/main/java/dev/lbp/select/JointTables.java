package dev.lbp.select;

import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.NamedCells;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Plot.Caption;
import java.util.List;

/** Tables that a summary and a report have alike: ratios, credible sets and pairs of variables, other priors. */
final class JointTables {

    private static final int DECIMALS = 7;
    private static final int MOST_PICTURED = 30;

    /**
     * Pairs are shown whose probability of being in together differs from the product of both probabilities by at least
     * this.
     */
    static final double LEAST_EXCESS = 0.01;

    private JointTables() {}

    /** The columns of exponentials of coefficients: {@code name} is odds ratio or another, with an interval. */
    static Columns<SelectionResult.Coefficient, String> ratios(String name, String percent) {
        return new Columns<SelectionResult.Coefficient, String>()
                .add("column", SelectionResult.Coefficient::column)
                .add(name, one -> SummaryLines.number(one.ratio()))
                .add("lower " + percent + "%", one -> SummaryLines.number(one.lowerRatio()))
                .add("upper " + percent + "%", one -> SummaryLines.number(one.upperRatio()));
    }

    /** Says that there is no credible set, where there is none. */
    static String noSets(SelectionResult result) {
        return "no credible set: no group of up to " + JointInclusion.MOST_VARIABLES
                + " variables was found to have at least one in with a probability of "
                + result.percent(SelectionResult.LEVEL) + " %";
    }

    static Columns<JointInclusion.CredibleSet, String> sets(boolean exact) {
        return new Columns<JointInclusion.CredibleSet, String>()
                .add(
                        "credible set: at least one is in",
                        one -> one.variables().isEmpty() ? "all of these" : String.join(" or ", one.variables()))
                .add("probability", one -> Numbers.fixed(one.probability(), DECIMALS))
                .addIf(!exact, "error", one -> SummaryLines.error(one.error()));
    }

    static Columns<JointInclusion.Pair, String> pairs(boolean exact) {
        return new Columns<JointInclusion.Pair, String>()
                .add("pair", one -> one.first() + ", " + one.second())
                .add("P(both)", one -> Numbers.fixed(one.both(), DECIMALS))
                .addIf(!exact, "error", one -> SummaryLines.error(one.error()))
                .add("independent", one -> Numbers.fixed(one.independent(), DECIMALS));
    }

    /** Draws which pairs of the most probable variables differ from independent ones. */
    static void writePairs(Html html, List<SelectionResult.Variable> variables, List<JointInclusion.Pair> pairs) {
        List<String> names = variables.stream()
                .map(SelectionResult.Variable::name)
                .limit(MOST_PICTURED)
                .toList();
        int[][] cells = new int[names.size()][names.size()];
        for (JointInclusion.Pair pair : pairs) {
            int i = names.indexOf(pair.first());
            int j = names.indexOf(pair.second());
            if (i >= 0 && j >= 0 && Math.abs(pair.excess()) >= LEAST_EXCESS) {
                cells[i][j] = pair.excess() > 0.0 ? 1 : 2; // the number of an entry of the legend below; 0 is empty
                cells[j][i] = cells[i][j];
            }
        }
        Caption caption = new Caption(
                "Pairs of variables",
                "A filled pair is in together with another probability than independent variables have, by at least "
                        + LEAST_EXCESS + ". Two that are less often together replace or exclude each other.");
        NamedCells.write(html, caption, names, names, cells, "more often together", "less often together");
    }

    /** @param names of all candidates */
    static Columns<SelectionResult.Variable, String> priors(PriorSensitivity table, List<String> names) {
        Columns<SelectionResult.Variable, String> columns =
                new Columns<SelectionResult.Variable, String>().add("P(in) by prior", SelectionResult.Variable::name);
        for (PriorSensitivity.Prior prior : table.priors()) {
            columns.add(prior.label(), one -> {
                SelectionResult.Variable found = prior.inclusion().get(names.indexOf(one.name()));
                return Numbers.fixed(found.probability(), 5);
            });
        }
        return columns.add("spread", one -> Numbers.fixed(table.spread(names.indexOf(one.name())), 5));
    }

    /** Lines to print below the table, one for each prior. */
    static List<String> lines(PriorSensitivity table, boolean exact) {
        return table.priors().stream()
                .map(prior -> Numbers.format(
                        "%s: %s; mean size %.2f; most probable: %s%s",
                        prior.label(),
                        prior.name(),
                        prior.meanSize(),
                        SelectionFindings.variables(prior.best(), " "),
                        exact ? "" : "; " + prior.verdict()))
                .toList();
    }
}
