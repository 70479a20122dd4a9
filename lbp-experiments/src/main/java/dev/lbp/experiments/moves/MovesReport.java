package dev.lbp.experiments.moves;

import dev.lbp.cli.plot.CurvePlot.Look;
import dev.lbp.experiments.frame.Figure;
import dev.lbp.experiments.frame.Lab;
import dev.lbp.experiments.moves.Moves.Assignment;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Curves;
import dev.lbp.experiments.report.Estimate;
import dev.lbp.experiments.report.Rows;
import dev.lbp.proposal.WeightFunction;
import java.io.IOException;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The tables and the figures of {@link Moves}. */
final class MovesReport {

    private final Lab lab;
    private final Rows acceptances;
    private final Rows cells;

    MovesReport(Lab lab) throws IOException {
        this.lab = lab;
        this.acceptances = lab.rows(Moves.acceptances(lab));
        this.cells = lab.rows(MoveWalks.table(lab));
    }

    String publish() throws IOException {
        Rows all = Rows.of(acceptances, cells);
        return all.isEmpty()
                ? ""
                : (acceptances.isEmpty() ? "" : acceptance())
                        + (cells.isEmpty() ? "" : new MoveWalksReport(lab, cells).text())
                        + "\n" + lab.provenance(all);
    }

    /** The figure and the table of acceptance rates. */
    private String acceptance() throws IOException {
        List<Assignment> assignments = Moves.assignments(lab.settings());
        Figure figure = new Figure();
        for (int n : Moves.sizes(lab.settings())) {
            List<Assignment> ofSize =
                    assignments.stream().filter(each -> each.n() == n).toList();
            figure.panel("Acceptance of single swaps, n = " + n, "lambda", "acceptance rate", curves(ofSize));
        }
        return figure.link(lab, "moves", "Acceptance of single swaps", figure.panels()) + "\n\n"
                + "Acceptance of single swaps proposed with probability w(x)/Z(x), w = g(t) over all n(n - 1)/2 swaps, from states in"
                + " equilibrium: uniform (g = 1), naive (g = t) and balanced. Each acceptance probability, pi(y) w'(y) Z(x) /"
                + " (pi(x) w(x) Z(y)), is computed from all log-ratios at both ends, as no sampler of the library takes"
                + " unbalanced weights here; the uniform one is the exact mean over all swaps. Means over "
                + Lab.SEEDS + " instances, in brackets standard errors over them.\n\n"
                + new Columns<Assignment>()
                        .add("n", Assignment::n)
                        .add("lambda", each -> (int) each.lambda())
                        .each(Moves.WEIGHTS, MovesReport::name, this::mean)
                        .of(assignments)
                + "\n";
    }

    private static String name(WeightFunction weight) {
        return "g = " + weight.name();
    }

    /** The mean acceptance rate over instances; NaN if it is not measured. */
    private Estimate mean(Assignment assignment, WeightFunction weight) {
        Rows found = acceptances.with("model", assignment.name()).with("weight", weight.name());
        return found.isEmpty() ? new Estimate(Double.NaN, Double.NaN) : found.mean("acceptance");
    }

    private Curves curves(List<Assignment> assignments) {
        Curves curves = new Curves();
        for (WeightFunction weight : Moves.WEIGHTS) {
            curves.add(
                    name(weight),
                    Look.JOINED,
                    curves.size(),
                    numbers(assignments, Assignment::lambda),
                    numbers(assignments, each -> mean(each, weight).mean()),
                    numbers(assignments, each -> mean(each, weight).error()));
        }
        return curves;
    }

    private static double[] numbers(List<Assignment> assignments, ToDoubleFunction<Assignment> number) {
        return assignments.stream().mapToDouble(number).toArray();
    }
}
