package dev.lbp;

import java.util.Arrays;

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

    private static int[][] classes(LocalEnergyModel model, Start start) {
        int[][] colouring = model.colouring();
        if (colouring.length == 0) {
            return Arrays.stream(start.freeSites())
                    .mapToObj(site -> new int[] {site})
                    .toArray(int[][]::new);
        }
        boolean[] seen = new boolean[start.dimension()];
        for (int[] sites : colouring) {
            for (int site : sites) {
                if (site < 0 || site >= seen.length || seen[site]) {
                    throw new ModelException(model.name() + ": must name every site exactly once: colouring", null);
                }
                seen[site] = true;
            }
        }
        for (boolean named : seen) {
            if (!named) {
                throw new ModelException(model.name() + ": must name every site exactly once: colouring", null);
            }
        }
        boolean[] frozen = start.frozenMask();
        return Arrays.stream(colouring)
                .map(sites -> Arrays.stream(sites).filter(site -> !frozen[site]).toArray())
                .filter(sites -> sites.length > 0)
                .toArray(int[][]::new);
    }

    @Override
    String describe() {
        return "Gibbs, systematic scan";
    }
}
