package dev.lbp.experiments.comparison;

import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.experiments.report.Columns;
import dev.lbp.experiments.report.Row;
import dev.lbp.experiments.report.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables of {@link Comparison}. */
record ComparisonReport(Rows rows, Rows choices) {

    private static final String ENERGY = "ess_energy";
    private static final String DIRECTION = "ess_direction";

    /** The measured targets: those that are local, or those that are scored as a whole. */
    private List<ComparisonTarget> measured(boolean local) {
        return Arrays.stream(ComparisonTarget.values())
                .filter(target -> (target.kind == Kind.LOCAL) == local)
                .filter(target -> !of(target, ComparisonSampler.AUTO).isEmpty())
                .toList();
    }

    private List<ComparisonTarget> targets() {
        return Stream.of(measured(false), measured(true)).flatMap(List::stream).toList();
    }

    private Rows of(ComparisonTarget target, ComparisonSampler sampler) {
        return rows.with("case", target.name()).with("sampler", sampler.name());
    }

    String text() {
        return "Effective samples relative to auto() in the same round, of the log-probability / of a random direction;"
                + " above 1 the sampler is better. Medians over rounds. An effective sample size is the bulk one of all"
                + " chains together. A sampler with fewer than 100 in its median slice has not mixed, and its figure is"
                + " a bound; - where auto() has not mixed either, or where the sampler does not fit.\n"
                + "\nPer processor second:\n\n" + ratioTable(ComparisonReport::second)
                + "\nPer step:\n\n" + ratioTable(ComparisonReport::step)
                + "\nPer processor second with the range over rounds, of the log-probability:\n\n"
                + rangeTable(measured(/* local= */ false), ENERGY) + "\n"
                + rangeTable(measured(/* local= */ true), ENERGY)
                + "\nThe same of the direction:\n\n"
                + rangeTable(measured(/* local= */ false), DIRECTION) + "\n"
                + rangeTable(measured(/* local= */ true), DIRECTION)
                + "\nauto() itself, all chains together:\n\n" + auto()
                + "\n" + notes();
    }

    private static double second(Row row) {
        return row.number("cpu_seconds");
    }

    private static double step(Row row) {
        return row.number("steps") * row.number("chains");
    }

    /** A table of the ratios of both statistics, the log-probability and the random direction, per unit of cost. */
    private String ratioTable(ToDoubleFunction<Row> cost) {
        return table(
                targets(),
                (target, sampler) -> compared(target, sampler, ENERGY, cost).text()
                        + " / "
                        + compared(target, sampler, DIRECTION, cost).text());
    }

    /** A table of the ratios of one statistic per second, with their ranges over rounds. */
    private String rangeTable(List<ComparisonTarget> targets, String column) {
        return table(
                targets,
                (target, sampler) -> compared(target, sampler, column, ComparisonReport::second)
                        .textWithRange());
    }

    private ComparedEss compared(
            ComparisonTarget target, ComparisonSampler sampler, String column, ToDoubleFunction<Row> cost) {
        return ComparedEss.of(of(target, sampler), of(target, ComparisonSampler.AUTO), column, cost);
    }

    /** The text of a cell. */
    private interface Cell {
        String of(ComparisonTarget target, ComparisonSampler sampler);
    }

    /** A table of samplers by targets, without auto() and without samplers that fit no target. */
    private String table(List<ComparisonTarget> targets, Cell cell) {
        return new Columns<ComparisonSampler>()
                .add("sampler", Function.identity())
                .each(
                        targets,
                        ComparisonTarget::toString,
                        (sampler, target) -> of(target, sampler).isEmpty() ? "-" : cell.of(target, sampler))
                .of(Arrays.stream(ComparisonSampler.values())
                        .filter(sampler -> sampler != ComparisonSampler.AUTO)
                        .filter(sampler -> targets.stream().anyMatch(target -> sampler.fits(target.kind)))
                        .toList());
    }

    /** The table of auto() itself. */
    private String auto() {
        return new Columns<ComparisonTarget>()
                .add("target", Function.identity())
                .add("sites", target -> auto(target).text(0, "sites"))
                .add("chosen", this::choice)
                .add("steps per second", target -> auto(target).spread(row -> step(row) / second(row)))
                .add("ESS per second, log-probability", target -> perSecond(target, ENERGY))
                .add("direction", target -> perSecond(target, DIRECTION))
                .of(targets());
    }

    private Rows auto(ComparisonTarget target) {
        return of(target, ComparisonSampler.AUTO);
    }

    /** The sampler that auto() chose for a target; "-" if it is not measured. */
    private String choice(ComparisonTarget target) {
        return choices.with("case", target.name()).stream()
                .map(row -> row.text("choice"))
                .findFirst()
                .orElse("-");
    }

    /** Effective samples of auto() per second, with their range over rounds; "-" if the median slice has too few. */
    private String perSecond(ComparisonTarget target, String column) {
        Rows auto = auto(target);
        return ComparedEss.mixes(auto, column)
                ? auto.spread(row -> row.number(column) / second(row)).toString()
                : "-";
    }

    private String notes() {
        return "- " + beaten() + "\n"
                + "- Not in the tables: samplers of real coordinates; independent(q), jumps and swaps, which need more"
                + " than a target; gibbs().inBlocks(), made for one chain of a million sites.\n"
                + "- \"-\" for a whole column of Metropolis, thinned sweeps or PAS: they need log-ratios of single"
                + " flips, as a LocalEnergyModel has. Block Gibbs needs a LayeredModel. Multiple-try, the Hamming ball"
                + " and Gibbs sample bits, not values.\n"
                + "- A step of Gibbs and Metropolis is a sweep over all sites; on targets that are scored as a whole"
                + " that is an evaluation for each site. A step of multiple-try evaluates 32 states for each chain.\n";
    }

    /** A sentence on the samplers that are better than auto(). */
    private String beaten() {
        String better =
                targets().stream().map(target -> target + ": " + better(target)).collect(Collectors.joining("; "));
        return "More than auto() per second, of both statistics or the one that has mixed, in each round: " + better
                + ".";
    }

    private String better(ComparisonTarget target) {
        String names = Arrays.stream(ComparisonSampler.values())
                .filter(sampler -> sampler != ComparisonSampler.AUTO)
                .filter(sampler -> isBetter(target, sampler))
                .map(ComparisonSampler::toString)
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "none" : names;
    }

    /** Whether a sampler is better than auto() in each round, by every statistic with a known ratio. */
    private boolean isBetter(ComparisonTarget target, ComparisonSampler sampler) {
        List<ComparedEss> known = Stream.of(ENERGY, DIRECTION)
                .map(column -> compared(target, sampler, column, ComparisonReport::second))
                .filter(each -> each.sign() != '-') // '-' is an unknown ratio, '<' an upper bound of the ratio
                .toList();
        return !known.isEmpty()
                && known.stream()
                        .allMatch(each -> each.sign() != '<' && each.ratio().least() > 1.0);
    }
}
