package dev.lbp.cli.run;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The number of a part of a run, written {@code K/M}. Parts are numbered from 0, as the tasks of an indexed Kubernetes
 * Job are.
 *
 * @param number K, in [0, parts - 1]
 * @param parts M, at least 1
 */
record PartNumber(int number, int parts) {

    /**
     * The number of the part's first chain. The chains are divided in batches of {@code unit} chains, as evenly as
     * possible.
     */
    int first(int chains, int unit) {
        long batches = (chains + unit - 1L) / unit;
        long firstBatch = number * batches / parts; // rounded down; the last batch may have fewer chains than unit
        return (int) Math.min(chains, firstBatch * unit);
    }

    /** The number of the part's chains: they end where the next part begins. */
    int count(int chains, int unit) {
        return new PartNumber(number + 1, parts).first(chains, unit) - first(chains, unit);
    }

    @Override
    public String toString() {
        return number + "/" + parts;
    }

    /** Reads {@code K/M}. */
    static final class Form implements ITypeConverter<PartNumber> {

        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

        @Override
        public PartNumber convert(String text) {
            Matcher form = FORM.matcher(text);
            PartNumber part = form.matches()
                    ? new PartNumber(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)))
                    : new PartNumber(0, 0); // which is refused below
            if (part.number >= part.parts) {
                throw new TypeConversionException("must be K/M with K from 0 to M - 1, such as 0/16 to 15/16: " + text);
            }
            return part;
        }
    }
}
