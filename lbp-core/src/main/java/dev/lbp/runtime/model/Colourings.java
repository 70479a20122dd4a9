package dev.lbp.runtime.model;

import dev.lbp.internal.TouchedSites;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.Arrays;

/** Checks of a model's colouring: classes of sites that are independent given all others. */
public final class Colourings {

    private Colourings() {}

    /**
     * The colour of each site.
     *
     * @throws ModelException unless the classes name every site exactly once
     */
    public static int[] colours(EnergyModel model, int[][] classes) {
        if (Arrays.asList(classes).contains(null)) {
            throw new ModelException(ModelCalls.nameOf(model) + ": must not be null: a class of colouring()", null);
        }
        int n = model.dimension();
        int[] colour = new int[n];
        Arrays.fill(colour, -1);
        int named = 0;
        for (int c = 0; c < classes.length; c++) {
            for (int site : classes[c]) {
                if (site >= 0 && site < n && colour[site] < 0) {
                    colour[site] = c;
                    named++;
                }
            }
        }
        if (named != n || Arrays.stream(classes).mapToInt(sites -> sites.length).sum() != n) {
            throw new ModelException(ModelCalls.nameOf(model) + ": colouring must name every site exactly once", null);
        }
        return colour;
    }

    /**
     * Checks that the flip of a site changes the log-ratio of no other site of its colour. It flips every site once, so
     * it costs about as much as a sweep in which all sites flip.
     *
     * @param tracker at a possible state, which this changes
     * @throws ModelException with the first pair of sites that touch each other
     */
    public static void checkApart(EnergyModel model, LocalEnergyModel.Tracker tracker, int[] colour) {
        int n = colour.length;
        int[] touched = new int[n];
        for (int site = 0; site < n; site++) {
            int m = TouchedSites.checked("flip()", tracker.flip(site, touched), touched, n);
            int count = m == LocalEnergyModel.Tracker.ALL_SITES ? n : m;
            for (int k = 0; k < count; k++) {
                int other = m == LocalEnergyModel.Tracker.ALL_SITES ? k : touched[k];
                if (other != site && colour[other] == colour[site]) {
                    throw new ModelException(
                            ModelCalls.nameOf(model) + ": colouring puts sites " + site + " and " + other
                                    + " in one class, but one touches the other",
                            null);
                }
            }
        }
    }
}
