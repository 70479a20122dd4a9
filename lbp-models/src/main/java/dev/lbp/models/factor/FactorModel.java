package dev.lbp.models.factor;

import dev.lbp.target.Target;

/** A log-probability that is a sum of terms of a few sites each. */
public interface FactorModel extends Target {

    /** The number of values of a site, at least 2. */
    int values(int site);

    /**
     * The model as a graph of tables, for exact inference. Terms too wide for a table are told by hidden counters:
     * variables behind the N of the model, each a function of them, so that the sum over all states stays the same.
     */
    FactorGraph factorGraph();

    /** The target of a graph: of bits if all variables have 2 values, else of categories. */
    static FactorModel of(FactorGraph graph) {
        throw new UnsupportedOperationException(graph.toString());
    }
}
