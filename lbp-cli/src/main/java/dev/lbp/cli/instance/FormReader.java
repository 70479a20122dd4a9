package dev.lbp.cli.instance;

/** Reads the entries of an instance in one form, one after another. */
interface FormReader {

    /** Takes the next entry, divided at blanks. */
    void accept(String[] fields);

    /**
     * The instance, after the last entry.
     *
     * @throws InstanceException if the file must not end here
     */
    Instance end();
}
