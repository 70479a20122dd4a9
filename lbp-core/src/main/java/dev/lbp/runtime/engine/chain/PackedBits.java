package dev.lbp.runtime.engine.chain;

/** A chain of bits that shares words with other chains: the value of a site is one bit of the site's word. */
public interface PackedBits {

    /** A word for each site, the same array for all chains that share them. */
    long[] words();

    /** The number of the chain's bit in every word, 0 to 63. */
    int lane();
}
