package dev.lbp.internal.html;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The frame of a page: head, style, a link that skips the contents, the list of contents, and the sections. */
public final class Page {

    /**
     * A part of the page with a heading; the contents link to the identifier.
     *
     * @param folded whether the reader opens it by its heading
     */
    public record Section(String id, String heading, Consumer<Html> body, boolean folded) {

        /** A section that is not folded. */
        public Section(String id, String heading, Consumer<Html> body) {
            this(id, heading, body, false);
        }
    }

    /** A long table with more rows than this is divided into parts. */
    private static final int MOST_ROWS = 16;

    /** The number of reasons that are not folded. */
    private static final int FIRST_REASONS = 4;

    private static final String[] COLUMN = {"scope", "col"};

    private Page() {}

    /**
     * The source of a page.
     *
     * @param title the title in the tab and the first heading
     * @param top writes the part before the contents
     * @param foot the last paragraph
     */
    public static String of(String title, Consumer<Html> top, List<Section> sections, String foot) {
        int secondsToReload = 0; // never
        return of(title, top, sections, foot, secondsToReload);
    }

    /**
     * A page that a browser loads again and again.
     *
     * @param seconds until it does; 0 for never
     */
    public static String of(String title, Consumer<Html> top, List<Section> sections, String foot, int seconds) {
        Html html = new Html();
        html.open("html", "lang", "en").newLine().open("head").empty("meta", "charset", "utf-8");
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.empty("meta", "name", "color-scheme", "content", "light dark");
        if (seconds > 0) {
            html.empty("meta", "http-equiv", "refresh", "content", String.valueOf(seconds));
        }
        html.element("title", title).newLine().style(Style.SHEET).close();
        html.newLine().open("body").element("a", "Skip to the contents", "href", "#contents", "class", "skip");
        html.open("header").element("h1", title).close().open("main");
        top.accept(html);
        html.newLine().open("nav", "id", "contents", "aria-label", "Contents").open("ul");
        for (Section section : sections) {
            html.open("li")
                    .element("a", section.heading(), "href", "#" + section.id())
                    .close();
        }
        html.close().close();
        for (Section section : sections) {
            String heading = section.id() + "-heading";
            html.newLine().open("section", "id", section.id(), "aria-labelledby", heading);
            if (section.folded()) {
                html.open("details").open("summary");
                html.element("h2", section.heading(), "id", heading).close();
                section.body().accept(html);
                html.close();
            } else {
                html.element("h2", section.heading(), "id", heading);
                section.body().accept(html);
            }
            html.close();
        }
        html.close().newLine().open("footer").paragraph(foot).close().close().close();
        return "<!DOCTYPE html>\n" + html + "\n";
    }

    /**
     * Writes a table whose first column names the row. Columns of words are aligned to the left, others to the right.
     * If it is wider than the page, it scrolls in its own box.
     *
     * @param rows each as long as the head
     */
    public static void table(Html html, String caption, List<String> head, List<List<String>> rows) {
        table(html, "wide", caption, head, rows);
    }

    /**
     * Writes a table of a few columns. If it has many rows, it is divided into parts side by side, according to the
     * width of the page.
     */
    public static void longTable(Html html, String caption, List<String> head, List<List<String>> rows) {
        table(html, rows.size() > MOST_ROWS ? "long-table" : "wide", caption, head, rows);
    }

    /**
     * Writes a table whose first column names the row.
     *
     * @param kind the CSS class of its box
     */
    private static void table(Html html, String kind, String caption, List<String> head, List<List<String>> rows) {
        html.newLine().open("div", "class", kind, "tabindex", "0", "role", "region", "aria-label", caption);
        html.open("table").element("caption", caption).open("thead").open("tr");
        boolean[] words = new boolean[head.size()]; // of each column, whether all cells are words, perhaps in brackets
        for (int k = 0; k < words.length; k++) {
            int column = k;
            words[k] = k > 0 && rows.stream().allMatch(row -> row.get(column).matches("\\(?\\p{L}.*"));
            html.element("th", head.get(k), words[k] ? new String[] {"scope", "col", "class", "text"} : COLUMN);
        }
        html.close().close().open("tbody");
        for (List<String> row : rows) {
            html.newLine().open("tr").element("th", row.get(0), "scope", "row");
            for (int k = 1; k < row.size(); k++) {
                html.element("td", row.get(k), words[k] ? new String[] {"class", "text"} : new String[0]);
            }
            html.close();
        }
        html.close().close().close();
    }

    /** Writes a list of items. */
    public static void list(Html html, List<String> items) {
        if (!items.isEmpty()) {
            html.open("ul");
            items.forEach(item -> html.element("li", item));
            html.close();
        }
    }

    /** Writes the first of some reasons, and folds the others, so that the answer below is on the first screen. */
    public static void reasons(Html html, List<String> reasons) {
        int first =
                reasons.size() > FIRST_REASONS + 1 ? FIRST_REASONS : reasons.size(); // a fold is as high as a reason
        list(html, reasons.subList(0, first));
        if (first < reasons.size()) {
            html.open("details").element("summary", reasons.size() - first + " more");
            list(html, reasons.subList(first, reasons.size()));
            html.close();
        }
    }

    /** Writes names with their values. */
    public static void pairs(Html html, Map<String, String> pairs) {
        html.open("dl");
        pairs.forEach((name, value) -> html.newLine()
                .open("div")
                .element("dt", name)
                .element("dd", value)
                .close());
        html.close();
    }
}
