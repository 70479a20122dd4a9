package dev.lbp.internal.infer.order;

import java.util.List;

/**
 * An order in which variables are eliminated: step by step the variables of a clique that no later step needs. What is
 * left after the last step is the core, empty if all variables are eliminated.
 *
 * @param steps the steps, in order
 * @param core variables that stay, ascending
 * @param total the number of entries of all steps' tables
 * @param largest the number of entries of the largest one
 * @param separators the number of entries of all messages
 */
public record Order(List<Step> steps, int[] core, double total, double largest, double separators) {

    /**
     * A step: it sums a table over some variables, and a table over the other ones is left.
     *
     * @param eliminated the variables to sum over, at least one
     * @param separator the other variables of the table
     */
    public record Step(int[] eliminated, int[] separator) {}

    /** The bytes of all tables and messages of two passes, and of one table to work in. */
    public double bytes() {
        return Double.BYTES * (total + 2.0 * separators + largest);
    }
}
