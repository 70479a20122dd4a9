package dev.lbp;

import java.util.Arrays;
import java.util.Locale;

/** Gibbs sampling by systematic scan, coloured where the model gives a colouring. A step is one sweep over all free sites. */
final class GibbsSampler extends Sampler {

    private static final long serialVersionUID = 1L;

    @Override
    Ensemble ensemble(EnergyModel model, Start start, WorkerPool pool) {
        if (!(model instanceof LocalEnergyModel local)) {
            return new BatchGibbs(model, start, pool);
        }
        int[][] classes = classes(local, start);
        return LocalEnsemble.of(model, start.chains(), c -> new LocalGibbs(local, start, c, classes), pool);
    }

    /** The free sites by colour; each alone if the model knows no colouring. */
    private static int[][] classes(LocalEnergyModel model, Start start) {
        int[][] colouring = model.colouring();
        if (colouring.length == 0) {
            return Arrays.stream(start.freeSites())
                    .mapToObj(site -> new int[] {site})
                    .toArray(int[][]::new);
        }
        colours(model, colouring);
        boolean[] frozen = start.frozenMask();
        return Arrays.stream(colouring)
                .map(sites -> Arrays.stream(sites).filter(site -> !frozen[site]).toArray())
                .filter(sites -> sites.length > 0)
                .toArray(int[][]::new);
    }

    /**
     * The colour of each site.
     *
     * @throws ModelException unless the classes name every site exactly once
     */
    static int[] colours(LocalEnergyModel model, int[][] classes) {
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
            throw new ModelException(model.name() + ": colouring must name every site exactly once", null);
        }
        return colour;
    }

    @Override
    String pace(double scale, double acceptanceRate) {
        return String.format(Locale.ROOT, "sweeps of %.0f sites", scale);
    }

    @Override
    String describe() {
        return "Gibbs, systematic scan";
    }
}
