package dev.lbp.internal.select.average;

import java.util.Arrays;

/**
 * The variables of a model as a key.
 *
 * @param sites ascending
 */
public record Sites(int[] sites) {

    @Override
    public boolean equals(Object other) {
        return other instanceof Sites same && Arrays.equals(sites, same.sites);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sites);
    }
}
