package dev.lbp.runtime.engine;

/**
 * What the rows of a batch are called in messages. In a tempered run they are replicas: slot K of all chains, then slot K - 1 of all chains,
 * down to slot 1.
 *
 * @param chains the number of chains
 * @param replicas the rows of a chain; 1 if the run is not tempered
 */
record RowNames(int chains, int replicas) {

    /** The number of rows. */
    int rows() {
        return chains * replicas;
    }

    /** The row of slot {@code k} of a chain, 1 to K. */
    int row(int chain, int k) {
        return (replicas - k) * chains + chain;
    }

    /** The name of a row. */
    String of(int row) {
        return replicas == 1 ? "chain " + row : "chain " + row % chains + ", replica " + (replicas - row / chains);
    }

    /** The name of all rows. */
    String all() {
        String ofChains = chains + (chains == 1 ? " chain" : " chains");
        return replicas == 1 ? ofChains : rows() + " replicas of " + ofChains;
    }
}
