package dev.lbp.runtime.engine.start;

/**
 * The names of an ensemble's chains in messages. A chain is a row of a batch; in a tempered run each of its replicas is
 * a row. A slot is an inverse temperature of the ladder, and slot K is the target. The rows are slot K of all chains,
 * then slot K - 1 of all chains, down to slot 1.
 *
 * @param span the chains of the run that are here
 * @param replicas the number of rows of a chain; 1 if the run is not tempered
 */
public record RowNames(ChainSpan span, int replicas) {

    RowNames ofReplicas(int count) {
        return new RowNames(span, count);
    }

    /** The number of chains. */
    public int chains() {
        return span.count();
    }

    /** The number of rows. */
    public int rows() {
        return chains() * replicas;
    }

    /** The row of the batch that has replica {@code k} of a chain, 1 to K. The rows of replica K come first. */
    public int row(int chain, int k) {
        return (replicas - k) * chains() + chain;
    }

    /** The number in the run of a row's chain. */
    public int number(int row) {
        return span.number(row % chains());
    }

    /** The name of a row. */
    public String of(int row) {
        String chain = "chain " + number(row);
        // the first rows are replica K of all chains, K = replicas
        return replicas == 1 ? chain : chain + ", replica " + (replicas - row / chains());
    }

    /** The name of all rows. */
    public String all() {
        String ofChains = chains() + (chains() == 1 ? " chain" : " chains");
        return replicas == 1 ? ofChains : rows() + " replicas of " + ofChains;
    }
}
