package dev.lbp.bench.cli;

import dev.lbp.FactorisedBuilder;
import dev.lbp.PasBuilder;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.internal.Check;
import dev.lbp.proposal.WeightFunction;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose a sampler. An option that the chosen sampler does not use is refused, not ignored. */
final class SamplerOptions {

    enum Method {
        LBP,
        PAS,
        GWG,
        RWM,
        DLMC,
        DMALA,
        GIBBS,
        BLOCKGIBBS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    enum Weight {
        SQRT(WeightFunction.SQRT),
        BARKER(WeightFunction.BARKER),
        MIN(WeightFunction.MIN),
        MAX(WeightFunction.MAX);

        final WeightFunction function;

        Weight(WeightFunction function) {
            this.function = function;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The order of the sites in Gibbs sampling. */
    enum Scan {
        COLOURED,
        ORDERED,
        RANDOM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** What a target offers to samplers. */
    enum Form {
        /** Local ratios, as an instance has. */
        LOCAL(""),
        /** A second layer that can be drawn at once. */
        RBM("--rbm"),
        /** Scores and gradients alone. */
        NETWORK("--net"),
        /** Moves of its own. */
        MOVES("--assignment or --matching");

        /** The options of the target, in messages. */
        private final String options;

        Form(String options) {
            this.options = options;
        }
    }

    /** The samplers that can keep the number of ones. */
    private static final Set<Method> KEEPING_ONES = EnumSet.of(Method.LBP, Method.PAS, Method.RWM);

    /** The samplers that can make some of their steps swaps. */
    private static final Set<Method> SWAPPING = EnumSet.of(Method.LBP, Method.GWG, Method.RWM);

    /** The samplers that weigh flips. */
    private static final Set<Method> WEIGHTED =
            EnumSet.of(Method.LBP, Method.PAS, Method.GWG, Method.DLMC, Method.DMALA);

    /** At most one of the two. */
    static final class Scale {

        @Option(
                names = "--target",
                paramLabel = "RATE",
                description =
                        "Acceptance rate to tune the scale for. Default: 0.574, most effective samples per step; rwm"
                                + " 0.234. Of most per second on an Ising model or a QUBO: 0.85; rwm 0.5.")
        @Nullable Double target;

        @Option(
                names = "--scale",
                paramLabel = "R",
                description =
                        "Sites drawn by each step, fixed; an even number is reducible for lbp and rwm. For dlmc and dmala the"
                                + " time step, in [1e-6, 1e6].")
        @Nullable Double fixed;
    }

    @Mixin
    private final SamplerName name;

    @Option(
            names = "--weight",
            paramLabel = "NAME",
            description =
                    "Weight of a flip or move: ${COMPLETION-CANDIDATES}; of dlmc and dmala sqrt or barker. Default: barker.")
    private @Nullable Weight weight;

    @ArgGroup
    private @Nullable Scale scale;

    @Option(
            names = "--swaps",
            paramLabel = "P",
            description =
                    "Probability that a step is a swap, a one for a zero drawn by their probabilities, for lbp, gwg and rwm on Ising"
                            + " models and QUBOs; in [0, 1). Default: 0.")
    private @Nullable Double swaps;

    @Option(
            names = "--scan",
            paramLabel = "NAME",
            description =
                    "Order of the sites, for gibbs: ${COMPLETION-CANDIDATES}. Default: coloured, where the target has a"
                            + " colouring; else ordered.")
    private @Nullable Scan scan;

    /** @param name how the sampler is named */
    SamplerOptions(SamplerName name) {
        this.name = name;
    }

    /** Refuses a fixed number of ones if the sampler of bits changes it. */
    void checkKeepsOnes(int ones) {
        Method chosen = chosen(Form.LOCAL);
        Check.that(KEEPING_ONES.contains(chosen), "be left out with --sampler " + chosen, "--ones", "" + ones);
    }

    /** Refuses contradictions between options, and between the sampler and the target. */
    void check(Form form, double beta) {
        Method chosen = chosen(form);
        boolean weighted = WEIGHTED.contains(chosen);
        boolean batched = form == Form.RBM || form == Form.NETWORK;
        Check.that(
                form != Form.MOVES || chosen == Method.PAS || chosen == Method.RWM,
                "be pas or rwm with " + form.options,
                "--sampler",
                "" + chosen);
        Check.that(
                chosen != Method.PAS || !batched,
                "be left out with " + form.options + ", which has no local ratios",
                "--sampler",
                "pas");
        @Nullable Integer path = name.path();
        Check.that(path == null || chosen == Method.PAS, "be left out with --sampler " + chosen, "--path", "" + path);
        if (path != null) {
            Check.sites("--path", path);
        }
        checkSwaps(form, chosen);
        Check.that(weight == null || weighted, "be left out with --sampler " + chosen, "--weight", "" + weight);
        Check.that(scan == null || chosen == Method.GIBBS, "be left out with --sampler " + chosen, "--scan", "" + scan);
        Check.that(
                scan != Scan.COLOURED || !batched,
                "be ordered or random with " + form.options + ", whose sites have no colouring",
                "--scan",
                "" + scan);
        if (scale != null) {
            boolean scaled = chosen != Method.GIBBS && chosen != Method.BLOCKGIBBS && chosen != Method.PAS;
            boolean fixed = scale.fixed != null;
            Check.that(
                    scaled,
                    "be left out with --sampler " + chosen,
                    fixed ? "scale" : "target",
                    fixed ? String.valueOf(scale.fixed) : String.valueOf(scale.target));
        }
        if (chosen == Method.BLOCKGIBBS) {
            Check.that(form == Form.RBM, "be used for an RBM alone", "--sampler", "" + chosen);
            Check.that(beta == 1.0, "be 1 with --sampler blockgibbs", "beta", beta);
        }
    }

    private void checkSwaps(Form form, Method chosen) {
        if (swaps != null) {
            String value = String.valueOf(swaps);
            Check.that(SWAPPING.contains(chosen), "be left out with --sampler " + chosen, "--swaps", value);
            Check.that(form == Form.LOCAL, "be left out with " + form.options, "--swaps", value);
            Check.that(swaps >= 0.0 && swaps < 1.0, "be in [0, 1)", "--swaps", value);
        }
    }

    /** The sampler that was chosen, or the default one. */
    private Method chosen(Form form) {
        @Nullable Method method = name.method();
        if (method == null) {
            return form == Form.MOVES ? Method.PAS : Method.LBP;
        }
        return method;
    }

    /** Whether parallel tempering can use the sampler. */
    boolean canBeTempered(Form form) {
        return chosen(form) != Method.BLOCKGIBBS;
    }

    /** The sampler for a target. */
    Sampler sampler(Form form) {
        return switch (chosen(form)) {
            case LBP -> scaled(weighted(Samplers.lbp())).build();
            case PAS -> pas();
            case GWG -> scaled(weighted(Samplers.gwg())).build();
            case RWM -> scaled(Samplers.rwm()).build();
            case DLMC -> factorised(Samplers.dlmc()).build();
            case DMALA -> factorised(Samplers.dmala()).build();
            case GIBBS -> gibbs();
            case BLOCKGIBBS -> Samplers.blockGibbs().build();
        };
    }

    private Sampler pas() {
        PasBuilder builder = Samplers.pas();
        @Nullable Integer path = name.path();
        PasBuilder weighted = weight == null ? builder : builder.weight(weight.function);
        return path == null ? weighted.build() : weighted.path(path).build();
    }

    private Sampler gibbs() {
        Samplers.Gibbs builder = Samplers.gibbs();
        if (scan == Scan.ORDERED) {
            builder.inOrder();
        } else if (scan == Scan.RANDOM) {
            builder.randomScan();
        }
        return builder.build();
    }

    private <B extends Samplers.InformedBuilder<B>> B weighted(B builder) {
        return weight == null ? builder : builder.weight(weight.function);
    }

    private FactorisedBuilder factorised(FactorisedBuilder builder) {
        FactorisedBuilder weighted = weight == null ? builder : builder.weight(weight.function);
        if (scale != null && scale.target != null) {
            return weighted.adaptive(scale.target);
        }
        return scale != null && scale.fixed != null ? weighted.scale(scale.fixed) : weighted;
    }

    private <B extends Samplers.ScaledBuilder<B>> B scaled(B unscaled) {
        B builder = swaps == null ? unscaled : unscaled.swaps(swaps);
        if (scale != null && scale.target != null) {
            return builder.adaptive(scale.target);
        }
        return scale != null && scale.fixed != null ? builder.scale(scale.fixed) : builder;
    }
}
