package dev.lbp.internal.infer.order;

import java.util.List;

/**
 * An elimination order. Each step eliminates the variables of a clique that no later step needs. The variables that
 * remain after the last step are the core.
 *
 * @param steps the steps, in order
 * @param core the remaining variables, ascending; empty if all variables are eliminated
 * @param total the number of entries of the tables of all steps
 * @param largest the number of entries of the largest table
 * @param separators the number of entries of all messages
 */
public record EliminationOrder(List<Step> steps, int[] core, double total, double largest, double separators) {

    /**
     * A step: a table over the variables of a clique is summed over the eliminated ones. The result is a message over
     * the separator.
     *
     * @param eliminated the eliminated variables, at least one
     * @param separator the other variables of the clique
     */
    public record Step(int[] eliminated, int[] separator) {}

    /** The bytes of all tables, of the messages of two passes over the steps, and of one temporary table. */
    public double bytes() {
        return Double.BYTES * (total + 2.0 * separators + largest);
    }
}
