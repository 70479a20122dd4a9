package dev.lbp.solve;

import dev.lbp.internal.Check;
import dev.lbp.internal.files.WholeFile;
import dev.lbp.internal.html.Axis;
import dev.lbp.internal.html.HeatMap;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import dev.lbp.internal.html.Plot;
import dev.lbp.internal.html.Plot.Caption;
import java.io.IOException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A report of a search: one HTML page that needs no network and no script. It shows the best value, what the hits mean,
 * the best value against time, and the best states.
 *
 * <pre>{@code
 * SolutionReport.of(solution).title("Glass 60x60").lattice(60, 60).write(Path.of("report.html"));
 * }</pre>
 *
 * <p>Not thread-safe.
 *
 * @param <S> the array of a state
 */
public final class SolutionReport<S> {

    /** The time axis is logarithmic if the last time is this many times the first one. */
    private static final double LONG = 30.0;

    /** The largest number of sites of a state that is written as text. */
    private static final int MOST_SITES = 2_000;
    /** The smallest time in a plot, in seconds, so that its logarithm is finite. */
    private static final double SHORTEST = 1e-6;

    private final Solution<S> solution;
    private final int sites;
    private String title;
    private Objective objective = Objective.LOG_PROBABILITY;
    private Function<? super S, String> stateText = SolutionReport::sitesAsText;
    private double target = Double.NaN;
    private int rows;
    private int columns;

    private SolutionReport(Solution<S> solution) {
        this.solution = solution;
        this.sites = States.sites(solution.best());
        this.title = solution.problem();
    }

    /** A report with the name of the problem as its title. */
    public static <S> SolutionReport<S> of(Solution<S> solution) {
        return new SolutionReport<>(Check.notNull("solution", solution));
    }

    /** Sets the title; the default is the problem's name. */
    public SolutionReport<S> title(String text) {
        this.title = Check.notNull("text", text);
        return this;
    }

    /** Prints values of the user's quantity; the default is the log-probability. */
    public SolutionReport<S> objective(Objective quantity) {
        this.objective = Check.notNull("quantity", quantity);
        return this;
    }

    /** Prints the log-probability that the search had to reach, as in {@link Solver#target}. */
    public SolutionReport<S> target(double logProbability) {
        Check.that(Double.isFinite(logProbability), "be finite", "logProbability", logProbability);
        this.target = logProbability;
        return this;
    }

    /**
     * Prints the best state as a text of the caller, such as the node numbers of a set. The default prints the values
     * of all sites.
     */
    public SolutionReport<S> states(Function<? super S, String> asText) {
        this.stateText = Check.notNull("asText", asText);
        return this;
    }

    /**
     * Draws the best state as a picture: site {@code r * columnCount + c} is in row r from the top and column c.
     *
     * @throws IllegalArgumentException unless {@code rowCount * columnCount} is the number of sites
     */
    public SolutionReport<S> lattice(int rowCount, int columnCount) {
        Check.atLeast(1, "rowCount", rowCount);
        Check.that(
                (long) rowCount * columnCount == sites,
                "have a cell for each of " + sites + " sites: lattice(" + rowCount + ", " + columnCount + ") has "
                        + (long) rowCount * columnCount);
        this.rows = rowCount;
        this.columns = columnCount;
        return this;
    }

    /**
     * Writes the page. The file is replaced as a whole, so a reader never sees an incomplete page.
     *
     * @param file its directory is made with its parents if there is none
     * @throws IllegalArgumentException unless the path is free or a regular file
     * @throws IOException if the page cannot be written; the old file is then left as it was
     */
    public void write(Path file) throws IOException {
        WholeFile.prepare("file", Check.notNull("file", file));
        WholeFile.replace(file, html());
    }

    String html() {
        SolutionText text = new SolutionText(solution, objective);
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("states", "Best states", html -> writeStates(html, text)));
        if (!solution.improvements().isEmpty()) {
            sections.add(new Section("course", "Best " + objective.name() + " against time", this::writeCourse));
        }
        sections.add(new Section("search", "What was solved", html -> writeSearch(html, text)));
        String date = ZonedDateTime.now(ZoneOffset.UTC)
                .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT));
        return Page.of(title, html -> writeVerdict(html, text), sections, "Written by lbp, " + date + ".");
    }

    private void writeVerdict(Html html, SolutionText text) {
        String style = !solution.possible() ? "disagree" : solution.agreed() ? "mixed" : "open"; // classes of the page
        html.newLine().open("div", "class", "verdict " + style).element("h2", text.headline());
        if (!text.hits().isEmpty()) {
            html.paragraph(text.hits());
        }
        Page.list(html, solution.notes());
        html.close();
    }

    private void writeSearch(Html html, SolutionText text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        pairs.put("Problem", solution.problem());
        pairs.put(
                "Objective",
                objective.name() + (objective.largerIsBetter() ? ", larger is better" : ", smaller is better"));
        if (!Double.isNaN(target)) {
            pairs.put("Target", objective.text(target));
        }
        pairs.put("Sites", "" + sites);
        pairs.put("Restarts", "" + solution.restarts());
        pairs.put("Restarts that ended with the best", "" + solution.hits());
        pairs.put("Ending", solution.ending().words());
        pairs.put("Time", SolutionText.seconds(solution.elapsed()));
        pairs.put("Processor time", SolutionText.seconds(solution.processorTime()));
        Page.pairs(html, pairs);
        if (!text.whenFound().isEmpty()) {
            html.paragraph(text.whenFound());
        }
    }

    /** Draws the best value against time, a step function with a step at each improvement. */
    private void writeCourse(Html html) {
        List<Improvement> improvements = solution.improvements();
        int last = 2 * improvements.size() - 1;
        double[] times = new double[last + 1];
        double[] values = new double[last + 1];
        // The points 2k and 2k + 1 are the ends of step k: its improvement, and the next one or the end of the search.
        for (int k = 0; k < improvements.size(); k++) {
            times[2 * k] = Math.max(SHORTEST, seconds(improvements.get(k)));
            values[2 * k] = objective.value(improvements.get(k).value());
            times[2 * k + 1] = k + 1 < improvements.size()
                    ? seconds(improvements.get(k + 1))
                    : solution.elapsed().toNanos() * 1e-9;
            times[2 * k + 1] = Math.max(times[2 * k], times[2 * k + 1]);
            values[2 * k + 1] = values[2 * k];
        }
        Axis time = times[last] > LONG * times[0]
                ? Axis.logarithmic("seconds (logarithmic)", times[0], times[last])
                : Axis.of("seconds", 0.0, times[last]);
        Caption caption = new Caption(
                "Best " + objective.name(),
                improvements.size() + " improvements, the last one to " + objective.text(solution.value()));
        new Plot(caption, time, Axis.around(objective.name(), values))
                .curve("best " + objective.name(), times, values)
                .writeTo(html);
    }

    private static double seconds(Improvement improvement) {
        return improvement.time().toNanos() * 1e-9;
    }

    private void writeStates(Html html, SolutionText text) {
        if (rows > 0) {
            writePicture(html);
        }
        Page.table(html, "The best distinct states that anneals ended with", text.head(), text.groups());
        if (rows > 0) {
            return;
        }
        html.newLine()
                .open("details")
                .element("summary", "The best state, site by site")
                .paragraph(
                        sites <= MOST_SITES
                                ? Check.notNull("asText.apply(state)", stateText.apply(solution.best()))
                                : "It has more than " + MOST_SITES
                                        + " sites and is not printed here. The file solution.txt"
                                        + " of lbp solve has it, and so has Solution.best().")
                .close();
    }

    /** Writes the best state as a picture; values are grey levels up to the largest one. */
    private void writePicture(Html html) {
        S best = solution.best();
        int largest = 1;
        for (int i = 0; i < sites; i++) {
            largest = Math.max(largest, States.at(best, i));
        }
        double[][] cells = new double[rows][columns];
        for (int i = 0; i < sites; i++) {
            cells[i / columns][i % columns] = (double) States.at(best, i) / largest;
        }
        Caption caption = new Caption("The best state", "A picture of " + rows + " rows and " + columns + " columns.");
        HeatMap.lattice(html, caption, cells, "0", "" + largest);
    }

    /** Bits in groups of ten, other values with spaces between them. */
    private static String sitesAsText(Object state) {
        boolean bits = state instanceof byte[];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < States.sites(state); i++) {
            text.append(i > 0 && (!bits || i % 10 == 0) ? " " : "").append(States.at(state, i));
        }
        return text.toString();
    }
}
