package dev.lbp.runtime.engine.start;

import dev.lbp.internal.bytes.RunFacts;
import java.util.List;

/**
 * Consecutive chains of a run that are stepped together. Their indices in an ensemble are 0 to {@code count - 1}; their
 * numbers in the run are {@code first} to {@code first + count - 1}.
 *
 * @param first the number of the first chain in the run
 * @param count the number of chains, at least 1
 */
public record ChainSpan(int first, int count) {

    /** All chains of a run. */
    public static ChainSpan all(int chains) {
        return new ChainSpan(0, chains);
    }

    /** One more than the number of the last chain in the run. */
    public int end() {
        return first + count;
    }

    /** The number of a chain in the run, given its index. */
    int number(int index) {
        return first + index;
    }

    /** The part of a list that belongs to these chains, if the list has one element for each chain of the run. */
    public <T> List<T> of(List<T> ofRun) {
        return ofRun.subList(first, end());
    }

    /** The chains in words: "chain 3", or "chains 0 to 7". */
    public String describe() {
        return RunFacts.chains(first, count);
    }
}
