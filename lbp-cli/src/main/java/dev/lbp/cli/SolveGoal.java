package dev.lbp.cli;

/** What {@code lbp solve} looks for. */
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
            "The highest E, for a file that is to be maximised. A target is an energy: 3139 is reached at 3139 or more.");

    final String option;
    final String description;

    SolveGoal(String option, String description) {
        this.option = option;
        this.description = description;
    }
}
