package dev.lbp.bench.cli;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.internal.Check;
import dev.lbp.proposal.WeightFunction;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that choose a sampler. An option that the chosen sampler does not use is refused, not ignored. */
final class SamplerOptions {

    enum Method {
        LBP,
        GWG,
        RWM,
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
                description = "Sites drawn by each step, fixed; an even number is reducible for lbp and rwm.")
        @Nullable Integer fixed;
    }

    @Option(
            names = "--sampler",
            paramLabel = "NAME",
            description = "${COMPLETION-CANDIDATES}; blockgibbs with --rbm alone. Default: ${DEFAULT-VALUE}.")
    private Method method = Method.LBP;

    @Option(
            names = "--weight",
            paramLabel = "NAME",
            description = "Weight of a flip, for lbp and gwg: ${COMPLETION-CANDIDATES}. Default: barker.")
    private @Nullable Weight weight;

    @ArgGroup
    private @Nullable Scale scale;

    @Option(
            names = "--scan",
            paramLabel = "NAME",
            description =
                    "Order of the sites, for gibbs: ${COMPLETION-CANDIDATES}. Default: coloured, where the target has a"
                            + " colouring; else ordered.")
    private @Nullable Scan scan;

    /**
     * Refuses contradictions between options, and between the sampler and the target.
     *
     * @param layered whether the target is an RBM
     */
    void check(boolean layered, double beta) {
        boolean weighted = method == Method.LBP || method == Method.GWG;
        Check.that(weight == null || weighted, "be left out with --sampler " + method, "--weight", "" + weight);
        Check.that(scan == null || method == Method.GIBBS, "be left out with --sampler " + method, "--scan", "" + scan);
        Check.that(
                scan != Scan.COLOURED || !layered,
                "be ordered or random with --rbm, whose sites have no colouring",
                "--scan",
                "" + scan);
        if (scale != null) {
            boolean scaled = method != Method.GIBBS && method != Method.BLOCKGIBBS;
            boolean fixed = scale.fixed != null;
            Check.that(
                    scaled,
                    "be left out with --sampler " + method,
                    fixed ? "scale" : "target",
                    fixed ? String.valueOf(scale.fixed) : String.valueOf(scale.target));
        }
        if (method == Method.BLOCKGIBBS) {
            Check.that(layered, "be given with --rbm", "--sampler", "" + method);
            Check.that(beta == 1.0, "be 1 with --sampler blockgibbs", "beta", beta);
        }
    }

    Sampler sampler() {
        WeightFunction function = weight == null ? WeightFunction.BARKER : weight.function;
        return switch (method) {
            case LBP -> scaled(Samplers.lbp().weight(function)).build();
            case GWG -> scaled(Samplers.gwg().weight(function)).build();
            case RWM -> scaled(Samplers.rwm()).build();
            case GIBBS -> gibbs();
            case BLOCKGIBBS -> Samplers.blockGibbs().build();
        };
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

    private <B extends Samplers.ScaledBuilder<B>> B scaled(B builder) {
        if (scale != null && scale.target != null) {
            return builder.adaptive(scale.target);
        }
        return scale != null && scale.fixed != null ? builder.scale(scale.fixed) : builder;
    }
}
