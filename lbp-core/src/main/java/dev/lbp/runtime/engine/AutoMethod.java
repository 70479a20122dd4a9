package dev.lbp.runtime.engine;

import dev.lbp.internal.Check;
import dev.lbp.internal.kernel.DlmcProposal;
import dev.lbp.internal.kernel.FlipWeightKernel.Form;
import dev.lbp.internal.kernel.ReplacementProposal;
import dev.lbp.proposal.FixedScale;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.runtime.engine.ChoosingEnsemble.Candidate;
import dev.lbp.runtime.engine.chain.Abilities;
import dev.lbp.runtime.engine.chain.Abilities.Ability;
import dev.lbp.runtime.engine.chain.Choice;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.Method;
import dev.lbp.runtime.engine.chain.MetropolisMove;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.cluster.ClusterMethod;
import dev.lbp.runtime.engine.metropolis.MetropolisMethod;
import dev.lbp.runtime.engine.path.PathMethod;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.ValueStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.sweep.BlockGibbsMethod;
import dev.lbp.runtime.engine.sweep.Scan;
import dev.lbp.runtime.engine.sweep.SiteSkipping;
import dev.lbp.runtime.engine.sweep.SweepMethod;
import dev.lbp.runtime.engine.sweep.Sweeps;
import dev.lbp.runtime.model.AnnealedModel;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.CategoricalModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LayeredModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import dev.lbp.theory.OptimalScaling;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses a method for a model. If the model is scored as a whole, the chains try several methods in warm-up, see
 * {@link ChoosingEnsemble}. For any other model a rule chooses before the first step. No choice depends on measured
 * time, so a seed gives the same draws on every machine.
 *
 * <p>A ferromagnet without fields, near its transition temperature or below, gets Swendsen-Wang, see {@link
 * ClusterMethod#pays}. Other local models get Metropolis sweeps: no method had more effective samples per CPU second
 * beyond the error, on sparse or on dense couplings (docs/results/auto.md).
 */
public record AutoMethod() implements Method {

    /** The acceptance rate with most effective samples of DLMC per evaluation; 0.6 to 0.7 give about as many. */
    private static final double DLMC_ACCEPTANCE = 0.65;

    /** The method for a model with its own moves whose sites have no conditionals: paths of 25 or 26 moves. */
    private static final PathMethod PAS =
            new PathMethod(new ReplacementProposal(), WeightFunction.BARKER, new FixedScale(25.5));

    private static final ClusterMethod CLUSTERS = new ClusterMethod(ClusterMethod.Kind.ALL);

    private static final Choice CLUSTER_CHOICE =
            Choice.of(CLUSTERS, "a rule: a ferromagnet without fields, whose pairs join large clusters");

    private static final MetropolisMethod LBP = lbp(WeightFunction.BARKER);

    /** The candidates for a model that is scored as a whole. Chains without a trial use the first. */
    private static final List<MetropolisMethod> CANDIDATES =
            List.of(LBP, lbp(WeightFunction.SQRT), dlmc(Form.SQRT), dlmc(Form.BARKER));

    private static MetropolisMethod lbp(WeightFunction weight) {
        ScaleController controller = ScaleController.logScale(OptimalScaling.LBP_ACCEPTANCE);
        return MetropolisMethod.lbp(weight, controller, StepMix.MOVES);
    }

    /** DLMC with flip probabilities of one form of weights, whose scale adapts to {@link #DLMC_ACCEPTANCE}. */
    private static MetropolisMethod dlmc(Form form) {
        WeightFunction weight = form == Form.SQRT ? WeightFunction.SQRT : WeightFunction.BARKER;
        ScaleController controller = ScaleController.logScale(DLMC_ACCEPTANCE);
        return new MetropolisMethod("DLMC", new MetropolisMove(new DlmcProposal(form), weight, controller));
    }

    @Override
    public Abilities abilities() {
        return Abilities.of(Ability.MOVES, Ability.CATEGORIES, Ability.ONES)
                .without(
                        Ability.TEMPERING,
                        "auto() chooses for one temperature; use lbp(), dlmc(), gibbs() or metropolis()");
    }

    /** Refuses a model that is annealed: its chains take one step at each temperature, without warm-up. */
    @Override
    public void checkFits(EnergyModel model) {
        Check.that(
                !(model instanceof AnnealedModel),
                "be another sampler for annealed importance sampling, which has no warm-up to choose in; use lbp()",
                "sampler",
                describe());
    }

    /** Chooses by a rule for a local model; the chains of a batched model try the candidates in warm-up. */
    @Override
    public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
        if (model instanceof LocalEnergyModel local) {
            boolean clusters = !start.fixesOnes() && start.free() == null && CLUSTERS.pays(model);
            Choice choice = clusters ? CLUSTER_CHOICE : chooseForLocal(local, start.fixesOnes());
            Ensemble<byte[]> ensemble = choice.method().ensemble(model, start, pool);
            return ensemble.choice().isPresent() ? ensemble : ensemble.setChoice(choice);
        }
        return ChoosingEnsemble.ofBits(model, start, candidates(model, start), pool);
    }

    /**
     * The methods that chains of a batched model try. DLMC and block Gibbs flip each site by itself, so cannot keep
     * the number of ones.
     */
    private static List<Candidate> candidates(EnergyModel model, BitStart start) {
        List<MetropolisMethod> informed = start.fixesOnes() ? CANDIDATES.subList(0, 2) : CANDIDATES; // the two of LBP
        List<Candidate> candidates =
                new ArrayList<>(informed.stream().map(Candidate::of).toList());
        if (model instanceof LayeredModel && !start.fixesOnes()) {
            candidates.add(new Candidate(new BlockGibbsMethod(), BlockGibbsMethod.move(start), "block Gibbs"));
        }
        return candidates;
    }

    /** Chooses coloured Metropolis sweeps if log-ratios are exact, so that sites have conditionals; else LBP. */
    private static Choice chooseForLocal(LocalEnergyModel model, boolean fixesOnes) {
        boolean costGrows = ModelCalls.call(model, "costGrowsWithFlips()", model::costGrowsWithFlips);
        boolean exact = ModelCalls.call(model, "exactFlips()", model::exactFlips);
        if (exact && !fixesOnes) {
            return Choice.of(
                    sweeps(costGrows ? SiteSkipping.CHOSEN : SiteSkipping.NONE),
                    costGrows
                            ? "a rule: exact log-ratios of single flips"
                            : "a rule: a plain function, scored once for each flip");
        }
        double target = costGrows ? OptimalScaling.LBP_LOCAL_ACCEPTANCE : OptimalScaling.LBP_ACCEPTANCE;
        return Choice.of(
                MetropolisMethod.lbp(WeightFunction.BARKER, ScaleController.logScale(target), StepMix.MOVES),
                fixesOnes
                        ? "a rule: sweeps of single sites cannot keep the number of ones"
                        : "a rule: log-ratios of first order are no conditionals");
    }

    private static Method sweeps(SiteSkipping skipping) {
        return new SweepMethod(Sweeps.METROPOLIS, Scan.COLOURED, skipping, StepMix.MOVES);
    }

    @Override
    public Ensemble<int[]> ensemble(MoveModel model, ValueStart start, WorkerPool pool) {
        Choice choice = CLUSTERS.pays(model) ? CLUSTER_CHOICE : chooseForMoves(model);
        return choice.method().ensemble(model, start, pool).setChoice(choice);
    }

    /** Chooses sweeps if every label is a value of a site, since sites then have conditionals; else paths. */
    private static Choice chooseForMoves(MoveModel model) {
        long labels = (long) ModelCalls.dimensionOf(model) * ModelCalls.valuesOf(model);
        if (model instanceof CategoricalModel && ModelCalls.movesOf(model) == labels) {
            return Choice.of(sweeps(SiteSkipping.NONE), "a rule: sites of a CategoricalModel have conditionals");
        }
        return Choice.of(PAS, "a rule: the moves of a MoveModel can be weighed");
    }

    /** Makes chains that try the candidates in warm-up, each for sites of C values. */
    @Override
    public Ensemble<int[]> ensemble(CategoricalEnergyModel model, ValueStart start, WorkerPool pool) {
        List<Candidate> candidates = CANDIDATES.stream()
                .map(MetropolisMethod::ofValues)
                .map(Candidate::of)
                .toList();
        return ChoosingEnsemble.ofValues(model, start, candidates, pool);
    }

    /** The bytes per site of the method that needs the most, of all methods that may be chosen. */
    @Override
    public int bytesPerSite() {
        int ofSweeps = sweeps(SiteSkipping.CHOSEN).bytesPerSite();
        return CANDIDATES.stream().mapToInt(Method::bytesPerSite).reduce(ofSweeps, Math::max);
    }

    @Override
    public int bytesPerMove() {
        return PAS.bytesPerMove();
    }

    @Override
    public String describe() {
        return "auto";
    }

    @Override
    public boolean usesLogRatios() {
        return true;
    }
}
