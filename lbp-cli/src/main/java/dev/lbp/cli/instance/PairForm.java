package dev.lbp.cli.instance;

/** The forms in which files list weighted pairs of sites. */
public enum PairForm {
    /** A line {@code n m}, then m lines {@code i j weight}: the form of rudy's graphs, which the Gset has. */
    RUDY("rudy", "\"n m\"", 1),
    /** {@code p qubo 0 n d e}, then d lines {@code i i weight} and e lines {@code i j weight}. */
    QBSOLV("qbsolv", "\"p qubo 0 n diagonals elements\"", 0),
    /** {@code p edge n m} or {@code p col n m}, then m lines {@code e i j}. */
    DIMACS("DIMACS", "\"p edge n m\"", 1),
    /** Lines {@code i j value} without a header, as D-Wave's dimod writes them. */
    COO("COO", "\"i j value\"", 0);

    private final String title;
    private final String beginning;
    private final int first;

    /**
     * @param title the name in messages
     * @param beginning the first line after comments, in quotes, for messages
     * @param first the number of the first site, 0 or 1
     */
    PairForm(String title, String beginning, int first) {
        this.title = title;
        this.beginning = beginning;
        this.first = first;
    }

    /** The name in messages. */
    public String title() {
        return title;
    }

    /** Words for messages: the first line of such a file after comments, and the form's title. */
    String beginning() {
        return beginning + " (" + title + ")";
    }

    /** The number of the first site in a file: 0 or 1. */
    public int first() {
        return first;
    }
}
