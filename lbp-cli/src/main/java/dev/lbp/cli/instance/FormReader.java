package dev.lbp.cli.instance;

/**
 * Reads the lines of weighted pairs in one form, one after another.
 *
 * @param <T> what the lines make
 */
abstract class FormReader<T> {

    final InstanceLines lines;
    final PairBuffer pairs;

    /**
     * @param kind the plural name of the pairs in messages: "edges"
     * @param bytesPerPair the memory that a pair takes
     */
    FormReader(InstanceLines lines, String kind, double bytesPerPair) {
        this.lines = lines;
        this.pairs = new PairBuffer(lines, kind, bytesPerPair);
    }

    /** Takes the next line, divided at blanks. */
    abstract void accept(String[] fields);

    /**
     * The result, after the last line.
     *
     * @throws InstanceException if the file must not end here
     */
    abstract T end();
}
