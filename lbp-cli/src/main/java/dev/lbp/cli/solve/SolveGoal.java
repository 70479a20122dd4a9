package dev.lbp.cli.solve;

/** The goals of {@code lbp solve}. */
enum SolveGoal {
    MAX_CUT(
            "--max-cut",
            "The largest cut: sites on two sides, and the cut is the sum of w_ij over the pairs whose sites are on different sides."
                    + " Without fields it is the lowest energy in other units, cut = (sum w - E) / 2."
                    + " A target is a cut: 13358 is reached at 13358 or more."),
    LOWEST_ENERGY(
            "--lowest-energy",
            "The lowest E. A target is an energy: -250 is reached at -250 or less. The default of --qubo, and of --ising with"
                    + " fields."),
    HIGHEST_ENERGY(
            "--highest-energy",
            "The highest E, for a file that is to be maximised. A target is an energy: 3139 is reached at 3139 or more."),
    INDEPENDENT_SET(
            "--independent-set",
            "The largest set of nodes without an edge between any two. A target is a size: 44 is reached at 44 or more."),
    CLIQUE(
            "--clique",
            "The largest set of nodes with an edge between any two. A target is a size, reached at it or more."),
    COVER(
            "--cover",
            "The smallest set of nodes that touches every edge. A target is a size: 700 is reached at 700 or less.");

    final String option;
    final String description;

    SolveGoal(String option, String description) {
        this.option = option;
        this.description = description;
    }

    /** Whether the goal is a set of nodes of a graph without weights. */
    boolean isOfNodes() {
        return this == INDEPENDENT_SET || this == CLIQUE || this == COVER;
    }
}
