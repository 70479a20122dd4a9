package dev.lbp.runtime.engine.sweep;

import dev.lbp.internal.Answers;
import dev.lbp.internal.Check;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Choice;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.LocalEnsemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.words.WordEnsemble;
import dev.lbp.runtime.model.Colourings;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Updates of single sites, by Gibbs or Metropolis. A step is one sweep over all free sites; with random scan it has as
 * many updates as there are free sites. The sites of a {@link CategoricalModel} are updated one by one.
 *
 * @param mix how often steps are of other kinds
 */
public record SweepMethod(Sweeps sweeps, Scan scan, SiteSkipping skipping, StepMix mix) implements Method {

    /** Bytes per site: of the order, and for each rate that is tried of a place in the order and a log-ratio. */
    private static final int SKIPPING_BYTES =
            Integer.BYTES + SkippingChoice.RATES.length * (Integer.BYTES + Double.BYTES);

    /** Refuses combinations of scan, skipping and jumps that do not exist. */
    public SweepMethod {
        Check.that(scan != Scan.RANDOM || !skipping.on(), "be left out with randomScan()", "thinned", "true");
        Check.that(scan != Scan.IN_BLOCKS || !skipping.on(), "be left out with inBlocks()", "thinned", "true");
        Check.that(scan != Scan.IN_BLOCKS || mix.q() == null, "be left out with inBlocks()", "jumps", mix.jumps());
    }

    @Override
    public Abilities abilities() {
        return mix.restrict(Abilities.of(Ability.MOVES, Ability.TEMPERING)
                .without(
                        Ability.MOVES,
                        skipping.on()
                                ? "be without thinned() for a model with its own moves, whose sites are not bits"
                                : inBlocks()
                                        ? "be without inBlocks() for a model with its own moves, whose sites are not bits"
                                        : "")
                .without(
                        Ability.TEMPERING,
                        inBlocks() ? "inBlocks() has all threads at one chain, and a ladder has many chains" : "")
                .without(Ability.ONES, "it updates one site at a time"));
    }

    @Override
    public void checkFits(EnergyModel model) {
        Check.that(
                sweeps == Sweeps.GIBBS || model instanceof LocalEnergyModel,
                "be a LocalEnergyModel for Metropolis sweeps, which score one site at a time; use lbp(), rwm() or gibbs()",
                "model",
                ModelCalls.nameOf(model));
        Check.that(
                !skipping.on() || (model instanceof LocalEnergyModel && model.exactFlips()),
                "be a LocalEnergyModel with exact log-ratios for thinned sweeps",
                "model",
                ModelCalls.nameOf(model));
        if (inBlocks()) {
            Check.that(
                    model instanceof LocalEnergyModel local
                            && model.exactFlips()
                            && ModelCalls.call(model, "siteRatios()", local::siteRatios)
                                    .isPresent(),
                    "be a LocalEnergyModel with exact siteRatios() for inBlocks()",
                    "model",
                    ModelCalls.nameOf(model));
        }
        mix.checkFits(model);
    }

    private boolean inBlocks() {
        return scan == Scan.IN_BLOCKS;
    }

    /**
     * Makes chains whose sweeps use all threads, chains that share words, or others, as the settings and the model
     * allow.
     */
    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
        if (inBlocks()) {
            return blockChains((LocalEnergyModel) model, start, pool, SiteBlocks.SITES, BlockStreams::seeded);
        }
        Ensemble<byte[]> words = model instanceof LocalEnergyModel local ? wordChains(local, start, pool) : null;
        // null: the model or the settings do not allow 64 chains in one word
        return words == null ? Method.super.ensemble(model, start, pool) : words;
    }

    /**
     * Makes chains that share words, 64 to a word (see {@link WordEnsemble}), if the run has enough chains and the
     * model and the settings allow it; else returns null.
     */
    private @Nullable Ensemble<byte[]> wordChains(LocalEnergyModel model, BitStart start, WorkerPool pool) {
        boolean fixedRate = skipping.on() && !skipping.isChosen();
        if (start.chainsOfRun() < Long.SIZE || scan == Scan.RANDOM || fixedRate || mix.hasJumps() || mix.hasSwaps()) {
            return null;
        }
        int[] order = Arrays.stream(classesInOrder(model, start))
                .flatMapToInt(Arrays::stream)
                .toArray();
        Ensemble<byte[]> words = WordEnsemble.of(model, start, order, sweeps.probabilities(), pool)
                .orElse(null);
        if (words != null && skipping.on()) {
            SweepMethod method = new SweepMethod(sweeps, scan, SiteSkipping.NONE, mix);
            words.setChoice(Choice.of(method, "a rule: exact log-ratios of single flips, of few sizes"));
        }
        return words;
    }

    /** The classes of sites that a sweep updates one after another. */
    private int[][] classesInOrder(LocalEnergyModel model, BitStart start) {
        return scan == Scan.COLOURED ? classes(model, start) : oneByOne(start);
    }

    /**
     * Makes chains whose sweeps use all threads.
     *
     * @param mostSites the largest number of sites in a block
     */
    Ensemble<byte[]> blockChains(
            LocalEnergyModel model, BitStart start, WorkerPool pool, int mostSites, Supplier<BlockStreams> streams) {
        int[][] colouring = ModelCalls.call(model, "colouring()", model::colouring);
        Check.that(
                colouring.length > 0,
                "have a colouring for inBlocks(), which decides sites of one colour at once",
                "model",
                ModelCalls.nameOf(model));
        int[] colours = Colourings.colours(model, colouring);
        checkApart(model, start, colours);
        SiteBlocks blocks = new SiteBlocks(freeSites(colouring, start), mostSites);
        return LocalEnsemble.inTurn(
                model,
                start.rowNames(),
                (target, c) -> new BlockSweepChain(target, start, c, sweeps, blocks, streams.get(), pool),
                pool);
    }

    /** Checks, by a tracker at the first chain's state, that sites of one colour do not touch each other. */
    private static void checkApart(LocalEnergyModel model, BitStart start, int[] colours) {
        try {
            LocalEnergyModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
            ModelCalls.reset(tracker, start.state(0));
            Colourings.checkApart(model, tracker, colours);
        } catch (Throwable e) {
            throw ModelCalls.failure(model, "the check of colouring()", e);
        }
    }

    @Override
    public Ensemble<byte[]> batchedChains(EnergyModel model, BitStart start, WorkerPool pool) {
        return BatchGibbsEnsemble.of(model, start, this, pool);
    }

    /** Makes chains of random scan, of sweeps that skip sites, or of plain sweeps. */
    @Override
    public LocalEnsemble.ChainFactory<LocalEnergyModel, byte[]> localChains(LocalEnergyModel model, BitStart start) {
        if (scan == Scan.RANDOM) {
            int[] sites = start.freeSites();
            return (target, c) -> new RandomScanChain(target, start, c, sweeps, sites, mix);
        }
        int[][] classes = classesInOrder(model, start);
        return skipping.on()
                ? (target, c) -> new SkippingChain(target, start, c, sweeps, classes, skipping, mix)
                : (target, c) -> new SweepChain(target, start, c, sweeps, classes, mix);
    }

    /** Refuses models whose labels are not all values of all sites: then a site has no conditional distribution. */
    @Override
    public void checkFits(MoveModel model) {
        Method.super.checkFits(model);
        Check.that(
                model instanceof CategoricalModel,
                "be a CategoricalModel for " + sweeps.title + ", whose sites take any value; use pas() or rwm()",
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
    public LocalEnsemble.ChainFactory<MoveModel, int[]> moveChains(ValueStart start) {
        // checkFits() has refused models of all other kinds
        return (target, c) ->
                new CategoricalSweepChain((CategoricalModel) target, start, c, sweeps, scan == Scan.RANDOM);
    }

    @Override
    public int bytesPerMove() {
        return Integer.BYTES;
    }

    /** The free sites in ascending order, each as a class of its own. */
    private static int[][] oneByOne(BitStart start) {
        return Arrays.stream(start.freeSites())
                .mapToObj(site -> new int[] {site})
                .toArray(int[][]::new);
    }

    /** The free sites of each colour; each site alone if the model has no colouring. */
    private static int[][] classes(LocalEnergyModel model, BitStart start) {
        int[][] colouring = ModelCalls.call(model, "colouring()", model::colouring);
        if (colouring.length == 0) {
            return oneByOne(start);
        }
        Colourings.colours(model, colouring);
        return freeSites(colouring, start);
    }

    /** The free sites of each class, without empty classes. */
    private static int[][] freeSites(int[][] colouring, BitStart start) {
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
    public int bytesPerSite() {
        int order = inBlocks() ? Integer.BYTES : 0;
        return order + mix.bytesPerSite() + (skipping.on() ? SKIPPING_BYTES : 0);
    }

    @Override
    public boolean sharesSteps() {
        return inBlocks();
    }

    /** A sweep counts as accepted, whatever its sites do; only a jump can be rejected. */
    @Override
    public boolean rejects() {
        return mix.hasJumps();
    }

    @Override
    public boolean hasScale() {
        return false;
    }

    @Override
    public String describe() {
        return mix.describe(skipping.describe(sweeps.title + ", " + scan.title));
    }

    @Override
    public void identify(Map<String, String> entries) {
        mix.identify(entries);
    }
}
