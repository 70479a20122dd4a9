package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.runtime.model.Colourings;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.Locale;

/**
 * Gibbs sampling, site by site. A step is one sweep over all free sites; with random scan it has as many updates as there are
 * free sites. Sites of C values, of a {@link CategoricalModel}, are updated one by one: a colouring would not change the law.
 */
public record GibbsMethod(Scan scan) implements Method {

    /** The order of the updates. */
    public enum Scan {
        /** Class by class of the model's colouring; in ascending order if it has none. */
        COLOURED("systematic scan"),
        /** In ascending order. */
        IN_ORDER("systematic scan in order of sites"),
        /** Uniformly drawn, with replacement. */
        RANDOM("random scan");

        private final String title;

        Scan(String title) {
            this.title = title;
        }
    }

    @Override
    public String changesOnes() {
        return "it updates one site at a time";
    }

    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, Start start, WorkerPool pool) {
        if (!(model instanceof LocalEnergyModel local)) {
            return new BatchGibbsEnsemble(model, start, scan == Scan.RANDOM, pool);
        }
        return LocalEnsemble.of(local, start.rowNames(), localChains(local, start), pool);
    }

    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, Start start) {
        if (scan == Scan.RANDOM) {
            int[] sites = start.freeSites();
            return (target, c) -> new RandomScanChain(target, start, c, sites);
        }
        int[][] classes = scan == Scan.COLOURED ? classes(model, start) : oneByOne(start);
        return (target, c) -> new SweepChain(target, start, c, classes);
    }

    @Override
    public void checkFits(MoveModel model) {
        Check.that(
                model instanceof CategoricalModel,
                "be a CategoricalModel for Gibbs, whose sites take any value; use pas() or rwm()",
                "model",
                ModelCalls.nameOf(model));
        long labels = (long) ModelCalls.dimensionOf(model) * ModelCalls.valuesOf(model);
        Check.that(
                ModelCalls.movesOf(model) == labels,
                "be N * C = " + labels + " for a CategoricalModel",
                "model.moves()",
                ModelCalls.movesOf(model));
    }

    @Override
    public Ensemble<int[]> ensemble(MoveModel model, MoveStart start, WorkerPool pool) {
        checkFits(model);
        return LocalEnsemble.of(
                (CategoricalModel) model,
                start.rowNames(),
                (target, c) -> new CategoricalGibbsChain(target, start, c, scan == Scan.RANDOM),
                pool);
    }

    @Override
    public int bytesPerMove() {
        return Integer.BYTES;
    }

    private static int[][] oneByOne(Start start) {
        return Arrays.stream(start.freeSites())
                .mapToObj(site -> new int[] {site})
                .toArray(int[][]::new);
    }

    /** The free sites by colour; each alone if the model has no colouring. */
    private static int[][] classes(LocalEnergyModel model, Start start) {
        int[][] colouring = ModelCalls.call(model, "colouring()", model::colouring);
        if (colouring.length == 0) {
            return oneByOne(start);
        }
        Colourings.colours(model, colouring);
        boolean[] frozen = start.frozenMask();
        return Arrays.stream(colouring)
                .map(sites -> Arrays.stream(sites).filter(site -> !frozen[site]).toArray())
                .filter(sites -> sites.length > 0)
                .toArray(int[][]::new);
    }

    @Override
    public String pace(double scale, double acceptanceRate) {
        return String.format(
                Locale.ROOT,
                scan == Scan.RANDOM ? "%.0f updates of random sites a step" : "sweeps of %.0f sites",
                scale);
    }

    @Override
    public String untempered() {
        return "";
    }

    @Override
    public int bytesPerSite() {
        return 0;
    }

    @Override
    public boolean rejects() {
        return false;
    }

    @Override
    public String describe() {
        return "Gibbs, " + scan.title;
    }
}
