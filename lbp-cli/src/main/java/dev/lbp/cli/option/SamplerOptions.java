package dev.lbp.cli.option;

import dev.lbp.FactorisedBuilder;
import dev.lbp.HammingBallBuilder;
import dev.lbp.PasBuilder;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SweepBuilder;
import dev.lbp.cli.option.SamplerKind.Form;
import dev.lbp.cli.option.SamplerKind.Setting;
import dev.lbp.internal.Check;
import dev.lbp.proposal.WeightFunction;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that choose a sampler. An option that the chosen sampler does not use is refused, not ignored. */
public final class SamplerOptions {

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

    /** The samplers whose step is a sweep of all sites, or moves whole clusters. */
    private static final Set<SamplerKind> SWEEPING =
            EnumSet.of(SamplerKind.GIBBS, SamplerKind.METROPOLIS, SamplerKind.SWENDSEN_WANG, SamplerKind.WOLFF);

    /** The default radius of a ball of hammingball. */
    private static final int RADIUS = 1;

    /** The order of the sites in sweeps. */
    enum Scan {
        COLOURED,
        BLOCKS,
        ORDERED,
        RANDOM;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final SamplerName name;

    @Mixin
    private final CommandSpec names;

    @Option(
            names = "--weight",
            paramLabel = "NAME",
            description =
                    "Weight of a flip or move: ${COMPLETION-CANDIDATES}; of dlmc and dmala sqrt or barker. Default: barker.")
    private @Nullable Weight weight;

    @ArgGroup
    private @Nullable ScaleOptions scale;

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
                    "Order of the sites, for gibbs and metropolis: ${COMPLETION-CANDIDATES}. Default: coloured, where the target has a"
                            + " colouring; else ordered. With blocks the order is coloured too, and all threads share each sweep"
                            + " of one chain: for 10^6 sites or more.")
    private @Nullable Scan scan;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "Flips from the centre of a ball of hammingball to its edge. Default: 1.")
    private @Nullable Integer radius;

    @Option(
            names = "--block",
            paramLabel = "K",
            description =
                    "Sites of a block of hammingball, at least the radius. Default: 10, or fewer if the target has fewer.")
    private @Nullable Integer block;

    @Option(
            names = "--thinned",
            arity = "0..1",
            fallbackValue = Rate.AUTO,
            paramLabel = "RATE",
            converter = Rate.class,
            description =
                    "Let the sweeps of gibbs and metropolis skip sites that hardly ever flip; they keep their law. RATE in (0, 1) is that"
                            + " of the candidates; without it, or with auto, each chain chooses.")
    private @Nullable Double thinned;

    /** Whether the run is tempered. */
    private boolean tempered;

    /** Whether a tempered run sweeps if no sampler is named. */
    private boolean sweeping;

    /** @param name the options {@code --sampler} and {@code --path}, which differ between commands */
    public SamplerOptions(SamplerName name) {
        this.name = name;
        this.names = name.spec; // picocli adds these options to the command
    }

    /** Refuses contradictions between options, and between the sampler and the target. */
    public void check(Form form, double beta) {
        checkSampler(form);
        checkSettings(form);
        if (chosen(form) == SamplerKind.BLOCKGIBBS) {
            Check.that(chosen(form).fits(form), "be used for an RBM alone", "--sampler", chosen(form));
            Check.that(beta == 1.0, "be 1 with --sampler blockgibbs", "beta", beta);
        }
    }

    /** Refuses a sampler that does not fit the target. Refuses auto if there is nothing to choose, or no warm-up. */
    private void checkSampler(Form form) {
        SamplerKind chosen = chosen(form);
        boolean fits = chosen.fits(form);
        boolean auto = chosen == SamplerKind.AUTO;
        String with = " with " + form.options;
        switch (form) {
            case MOVES -> Check.that(fits, "be auto, pas or rwm" + with, "--sampler", chosen);
            case SEQUENCES ->
                Check.that(fits && !auto, "be lbp, gwg, rwm, dlmc or dmala with sequences", "--sampler", chosen);
            case POTTS -> Check.that(fits && !auto, "be gibbs, metropolis, pas or rwm" + with, "--sampler", chosen);
            case FACTORS -> Check.that(fits, "be auto, gibbs, metropolis, pas or rwm" + with, "--sampler", chosen);
            default -> {} // what some samplers need is checked below
        }
        Check.that(
                !auto || name.hasAuto,
                "be another sampler for training, which has no warm-up to choose in",
                "--sampler",
                chosen);
        Check.that(
                fits || !chosen.needsLocalRatios(),
                "be left out" + with + ", which has no local ratios",
                "--sampler",
                chosen);
    }

    /** Checks each option that was given against the sampler, the target and its range. */
    private void checkSettings(Form form) {
        @Nullable Integer path = name.path();
        refuse(form, Setting.PATH, "--path", path);
        if (path != null) {
            Check.sites("--path", path);
        }
        refuse(form, Setting.SWAPS, "--swaps", swaps);
        if (swaps != null) {
            Check.that(form.has(Setting.SWAPS), "be left out with " + form.options, "--swaps", swaps);
            Check.that(swaps >= 0.0 && swaps < 1.0, "be in [0, 1)", "--swaps", swaps);
        }
        refuse(form, Setting.WEIGHT, "--weight", weight);
        refuse(form, Setting.SCAN, "--scan", scan);
        boolean byColours = scan == Scan.COLOURED || scan == Scan.BLOCKS;
        Check.that(
                !byColours || form.hasColours(),
                "be ordered or random with " + form.options + ", whose sites have no colouring",
                "--scan",
                "" + scan);
        refuse(form, Setting.BALL, "--radius", radius);
        refuse(form, Setting.BALL, "--block", block);
        checkThinned(form);
        if (scale != null) {
            refuse(form, Setting.SCALE, "scale", scale.fixed);
            refuse(form, Setting.SCALE, "target", scale.target);
        }
    }

    /** Refuses {@code --thinned} where it has no meaning, and a rate out of range; NaN stands for {@code auto}. */
    private void checkThinned(Form form) {
        if (thinned == null) {
            return;
        }
        String written = thinned.isNaN() ? Rate.AUTO : thinned.toString();
        refuse(form, Setting.THINNED, "--thinned", written);
        Check.that(form.has(Setting.THINNED), "be left out with " + form.options, "--thinned", written);
        Check.that(scan != Scan.RANDOM && scan != Scan.BLOCKS, "be left out with --scan " + scan, "--thinned", written);
        if (!thinned.isNaN()) {
            Check.inOpenUnit("--thinned", thinned);
        }
    }

    /** Refuses an option that was given if the sampler does not take it. */
    public void refuse(Form form, Setting setting, String option, @Nullable Object given) {
        SamplerKind chosen = chosen(form);
        Check.that(given == null || chosen.has(setting), constraint(form, setting, chosen), option, "" + given);
    }

    /** What a user must do who gave an option that the sampler does not take. The default sampler is not blamed. */
    private String constraint(Form form, Setting setting, SamplerKind chosen) {
        String others = SamplerKind.namesWith(setting, form);
        if (name.kind() != null) { // the user has chosen the sampler
            return "be left out with --sampler " + chosen + (others.isEmpty() ? "" : ", it is for " + others);
        }
        return form.has(setting) && !others.isEmpty()
                ? "be given with --sampler " + others
                : "be left out with " + form.options;
    }

    /**
     * Sets whether the run is to be tempered. Must be called before {@link #check}.
     *
     * @param bySweeps whether the default sampler of a tempered run is gibbs, as is best for Ising models and QUBOs
     */
    public void temper(boolean isTempered, boolean bySweeps) {
        tempered = isTempered;
        sweeping = isTempered && bySweeps;
    }

    /** The reason why parallel tempering cannot use the sampler; empty if it can. */
    public String untempered(Form form) {
        SamplerKind chosen = chosen(form);
        if (scan == Scan.BLOCKS) {
            return "with --scan blocks, where all threads share one chain";
        }
        if (chosen.tempers(form)) {
            return "";
        }
        return "with --sampler " + chosen
                + switch (chosen) {
                    case AUTO -> ", which chooses for one temperature";
                    case HAMMINGBALL -> " and " + form.options;
                    default -> ", which needs beta 1";
                };
    }

    /** Whether a step costs about as much as an exchange of replicas: a sweep of all sites, or clusters. */
    public boolean sweeps(Form form) {
        return SWEEPING.contains(chosen(form));
    }

    /** The option that chooses a sampler of clusters, for messages; empty if another sampler is chosen. */
    public String clusters(Form form) {
        return chosen(form).movesClusters() ? "--sampler " + chosen(form) : "";
    }

    /** The sampler that was named, or the default one. */
    private SamplerKind chosen(Form form) {
        @Nullable SamplerKind kind = name.kind();
        return kind != null ? kind : defaultFor(form);
    }

    /** The default sampler: auto, or one that has the options that were given. */
    private SamplerKind defaultFor(Form form) {
        if (name.hasAuto && SamplerKind.AUTO.hasAll(givenSettings())) {
            return SamplerKind.AUTO;
        }
        return switch (form) {
            case MOVES -> SamplerKind.PAS;
            case POTTS, FACTORS -> SamplerKind.GIBBS;
            default -> sweeping && SamplerKind.GIBBS.hasAll(givenSettings()) ? SamplerKind.GIBBS : SamplerKind.LBP;
        };
    }

    /** The settings whose options were given. */
    private Set<Setting> givenSettings() {
        Map<Setting, Boolean> given = Map.of(
                Setting.WEIGHT, weight != null,
                Setting.SCALE, scale != null,
                Setting.PATH, name.path() != null,
                Setting.SWAPS, swaps != null,
                Setting.SCAN, scan != null,
                Setting.THINNED, thinned != null,
                Setting.BALL, radius != null || block != null,
                Setting.TEMPERING, tempered);
        return given.keySet().stream().filter(given::get).collect(Collectors.toSet());
    }

    /** The values of options that are left out: the default sampler, and those of the library that it uses. */
    public Map<String, String> defaults(Form form) {
        SamplerKind chosen = chosen(form);
        Map<String, String> defaults = new TreeMap<>();
        defaults.put("--sampler", chosen.toString());
        if (chosen.has(Setting.WEIGHT)) {
            defaults.put("--weight", Weight.BARKER.toString());
        }
        if (chosen.has(Setting.SCALE)) {
            defaults.put("--target", chosen == SamplerKind.RWM ? "0.234" : "0.574");
        }
        if (chosen.has(Setting.SWAPS)) {
            defaults.put("--swaps", "0");
        }
        if (chosen.has(Setting.PATH)) {
            defaults.put("--path", "25");
        }
        if (chosen.has(Setting.BALL)) {
            defaults.put("--radius", String.valueOf(RADIUS));
            defaults.put("--block", "10");
        }
        if (chosen.has(Setting.SCAN)) {
            defaults.put("--scan", (form.hasColours() ? Scan.COLOURED : Scan.ORDERED).toString());
        }
        return defaults;
    }

    /** The sampler for a target. */
    public Sampler sampler(Form form) {
        return switch (chosen(form)) {
            case AUTO -> Samplers.auto().build();
            case LBP -> scaled(weighted(Samplers.lbp())).build();
            case PAS -> pas();
            case GWG -> scaled(weighted(Samplers.gwg())).build();
            case RWM -> scaled(Samplers.rwm()).build();
            case DLMC -> factorised(Samplers.dlmc()).build();
            case DMALA -> factorised(Samplers.dmala()).build();
            case GIBBS -> sweepSampler(Samplers.gibbs());
            case METROPOLIS -> sweepSampler(Samplers.metropolis());
            case HAMMINGBALL -> hammingBall();
            case SWENDSEN_WANG -> Samplers.swendsenWang().build();
            case WOLFF -> Samplers.wolff().build();
            case BLOCKGIBBS -> Samplers.blockGibbs().build();
        };
    }

    private Sampler pas() {
        PasBuilder builder = Samplers.pas();
        @Nullable Integer path = name.path();
        PasBuilder weighted = weight == null ? builder : builder.weight(weight.function);
        return path == null ? weighted.build() : weighted.path(path).build();
    }

    private Sampler hammingBall() {
        HammingBallBuilder builder = Samplers.hammingBall(radius == null ? RADIUS : radius);
        return block == null ? builder.build() : builder.block(block).build();
    }

    /** The sampler with the order of sites of {@code --scan}, and thinned if {@code --thinned} was given. */
    private Sampler sweepSampler(SweepBuilder unset) {
        SweepBuilder builder = unset;
        if (scan == Scan.ORDERED) {
            builder.inOrder();
        } else if (scan == Scan.BLOCKS) {
            builder.inBlocks();
        } else if (scan == Scan.RANDOM) {
            builder.randomScan();
        }
        if (thinned != null) {
            builder = thinned.isNaN() ? builder.thinned() : builder.thinned(thinned); // NaN: each chain tunes its rate
        }
        return builder.build();
    }

    private <B extends Samplers.InformedBuilder<B>> B weighted(B builder) {
        return weight == null ? builder : builder.weight(weight.function);
    }

    /** Sets the weight and the scale, or the acceptance rate to which the scale is tuned, where they were given. */
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
