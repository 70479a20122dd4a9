package dev.lbp.experiments.comparison;

import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.diagnostics.EffectiveSampleSize;
import dev.lbp.experiments.comparison.ComparedChains.Slice;
import dev.lbp.experiments.comparison.ComparisonTarget.Kind;
import dev.lbp.experiments.frame.Settings;
import dev.lbp.experiments.frame.Stopwatch;
import dev.lbp.experiments.report.Row;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.Target;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/** A target of {@link Comparison} with the chains of all samplers, which continue from round to round. */
final class ComparisonInstance {

    private final Settings settings;
    private final ComparisonPlan plan;
    private final ComparisonTarget target;
    private final Map<ComparisonSampler, ComparedChains> chains = new EnumMap<>(ComparisonSampler.class);
    private @Nullable Target made;
    private byte[][] initial = {};

    ComparisonInstance(Settings settings, ComparisonPlan plan, ComparisonTarget target) {
        this.settings = settings;
        this.plan = plan;
        this.target = target;
    }

    /**
     * Measures a slice of one sampler. The first call makes the target, and the first call for a sampler makes its
     * chains.
     */
    Row measured(Row key) {
        ComparisonSampler sampler = key.part(ComparisonSampler.class);
        Target model = model();
        ComparedChains ofSampler = chains.computeIfAbsent(sampler, absent -> prepared(model, sampler));
        Stopwatch watch = new Stopwatch();
        Slice slice = slice(ofSampler, sampler, plan.slice(target.kind));
        double seconds = watch.seconds();
        return key.with("sites", model.dimension())
                .with("chains", slice.chains())
                .with("steps", slice.draws() * plan.thin(target.kind, sampler))
                .with("draws", slice.draws())
                .with("ess_energy", EffectiveSampleSize.bulk(slice.logProb()))
                .with("ess_direction", EffectiveSampleSize.bulk(slice.direction()))
                .with("cpu_seconds", slice.seconds())
                .with("seconds", seconds);
    }

    /** The target, made at the first call together with the starting states. */
    private Target model() {
        Target known = made;
        if (known == null) {
            known = target.instance(settings);
            if (known instanceof EnergyModel bits) {
                initial = equilibrium(bits);
            }
            made = known;
        }
        return known;
    }

    /** The last states of a run of auto(). */
    private byte[][] equilibrium(EnergyModel model) {
        int steps = plan.burnIn(target.kind);
        SamplingRun run = Samplers.auto()
                .build()
                .sample(model)
                .chains(plan.chains(target.kind))
                .warmup(steps / 2)
                .draws(1) // only the last state is needed, after the other half of the steps
                .thin(steps / 2)
                .seed(settings.seed("burn-in " + target.name()))
                .threads(settings.threads());
        if (target.startsAtOnes()) {
            byte[][] ones = new byte[plan.chains(target.kind)][model.dimension()];
            for (byte[] state : ones) {
                Arrays.fill(state, (byte) 1);
            }
            run.initial(ones);
        }
        return run.run().finalStates();
    }

    /** Makes the chains of a sampler and warms them up. */
    private ComparedChains prepared(Target model, ComparisonSampler sampler) {
        ComparedChains chains = model instanceof CategoricalEnergyModel values
                ? ComparedChains.of(values, sampler.sampler, seed(sampler), directionSeed())
                : ComparedChains.of((EnergyModel) model, sampler.sampler, seed(sampler), initial, directionSeed());
        chains.warmUp().accept(plan.warmUp(target.kind, sampler));
        slice(chains, sampler, 0.5 * plan.slice(target.kind)); // practice, for the just-in-time compiler
        return chains;
    }

    private long seed(ComparisonSampler sampler) {
        return settings.seed(target.name() + " " + sampler.name());
    }

    private long directionSeed() {
        return settings.seed("direction " + target.name());
    }

    /**
     * Runs a slice. On models that are scored as a whole it times the process, because native code has its own threads.
     */
    private Slice slice(ComparedChains ofSampler, ComparisonSampler sampler, double seconds) {
        DoubleSupplier clock = target.kind == Kind.LOCAL ? Stopwatch::ofThread : Stopwatch::ofProcess;
        return ofSampler.slice(plan.thin(target.kind, sampler), seconds, clock);
    }

    /** The sampler that auto() chooses on this target, from a run that makes the same draws as the measured chains. */
    String choice() {
        Sampler auto = ComparisonSampler.AUTO.sampler;
        Target model = model();
        return model instanceof CategoricalEnergyModel values
                ? choice(auto.sample(values).chains(1))
                : choice(auto.sample((EnergyModel) model).chains(initial.length).initial(initial));
    }

    /** The sampler that auto() chooses, from a run of one draw. */
    private String choice(Run<?, ?, ?> run) {
        return run.warmup(warmUp())
                .draws(1)
                .seed(seed(ComparisonSampler.AUTO))
                .run()
                .choice()
                .orElseThrow()
                .sampler();
    }

    /** The number of warm-up steps of auto(). */
    int warmUp() {
        return plan.warmUp(target.kind, ComparisonSampler.AUTO);
    }
}
