package dev.lbp.experiments.frame;

import dev.lbp.cli.plot.CurvePlot;
import dev.lbp.cli.plot.CurvePlot.Panel;
import dev.lbp.cli.plot.CurvePlot.Series;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A figure of an experiment, declared panel by panel. */
public final class Figure {

    private final List<Panel> panels = new ArrayList<>();

    /** Adds a panel with linear axes, unless it has no series. */
    public Figure panel(String title, String x, String y, List<Series> series) {
        return panel(title, x, y, false, false, series);
    }

    /** Adds a panel, unless it has no series. */
    public Figure panel(String title, String x, String y, boolean logX, boolean logY, List<Series> series) {
        if (!series.isEmpty()) {
            panels.add(new Panel(title, x, y, logX, logY, series));
        }
        return this;
    }

    public int panels() {
        return panels.size();
    }

    /** Writes the figure as {@code NAME-SIZE.png}. Returns its link in Markdown, without a line break. */
    public String link(Lab lab, String name, String title, int columns) throws IOException {
        return link(lab.file(name + "-" + lab.settings().sizeText() + ".png"), title, columns);
    }

    public String link(Path file, String title, int columns) throws IOException {
        CurvePlot.write(file, columns, panels);
        return "![" + title + "](" + file.getFileName() + ")";
    }

    /**
     * Writes the figure as {@code NAME-SIZE.png}. Returns its link as a paragraph, with a line break before and after
     * it. A figure without panels is not written, and its text is empty.
     */
    public String write(Lab lab, String name, String title, int columns) throws IOException {
        return panels.isEmpty() ? "" : "\n" + link(lab, name, title, columns) + "\n";
    }
}
