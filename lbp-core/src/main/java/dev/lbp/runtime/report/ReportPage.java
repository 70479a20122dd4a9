package dev.lbp.runtime.report;

import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.io.DrawDirectory;
import dev.lbp.result.SiteDisagreement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The page of a report, with its parts in order: verdict, sections of the caller, marginals, best states;
 * then folded tempering and the diagnostics of traces and of warm-up, and what was run.
 */
public final class ReportPage {

    /** The section of tempered runs, and the setting that they have. */
    private static final String TEMPERING = "Parallel tempering";

    /**
     * The largest number of traces with plots. If there are more traces, those with the largest R-hat have plots; the
     * others are only in the table.
     */
    private static final int MOST_DRAWN = 16;

    private final ReportedRun result;
    private final String title;
    private final MarginalFigures marginals;
    private final ReportTerms terms;
    private List<Section> own = List.of();

    /** The seconds until a browser loads the page again; 0 for never. */
    private int seconds;

    /**
     * @param rows the rows of the picture of the marginals, with {@code columns} columns; 0 for no picture
     */
    public ReportPage(ReportedRun result, String title, int rows, int columns, ReportTerms terms) {
        this.result = result;
        this.title = title;
        this.marginals = result.figures(rows, columns, terms);
        this.terms = terms;
    }

    /** Makes a report without a picture of its marginals, with the name of the model as its title. */
    public static ReportPage of(ReportedRun result) {
        return new ReportPage(result, result.notes().model(), 0, 0, result.terms());
    }

    /** Sets sections of the caller, which follow the verdict. */
    public ReportPage sections(List<Section> sections) {
        own = List.copyOf(sections);
        return this;
    }

    /**
     * Says that the run still goes on, and lets a browser load the page again.
     *
     * @param every in seconds, at least 1
     */
    public ReportPage running(int every) {
        seconds = every;
        return this;
    }

    /**
     * Writes the page, and makes its directory if there is none.
     *
     * @throws IllegalArgumentException if the path is that of a file that is not regular, or its directory cannot be
     *     made
     * @throws IOException if the page cannot be written; an earlier file stays as it was
     */
    public void write(Path file) throws IOException {
        WholeFile.prepare("file", DrawDirectory.checked("file", file));
        WholeFile.replace(file, html());
    }

    public String html() {
        List<Section> sections = new ArrayList<>(own);
        if (result.draws() > 0) {
            sections.add(new Section("marginals", "Marginals", this::writeMarginals));
            if (!result.keptBest().isEmpty()) {
                sections.add(new Section("best", "Best states", new ReportBest(result.keptBest(), marginals)::writeTo));
            }
        }
        result.tempering()
                .ifPresent(ladder -> sections.add(new Section(
                        "tempering",
                        TEMPERING,
                        new ReportTempering(ladder, result.notes().scaleName(), terms)::writeTo,
                        /* folded= */ true)));
        if (result.draws() > 0) {
            sections.add(new Section("diagnostics", "Diagnostics", this::writeDiagnostics, /* folded= */ true));
        }
        ReportWarmUp warmUp = new ReportWarmUp(result);
        if (!warmUp.isEmpty()) {
            sections.add(new Section("warm-up", "Warm-up", warmUp::writeTo, /* folded= */ true));
        }
        sections.add(new Section("run", "What was run", this::writeRun));
        return Page.of(title, this::writeTop, sections, "Written by lbp " + version() + ", " + now() + ".", seconds);
    }

    /** Writes the plots of a trace. Their text is made before it is written, because it may not fit. */
    private void writeTrace(Html html, String name) {
        html.newLine().element("h3", "Trace of " + name);
        boolean constant = result.statistics(name).constant();
        html.append(result.ofDraws(
                name,
                (trace, every) -> {
                    Html section = new Html();
                    new ReportTrace(name, trace, every).writeTo(section, constant);
                    return section;
                },
                () -> new Html().paragraph("Its plots do not fit into the heap.")));
    }

    private List<String> tracesWithPlots() {
        return tracesWithPlots(result.traces().keySet(), result::rHat);
    }

    /**
     * The names of all traces in their order; if there are too many, those with the largest R-hat, traces without R-hat
     * last.
     */
    static List<String> tracesWithPlots(Collection<String> names, ToDoubleFunction<String> rHat) {
        List<String> drawn = new ArrayList<>(names);
        if (drawn.size() > MOST_DRAWN) {
            drawn.sort(Comparator.comparingDouble(name -> {
                double value = rHat.applyAsDouble(name);
                return Double.isNaN(value) ? Double.POSITIVE_INFINITY : -value;
            }));
            drawn.subList(MOST_DRAWN, drawn.size()).clear();
        }
        return drawn;
    }

    private void writeTop(Html html) {
        if (seconds > 0) {
            html.element(
                    "p",
                    "Still running: " + Numbers.count(result.draws(), "draw") + " of each chain so far, at " + now()
                            + ". This page loads itself again every " + Numbers.count(seconds, "second") + ".",
                    "role",
                    "status");
        }
        writeVerdict(html);
    }

    private void writeVerdict(Html html) {
        Verdict verdict = Verdict.of(result, terms);
        String[] words = words(verdict.finding()); // the class for the style sheet, the headline, and the meaning
        html.newLine().open("div", "class", "verdict " + words[0]);
        html.element("h2", words[1]).paragraph(words[2]);
        List<String> reasons = new ArrayList<>();
        result.tempering()
                .map(ladder -> ladder.logZName() + ": "
                        + new TemperingText(ladder, result.notes().scaleName(), terms.targetBeta(ladder)).logZ())
                .ifPresent(reasons::add);
        result.traces().keySet().stream()
                .filter(name ->
                        verdict.finding() == Verdict.Finding.DISAGREEMENT && result.rHat(name) > Verdict.LARGEST_R_HAT)
                .max(Comparator.comparingDouble(result::rHat))
                .ifPresent(worst -> reasons.add(result.ofDraws(
                        worst, (trace, every) -> new ReportTrace(worst, trace, every).spread(), () -> "")));
        reasons.addAll(verdict.reasons());
        reasons.addAll(result.notes().lines(result, "How the run ended: ", "The scale", "Note: "));
        Page.reasons(html, reasons);
        html.close();
    }

    /** The kind of a verdict for the style sheet, its headline, and its meaning. */
    private String[] words(Verdict.Finding finding) {
        if (seconds > 0 && finding == Verdict.Finding.DISAGREEMENT) {
            return new String[] {"open", "Not mixed so far", "The run goes on, and more draws may settle it."};
        }
        return switch (finding) {
            case MIXED ->
                new String[] {
                    "mixed",
                    "The chains have mixed, as far as their traces can tell",
                    Numbers.format(
                            "R-hat of every trace that varies is at most %.2f and its ESS (bulk) at least %.0f.%s A mode"
                                    + " that no chain has visited would not show.",
                            Verdict.LARGEST_R_HAT,
                            Verdict.SMALLEST_SAMPLE,
                            result.agreement().judged()
                                    ? " No " + result.part() + " differs between chains by more than chance."
                                    : "")
                };
            case DISAGREEMENT ->
                new String[] {
                    "disagree",
                    "Do not trust these results: "
                            + (result.chains() > 1 ? "the chains disagree" : "the chain has not settled down"),
                    "The run has not been shown to have mixed. Means, marginals and errors on this page may be far from the truth,"
                            + " because what a chain draws depends on where it started. "
                            + (result.notes().settings().containsKey(TEMPERING)
                                    ? "More draws, more replicas, a longer warm-up or another sampler may help."
                                    : result.remedy())
                };
            case REDUCIBLE ->
                new String[] {
                    "disagree",
                    "Do not trust these results: the sampler cannot reach all states",
                    "What a chain draws depends on where it started. Means, marginals and errors on this page may be far"
                            + " from the truth, and more draws do not help."
                };
            case TOO_LITTLE ->
                new String[] {
                    "open",
                    "Do not rely on these results yet: too little to tell",
                    "The run has not been shown to have mixed. More draws may settle it."
                };
            case NOTHING ->
                new String[] {"open", "Nothing to judge: there are no draws", "The run ended before its first."};
        };
    }

    private void writeRun(Html html) {
        Map<String, String> pairs = new LinkedHashMap<>(result.notes().settings());
        result.choice().ifPresent(choice -> {
            pairs.put("Chosen sampler", choice.sampler());
            pairs.put("Chosen by", choice.text());
        });
        pairs.put(
                "Draws made of each chain",
                result.draws() + " (" + result.stopReason().words() + ")");
        if (result.draws() > 0) {
            pairs.put("Steps", result.notes().pace());
            pairs.put("Jump distance", result.jump());
        }
        pairs.put("Highest log-probability seen", Numbers.text(result.bestLogProb()));
        pairs.put("Time", seconds(result.warmUpTime()) + " of warm-up, " + seconds(result.drawTime()) + " of draws");
        pairs.put("Library", "lbp " + version());
        pairs.put(
                "Java",
                Runtime.version() + " on " + System.getProperty("os.name") + ", " + System.getProperty("os.arch"));
        pairs.put("Date of this page", now());
        Page.pairs(html, pairs);
    }

    private void writeDiagnostics(Html html) {
        List<List<String>> rows = new ArrayList<>();
        for (String name : result.traces().keySet()) {
            List<String> row = new ArrayList<>(List.of(name));
            TraceColumn.IN_REPORTS.forEach(column -> row.add(column.inReport(result, name)));
            rows.add(row);
        }
        List<String> head = new ArrayList<>(List.of("trace"));
        TraceColumn.IN_REPORTS.forEach(column -> head.add(column.title));
        Page.table(html, "All chains together; \u2013 is a figure that cannot be computed", head, rows);
        html.paragraph(Numbers.format(
                "ESS is the number of independent draws that the draws are worth, for means (bulk) and for the outer"
                        + " tenth (tail). The error is the standard error of the mean."
                        + " R-hat compares chains with each other (Vehtari et al. 2021). The verdict needs"
                        + " an ESS (bulk) of at least %.0f and an R-hat of at most %.2f.",
                Verdict.SMALLEST_SAMPLE, Verdict.LARGEST_R_HAT));
        int left = result.traces().size() - tracesWithPlots().size();
        if (left > 0) {
            html.paragraph("Drawn below are the " + MOST_DRAWN + " traces of the largest R-hat; " + left + " are not.");
        }
        tracesWithPlots().forEach(name -> writeTrace(html, name));
    }

    private void writeMarginals(Html html) {
        if (Verdict.of(result).finding() == Verdict.Finding.DISAGREEMENT) {
            html.paragraph("The chains disagree, so these may be far from the truth.");
        }
        marginals.writeTo(html);
        List<SiteDisagreement> apart = result.siteDisagreements();
        if (!apart.isEmpty()) {
            Page.table(
                    html,
                    "Sites whose marginal differs most between chains",
                    List.of("site", "F ratio", "lowest " + marginals.probability() + " of a chain", "highest"),
                    apart.stream()
                            .map(at -> List.of(
                                    marginals.site(at.site(), at.value()),
                                    Numbers.text(at.fRatio()),
                                    Numbers.fixed(ChainAgreement.lowest(at), 3),
                                    Numbers.fixed(ChainAgreement.highest(at), 3)))
                            .toList());
        }
    }

    private static String seconds(Duration duration) {
        return Numbers.fixed(duration.toNanos() * 1e-9, 1) + " s";
    }

    private static String now() {
        return ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT));
    }

    /** The version in the jar's manifest; classes that are not in a jar have none. */
    private static String version() {
        String version = ReportPage.class.getPackage().getImplementationVersion();
        return version == null ? "(not from a jar)" : version;
    }
}
