package dev.lbp.io;

/** The element types that are written. */
enum NpyType {
    /** A site's value, 0 or 1. */
    INT8("|i1", "int8", 1),
    /** A statistic. */
    FLOAT64("<f8", "float64", Double.BYTES);

    /** As the file's header gives it. */
    final String description;

    /** As NumPy prints it. */
    final String text;

    final int bytes;

    NpyType(String description, String text, int bytes) {
        this.description = description;
        this.text = text;
        this.bytes = bytes;
    }
}
