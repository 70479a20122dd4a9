package dev.lbp.runtime.engine.start;

import dev.lbp.internal.bytes.RunFacts;
import java.util.List;

/**
 * A range of consecutive chains of a run, which one ensemble steps. Their indices in an ensemble are 0 to {@code count
 * - 1}; their numbers in the run are {@code first} to {@code first + count - 1}.
 *
 * @param first the number of the first chain in the run
 * @param count the number of chains, at least 1
 */
public record ChainSpan(int first, int count) {

    /** All chains of a run. */
    public static ChainSpan all(int chains) {
        return new ChainSpan(0, chains);
    }

    /** The number in the run of the chain after this span's last (an exclusive end). */
    public int end() {
        return first + count;
    }

    /** The number in the run of the chain with an index in the ensemble. */
    int number(int index) {
        return first + index;
    }

    /** The elements for these chains of a list that has one element for each chain of the run. */
    public <T> List<T> of(List<T> forAllChains) {
        return forAllChains.subList(first, end());
    }

    /** The chains in words: "chain 3", or "chains 0 to 7". */
    public String describe() {
        return RunFacts.chains(first, count);
    }
}
