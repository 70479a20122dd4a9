package dev.lbp.internal.kernel;

/** A proposal whose weights of the values of a site depend on the time step. */
interface TimedWeights {

    /**
     * Computes the weights of all cells, {@code i * C + c} for value c of site i.
     *
     * @param logRatios log t of each cell, -Infinity for current values and impossible ones
     * @param weights g(t) of each cell, 0 where log t is -Infinity
     * @param values C
     * @param timeStep tau
     * @param cells receives the weights; 0 where log t is -Infinity, positive elsewhere
     */
    void cells(double[] logRatios, double[] weights, int values, double timeStep, double[] cells);
}
