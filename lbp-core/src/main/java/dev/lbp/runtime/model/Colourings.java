package dev.lbp.runtime.model;

import dev.lbp.target.EnergyModel;
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
}
