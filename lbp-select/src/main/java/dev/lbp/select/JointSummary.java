package dev.lbp.select;

import dev.lbp.internal.files.ForeignText;
import dev.lbp.internal.html.Numbers;
import java.util.List;

/** The parts of a summary beyond single variables and models: ratios, sets and pairs of variables, other priors. */
final class JointSummary {

    /** Pairs are shown whose probability differs by this from that of independent variables. */
    private static final double LEAST_EXCESS = 0.01;

    private static final int MOST_PAIRS = 5;

    private final SelectionResult result;
    private final SummaryLines text;

    JointSummary(SelectionResult result, SummaryLines text) {
        this.result = result;
        this.text = text;
    }

    /** Exponentials of the coefficients of the most probable variables, in families where they mean something. */
    void ratios() {
        if (result.ratio().isEmpty()) {
            return;
        }
        List<SelectionResult.Coefficient> all =
                SelectionFindings.coefficients(result, SelectionFindings.sorted(result));
        List<SelectionResult.Coefficient> shown = all.subList(0, Math.min(SelectionSummary.MOST_VARIABLES, all.size()));
        int width = SummaryLines.width(
                shown.stream().map(SelectionResult.Coefficient::column).toList());
        text.line("%n%-" + width + "s %12s  %s", "column", result.ratio().get(), "   95% interval");
        for (SelectionResult.Coefficient one : shown) {
            text.line(
                    "%-" + width + "s %12s  [%11s, %11s]",
                    ForeignText.onOneLine(one.column()),
                    SummaryLines.number(one.ratio()),
                    SummaryLines.number(one.lowerRatio()),
                    SummaryLines.number(one.upperRatio()));
        }
    }

    /** Credible sets. */
    void sets() {
        JointInclusion joint = result.joint();
        text.line("%nat least one in, with a probability of at least %.2f (credible sets):", SelectionResult.LEVEL);
        for (JointInclusion.CredibleSet set : joint.sets()) {
            text.line(
                    "%12.7f%s  %s",
                    set.probability(),
                    jointError(set.error()),
                    ForeignText.onOneLine(String.join(" or ", set.variables())));
        }
        if (joint.sets().size() != 1) {
            text.line(
                    joint.sets().isEmpty() ? "  no set" : "%12.7f%s  all of these together",
                    joint.together(),
                    jointError(joint.error()));
        }
    }

    /** The pairs that differ most from independent variables. */
    void pairs() {
        List<JointInclusion.Pair> pairs = result.joint().pairs().stream()
                .filter(pair -> Math.abs(pair.excess()) >= LEAST_EXCESS)
                .limit(MOST_PAIRS)
                .toList();
        if (!pairs.isEmpty()) {
            text.line("%n%12s%s %12s  pair", "P(both)", result.isExact() ? "" : "    error", "independent");
        }
        for (JointInclusion.Pair pair : pairs) {
            text.line(
                    "%12.7f%s %12.7f  %s",
                    pair.both(),
                    jointError(pair.error()),
                    pair.independent(),
                    ForeignText.onOneLine(pair.first() + ", " + pair.second()));
        }
    }

    /** Of an enumeration only one that matters: where more models than are kept have a part of the probability. */
    private String jointError(double error) {
        return result.isExact()
                ? error < 1.0 - SelectionSummary.LEAST_PART ? "" : Numbers.format(" (+ %.5f at most)", error)
                : SummaryLines.error(error);
    }

    /** Inclusion by prior, the most probable variables of this result first. */
    void priors(PriorSensitivity table) {
        List<String> names = result.facts().names();
        List<String> shown = SelectionFindings.sorted(result).stream()
                .map(SelectionResult.Variable::name)
                .limit(SelectionSummary.MOST_VARIABLES)
                .toList();
        int width = Math.max(14, SummaryLines.width(shown));
        StringBuilder head = new StringBuilder(String.format("%n%-" + width + "s", "P(in) by prior"));
        table.priors().forEach(prior -> head.append(String.format(" %" + width(prior) + "s", prior.label())));
        text.line("%s %8s", head, "spread");
        for (String name : shown) {
            int j = names.indexOf(name);
            StringBuilder row = new StringBuilder(String.format("%-" + width + "s", ForeignText.onOneLine(name)));
            table.priors()
                    .forEach(prior -> row.append(Numbers.format(
                            " %" + width(prior) + ".5f",
                            prior.inclusion().get(j).probability())));
            text.line("%s %8.5f", row, table.spread(j));
        }
        StringBuilder sizes = new StringBuilder(String.format("%-" + width + "s", "mean size"));
        table.priors().forEach(prior -> sizes.append(Numbers.format(" %" + width(prior) + ".2f", prior.meanSize())));
        text.line("%s", sizes);
        for (PriorSensitivity.Prior prior : table.priors()) {
            text.line("%s: %s", prior.label(), prior.name());
            text.line("    most probable: %s", ForeignText.onOneLine(SelectionFindings.variables(prior.best(), " ")));
            if (!result.isExact()) {
                text.line("    %s", prior.verdict());
            }
        }
    }

    private static int width(PriorSensitivity.Prior prior) {
        return Math.max(8, prior.label().length());
    }
}
