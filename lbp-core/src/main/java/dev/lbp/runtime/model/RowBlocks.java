package dev.lbp.runtime.model;

import dev.lbp.internal.Check;

/**
 * The rows of a batch, divided into blocks that a model evaluates one after the other. A matrix product may round
 * differently with another number of rows, so the blocks decide the bits of the answers.
 *
 * <p>A chain has {@code layers} rows: row {@code layer * chains + chain}. A block has all rows of
 * {@code chainsPerBlock} chains, in this order, as a batch of these chains alone would.
 *
 * @param chains the number of chains, at least 1
 * @param layers the rows of a chain: tries, or replicas; else 1
 * @param chainsPerBlock the chains of a block, in [1, chains]; the last block may have fewer
 */
public record RowBlocks(int chains, int layers, int chainsPerBlock) {

    /** Checks that the rows can be counted. */
    public RowBlocks {
        long rows = (long) chains * layers;
        Check.that(rows < Integer.MAX_VALUE, "be below 2^31", "chains * rows of a chain", rows);
    }

    /** All rows in one block. */
    public static RowBlocks whole(int rows) {
        return new RowBlocks(rows, 1, rows);
    }

    /**
     * Blocks of at most {@code most} chains each.
     *
     * @param most the largest number of chains in a block, which may be above {@code chains}; 0 for one block
     */
    public static RowBlocks of(int chains, int layers, int most) {
        return new RowBlocks(chains, layers, most == 0 ? chains : Math.min(most, chains));
    }

    /** The number of rows. */
    public int rows() {
        return chains * layers;
    }

    /** The number of blocks. */
    public int count() {
        return (chains - 1) / chainsPerBlock + 1;
    }

    /** The number of rows of a block. */
    public int rows(int block) {
        return layers * chains(block);
    }

    /** The block of a row. */
    int block(int row) {
        return row % chains / chainsPerBlock;
    }

    /** The index of a row in its block. */
    int local(int row) {
        if (chainsPerBlock == chains) { // one block has all rows
            return row;
        }
        // a row is layer * chains + chain; in a block it is layer * (chains of the block) + chain in the block
        return row / chains * chains(block(row)) + row % chains % chainsPerBlock;
    }

    /** The row that has an index in a block. */
    public int row(int block, int local) {
        int size = chains(block);
        // local = layer * size + chain in the block; a row is layer * chains + chain
        return local / size * chains + block * chainsPerBlock + local % size;
    }

    private int chains(int block) {
        return Math.min(chainsPerBlock, chains - block * chainsPerBlock);
    }
}
