package dev.lbp.cli.instance;

/**
 * Reads the lines of a file of weighted pairs in one form.
 *
 * @param <T> the type of the result
 */
abstract class FormReader<T> {

    final InstanceLines lines;
    final PairBuffer pairs;

    /**
     * @param kind the plural name of the pairs in messages: "edges"
     * @param bytesPerPair the memory of a pair
     */
    FormReader(InstanceLines lines, String kind, double bytesPerPair) {
        this.lines = lines;
        this.pairs = new PairBuffer(lines, kind, bytesPerPair);
    }

    /** Takes the next line, split at blanks. */
    abstract void accept(String[] fields);

    /**
     * The result, after the last line.
     *
     * @throws InstanceException if the file is incomplete
     */
    abstract T end();
}
