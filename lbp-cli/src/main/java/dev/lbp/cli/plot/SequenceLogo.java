package dev.lbp.cli.plot;

import static dev.lbp.internal.html.Html.attributes;

import dev.lbp.internal.Order;
import dev.lbp.internal.html.Html;
import dev.lbp.internal.html.Numbers;
import dev.lbp.internal.html.Page;
import dev.lbp.internal.html.Page.Section;
import java.util.Arrays;
import java.util.List;

/**
 * A sequence logo (Schneider and Stephens 1990, doi:10.1093/nar/18.20.6097): at each site a stack of letters, each as
 * high as its probability times the information of the site, {@code log2 C - H} bits, without the correction for small
 * samples. The most probable letter is on top. A gap is drawn as an empty box, because a stretched dash would look like
 * a bar.
 */
public final class SequenceLogo {

    /** The number of sites in a row. */
    private static final int WIDTH = 50;

    private static final int COLUMN = 16;

    /** The width of a gap's box. */
    private static final int GAP = 10;

    /** The height of a site of full information. */
    private static final int STACK = 100;

    /** The height of a stack, with space for the tail of a Q. */
    private static final int HEIGHT = STACK + 26;

    /** The height of the wild type and the site numbers. */
    private static final int FOOT = 32;

    /** The smallest height of a readable letter, in pixels. */
    private static final double LEAST = 1.0;

    /** The height of a capital of a sans-serif font, relative to the font's size. Its width is about 0.7. */
    private static final double CAPITAL = 0.72;

    /** Letters of similar chemistry, in the order of colours. Other letters have the next colour. */
    private static final List<String> GROUPS = List.of("AVLIMC", "DE", "KRHG", "FWY");

    private static final List<String> NUCLEOTIDES = List.of("C", "T", "A", "G");

    private static final String MIDDLE = "text-anchor=middle;fill=currentColor";

    private SequenceLogo() {}

    /**
     * The distribution of letters of sequences.
     *
     * @param name the name of the sequences
     * @param marginals [N][C], each row sums to 1
     */
    public record Row(String name, double[][] marginals) {}

    /** A page with one section. */
    public static String page(String title, Section section) {
        return Page.of(title, html -> {}, List.of(section), "Sites are counted from 1.");
    }

    /**
     * A section with the logos of several rows below each other.
     *
     * @param letters the C letters of the alphabet
     * @param wildType the N letters of the wild type, drawn below; empty without one
     */
    public static Section section(List<Row> rows, String letters, String wildType) {
        return new Section("letters", "Letters per site", html -> {
            html.paragraph("Each stack is as high as the information of its site, at most " + mostBits(letters)
                    + Numbers.format("; the highest here has %.2f", highestInformation(rows))
                    + ". Each letter's share is its probability. Sites are counted from 1."
                    + (wildType.isEmpty() ? "" : " Below it: the wild type."));
            write(html, rows, letters, wildType);
        });
    }

    /** The largest information of a site, in bits. */
    private static double highestInformation(List<Row> rows) {
        return rows.stream()
                .flatMap(row -> Arrays.stream(row.marginals()))
                .mapToDouble(SequenceLogo::information)
                .max()
                .orElse(0.0);
    }

    /** The information of a site that always has one letter, in words. */
    private static String mostBits(String letters) {
        return Numbers.format("%.2f bits", log2(letters.length()));
    }

    /** Writes the logos in blocks of {@link #WIDTH} sites; a block has all rows below each other. */
    private static void write(Html html, List<Row> rows, String letters, String wildType) {
        int sites = rows.get(0).marginals().length;
        for (int first = 0; first < sites; first += WIDTH) {
            int last = Math.min(sites, first + WIDTH);
            for (Row row : rows) {
                String caption = row.name() + ", sites " + (first + 1) + " to " + last;
                html.newLine().paragraph(caption).open("div", "class", "wide");
                writeSites(html, caption, row.marginals(), first, last, letters, wildType);
                html.close();
            }
        }
    }

    /** Draws the stacks of sites {@code first} to {@code last - 1} in a row, with the wild type and numbers below. */
    private static void writeSites(
            Html html, String caption, double[][] marginals, int first, int last, String letters, String wildType) {
        int width = (last - first) * COLUMN;
        html.open(
                "svg",
                attributes("role=img;viewBox=0 0 %d %d;width=%1$d;font-family=sans-serif", width, HEIGHT + FOOT));
        html.element("title", caption);
        for (int i = first; i < last; i++) {
            double x = (i - first + 0.5) * COLUMN; // the middle of the stack; the wild type and the number are below it
            writeSite(html, x, marginals[i], letters);
            if (!wildType.isEmpty()) {
                label(html, x, HEIGHT + 13, wildType.substring(i, i + 1), 12);
            }
            if (isNumbered(i, first, last)) {
                label(html, x, HEIGHT + 28, "" + (i + 1), 10);
            }
        }
        html.close();
    }

    /**
     * Whether a site has a number below it: the first site of a row, each whose number is a multiple of ten, and the
     * last site unless its number would touch the number before it.
     *
     * @param site from 0; its number is one more
     * @param first the row's first site
     * @param last the site after the row's last, so also the number of the last
     */
    private static boolean isNumbered(int site, int first, int last) {
        return site == first || (site + 1) % 10 == 0 || site == last - 1 && last % 10 > 2 && last - first > 2;
    }

    /**
     * Writes the letters of a site from the least probable to the most probable one, upwards. Their total height is the
     * site's information.
     */
    private static void writeSite(Html html, double x, double[] row, String letters) {
        double scale = STACK * information(row) / log2(row.length);
        double base = STACK;
        for (int c : Order.of(row.length, letter -> row[letter])) {
            double height = row[c] * scale;
            if (height >= LEAST) {
                writeLetter(html, x, base, height, letters, letters.charAt(c));
            }
            base -= height;
        }
    }

    /** The information of a site in bits, log2 C minus the entropy of its letters. */
    private static double information(double[] row) {
        return log2(row.length)
                + Arrays.stream(row).filter(p -> p > 0.0).map(p -> p * log2(p)).sum();
    }

    /** Writes a letter with its middle at x, stretched to a height above its base in pixels; a gap as an empty box. */
    private static void writeLetter(Html html, double x, double base, double height, String letters, char letter) {
        String colour = "c" + colour(letters, letter);
        if (letter == '-') {
            String box = "x=%.1f;y=%.2f;width=%d;height=%.2f;fill=none;stroke=currentColor;class=%s";
            html.empty("rect", attributes(box, x - 0.5 * GAP, base - height, GAP, height, colour));
            return;
        }
        String drawn =
                "transform=translate(%.1f %.2f) scale(1 %.4f);font-size=%d;font-weight=bold;" + MIDDLE + ";class=%s";
        double stretch = height / (COLUMN * CAPITAL);
        html.element("text", "" + letter, attributes(drawn, x, base, stretch, COLUMN, colour));
    }

    /** Writes a text centred at x, on the base line y, in letters of the given size. */
    private static void label(Html html, double x, int y, String text, int size) {
        html.element("text", text, attributes("x=%.1f;y=%d;font-size=%d;" + MIDDLE, x, y, size));
    }

    /** The number of a letter's colour, that of its chemical group: its index, or the number of groups without one. */
    private static int colour(String letters, char letter) {
        boolean nucleotides = letters.chars().allMatch(c -> "-ACGTU".indexOf(c) >= 0);
        List<String> groups = nucleotides ? NUCLEOTIDES : GROUPS;
        char named = nucleotides && letter == 'U' ? 'T' : letter;
        return (int)
                groups.stream().takeWhile(group -> group.indexOf(named) < 0).count();
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2.0);
    }
}
