package dev.lbp.select;

import dev.lbp.internal.html.Numbers;
import java.util.List;

/** Tables that a summary and a report have alike: ratios, credible sets and pairs of variables, other priors. */
final class JointTables {

    private static final int DECIMALS = 7;

    private JointTables() {}

    static Columns<SelectionResult.Coefficient, String> ratios(String name) {
        return new Columns<SelectionResult.Coefficient, String>()
                .add("column", SelectionResult.Coefficient::column)
                .add(name, one -> SummaryLines.number(one.ratio()))
                .add("lower 95%", one -> SummaryLines.number(one.lowerRatio()))
                .add("upper 95%", one -> SummaryLines.number(one.upperRatio()));
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
