package dev.lbp.runtime.engine.start;

import java.util.List;

/**
 * Neighbouring chains of a run, which are carried out together. Among themselves they have the indices 0 to
 * {@code count - 1}; in the run they have the numbers {@code first} to {@code first + count - 1}.
 *
 * @param first the number in the run of the first of them
 * @param count how many they are, at least 1
 */
public record ChainSpan(int first, int count) {

    /** All chains of a run. */
    public static ChainSpan all(int chains) {
        return new ChainSpan(0, chains);
    }

    /** The number in the run of the chain after the last. */
    public int end() {
        return first + count;
    }

    /** The number in the run of a chain. */
    int number(int index) {
        return first + index;
    }

    /** The elements of these chains, of a list with one for each chain of the run. */
    public <T> List<T> of(List<T> ofRun) {
        return ofRun.subList(first, end());
    }

    /** The chains in words: "chain 3", or "chains 0 to 7". */
    public String describe() {
        return count == 1 ? "chain " + first : "chains " + first + " to " + (end() - 1);
    }
}
