package dev.lbp.cli.infer;

import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.NamedBars;
import dev.lbp.internal.html.NamedBars.Row;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.internal.html.Plot.Caption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The page of {@code lbp infer}: each variable's probabilities before and after the observations. */
final class InferPage {

    /** The most variables that get a figure, so that a browser can show the page; those asked for come on top. */
    private static final int MOST_VARIABLES = 200;

    /** The number of first variables whose figures are not folded away. */
    private static final int FIRST = 20;

    private final InferReport report;

    InferPage(InferReport report) {
        this.report = report;
    }

    /** The source of the page. */
    String html() {
        List<Integer> sites = new ArrayList<>(report.asked());
        report.byChange().stream()
                .filter(i -> !sites.contains(i))
                .limit(MOST_VARIABLES)
                .forEach(sites::add);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("variables", "Variables", html -> writeVariables(html, sites)));
        if (report.map()) {
            sections.add(new Section("explanation", "Most probable explanation", this::writeExplanation));
        }
        return Page.of(
                report.title(),
                this::writeTop,
                sections,
                "Written by lbp infer. marginals.csv beside this page has all probabilities with all digits.");
    }

    /** Writes the observations as a heading, the evidence, and how the answer was found and how sure it is. */
    private void writeTop(Html html) {
        html.newLine()
                .open("div", "class", report.posterior().mixed() ? "verdict mixed" : "verdict open")
                .element("h2", sentence(report.observations()));
        if (report.hasEvidence()) {
            html.element("p", sentence(report.evidence()));
        }
        Page.reasons(html, report.posterior().verdict());
        html.element("p", report.posterior().method());
        Page.list(html, report.file().notes());
        Page.reasons(html, report.notes());
        html.close();
    }

    private void writeVariables(Html html, List<Integer> sites) {
        html.element(
                "p",
                (report.hasChanges()
                                ? "Bars are probabilities given the observations, marks those without them. The change of a"
                                        + " variable is half of the sum of its differences."
                                : "Bars are probabilities.")
                        + " Here are " + sites.size() + " of " + report.graph().sites() + " variables.");
        int first = Math.min(FIRST, sites.size());
        sites.subList(0, first).forEach(site -> writeVariable(html, site));
        if (first < sites.size()) {
            html.open("details").element("summary", (sites.size() - first) + " more, which changed less");
            sites.subList(first, sites.size()).forEach(site -> writeVariable(html, site));
            html.close();
        }
    }

    private void writeExplanation(Html html) {
        html.paragraph(sentence(report.explanationTitle() + "."));
        List<List<String>> best = report.best();
        Page.longTable(
                html,
                "Values of variables that are not observed, those first that changed most",
                List.of("variable", "value"),
                best.subList(0, Math.min(MOST_VARIABLES, best.size())));
    }

    private static String sentence(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    /** Writes a bar for the probability of each value, with a dot for the probability before the observations. */
    private void writeVariable(Html html, int site) {
        double[] after = report.after()[site];
        double @Nullable [][] known = report.hasChanges() ? report.before() : null;
        double[] before = known == null ? allNaN(after.length) : known[site];
        List<Row> rows = IntStream.of(report.values(site))
                .mapToObj(k -> new Row(
                        report.value(site, k),
                        after[k], // a bar
                        Double.NaN, // no line
                        Double.NaN,
                        before[k], // a dot
                        (known == null ? "" : InferReport.probability(before[k]) + " to ")
                                + InferReport.probability(after[k])
                                + report.error(site, k)))
                .toList();
        String change = known == null ? "" : "change " + InferReport.probability(report.change(site));
        NamedBars.write(
                html,
                new Caption(report.variable(site), change),
                Axis.of("probability", 0.0, 1.0),
                0.0, // bars begin at an upright line at 0
                new String[] {"value", known == null ? "probability" : "before and after"},
                rows);
    }

    private static double[] allNaN(int length) {
        double[] values = new double[length];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
