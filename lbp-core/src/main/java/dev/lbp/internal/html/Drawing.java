package dev.lbp.internal.html;

/** The beginning of an SVG image, with a title and a description in words. */
final class Drawing {

    private Drawing() {}

    /** Opens an element that stretches to its box; a reader without images reads the two texts. */
    static void open(Html html, String viewBox, String title, String description) {
        html.open("svg", "role", "img", "viewBox", viewBox, "preserveAspectRatio", "none");
        html.element("title", title).element("desc", description);
    }
}
