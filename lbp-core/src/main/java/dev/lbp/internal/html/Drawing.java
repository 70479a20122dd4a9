package dev.lbp.internal.html;

/** The beginning of an SVG image that says in words what it shows. */
final class Drawing {

    private Drawing() {}

    /** Opens an element that stretches to its box; a reader that shows no images reads out the texts. */
    static void open(Html html, String viewBox, String title, String description) {
        html.open("svg", "role", "img", "viewBox", viewBox, "preserveAspectRatio", "none");
        html.element("title", title).element("desc", description);
    }
}
