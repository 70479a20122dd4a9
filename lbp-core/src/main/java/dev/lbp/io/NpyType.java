package dev.lbp.io;

/** The element types of the files that lbp writes. */
enum NpyType {
    /** A site's value, 0 or 1. */
    INT8("|i1", "int8", 1),
    /** A statistic. */
    FLOAT64("<f8", "float64", Double.BYTES);

    /** The name in the file's header. */
    final String description;

    /** The name that NumPy prints. */
    final String text;

    final int bytes;

    NpyType(String description, String text, int bytes) {
        this.description = description;
        this.text = text;
        this.bytes = bytes;
    }
}
