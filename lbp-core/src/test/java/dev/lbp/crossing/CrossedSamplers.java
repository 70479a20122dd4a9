package dev.lbp.crossing;

import dev.lbp.FairBits;
import dev.lbp.Samplers;
import dev.lbp.continuous.WideNormal;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/**
 * Every sampler of the library. A name is the call that makes the sampler: the factory of {@link Samplers}, then the
 * setters of its builder. {@link CrossingListTest} fails if a factory or a setter is in no name.
 */
final class CrossedSamplers {

    private final Map<String, IntFunction<Object>> samplers = new LinkedHashMap<>();

    private CrossedSamplers() {}

    /**
     * The steps of a short warm-up. Those of {@code auto()} are enough for its trial on a layered model, which has five
     * candidates.
     */
    static int warmUp(String name) {
        return name.equals("auto") ? 81 : 31;
    }

    /** Whether a sampler sweeps over single sites on some models, so that its chains may share words. */
    static boolean sweeps(String name) {
        return Stream.of("auto", "gibbs", "metropolis").anyMatch(name::startsWith);
    }

    /** Samplers by name, each made for a number of sites. */
    static Map<String, IntFunction<Object>> all() {
        CrossedSamplers all = new CrossedSamplers();
        all.addPaths();
        all.addOthers();
        all.addReals();
        return all.samplers;
    }

    private void add(String name, IntFunction<Object> sampler) {
        samplers.put(name, sampler);
    }

    private void addPaths() {
        add("auto", n -> Samplers.auto().build());
        add("lbp", n -> Samplers.lbp().build());
        add(
                "lbp.weight.scale",
                n -> Samplers.lbp()
                        .weight(WeightFunction.SQRT)
                        .scale(ScaleController.grid(1, 2.5, 3))
                        .build());
        add("lbp.swaps", n -> Samplers.lbp().swaps(0.3).build());
        add("lbp.jumps", n -> Samplers.lbp().jumps(new FairBits(n), 0.3).build());
        add("gwg.adaptive", n -> Samplers.gwg().adaptive(0.5).build());
        add("rwm", n -> Samplers.rwm().build());
        add("rwm.scale", n -> Samplers.rwm().scale(1).build());
        add("dlmc", n -> Samplers.dlmc().build());
        add(
                "dmala.weight.adaptive",
                n -> Samplers.dmala().weight(WeightFunction.SQRT).adaptive(0.5).build());
        add("dlmc.scale", n -> Samplers.dlmc().scale(0.8).build());
        add("pas", n -> Samplers.pas().build());
        add(
                "pas.weight.path",
                n -> Samplers.pas().weight(WeightFunction.SQRT).path(3).build());
    }

    private void addOthers() {
        add("multipleTry", n -> Samplers.multipleTry(3).build());
        add(
                "multipleTry.weight",
                n -> Samplers.multipleTry(3).weight(WeightFunction.SQRT).build());
        add("multipleTry.plain", n -> Samplers.multipleTry(3).plain().build());
        add("gibbs", n -> Samplers.gibbs().build());
        add(
                "gibbs.inOrder.thinned",
                n -> Samplers.gibbs().inOrder().thinned(0.3).build());
        add("gibbs.randomScan", n -> Samplers.gibbs().randomScan().build());
        add("gibbs.jumps", n -> Samplers.gibbs().jumps(new FairBits(n), 0.3).build());
        add("metropolis", n -> Samplers.metropolis().build());
        add("metropolis.thinned", n -> Samplers.metropolis().thinned().build());
        add("metropolis.inBlocks", n -> Samplers.metropolis().inBlocks().build());
        add("hammingBall.block", n -> Samplers.hammingBall(2).block(3).build());
        add(
                "hammingBall.jumps",
                n -> Samplers.hammingBall(1).jumps(new FairBits(n), 0.3).build());
        add("swendsenWang", n -> Samplers.swendsenWang().build());
        add("wolff", n -> Samplers.wolff().build());
        add("blockGibbs", n -> Samplers.blockGibbs().build());
        add("independent(StateDistribution)", n -> Samplers.independent(new FairBits(n)));
    }

    private void addReals() {
        add("mala", n -> Samplers.mala().build());
        add("mala.scale", n -> Samplers.mala().scale(0.5).build());
        add("barker.diagonal", n -> Samplers.barker().diagonal().build());
        add("barker.bimodal", n -> Samplers.barker().bimodal().build());
        add(
                "continuous.weight.adaptive",
                n -> Samplers.continuous()
                        .weight(WeightFunction.MIN)
                        .adaptive(0.4)
                        .build());
        add("continuous.randomWalk", n -> Samplers.continuous().randomWalk().build());
        add("independent(RealDistribution)", n -> Samplers.independent(new WideNormal(1.0, 1.5, n)));
    }
}
