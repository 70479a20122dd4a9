package dev.lbp.crossing;

import dev.lbp.ContinuousRun;
import dev.lbp.ContinuousSampler;
import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.continuous.DensityModel;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.Arrays;

/** What a run asks for besides a sampler and a model. The library refuses what does not fit. */
enum CrossedForm {
    PLAIN(false, false, false),
    ONES(true, false, false),
    FROZEN(false, true, false),
    FROZEN_ONES(true, true, false),
    TEMPERED(false, false, true),
    FROZEN_TEMPERED(false, true, true);

    static final int CHAINS = 4;

    /** Chains of a batch of a model that is scored in batches. */
    static final int BATCH = 2;

    /** Enough for a trial of {@code auto()} on a layered model, which needs 80 steps. */
    private static final int WARM_UP = 101;

    private static final int ONES_OF_STATE = 3;

    private final boolean ones;
    private final boolean frozen;
    private final boolean tempered;

    CrossedForm(boolean ones, boolean frozen, boolean tempered) {
        this.ones = ones;
        this.frozen = frozen;
        this.tempered = tempered;
    }

    /**
     * A run of this form.
     *
     * @param starts states of a plain run, [chains][sites]; frozen sites have their values
     * @throws IllegalArgumentException if the sampler, the model and the form do not fit
     */
    Run<?, ?, ?> run(Object sampler, Object model, Object starts) {
        if (model instanceof DensityModel density) {
            return reals(sampler, density);
        }
        Sampler discrete = as(Sampler.class, sampler);
        if (model instanceof EnergyModel bits) {
            return bits(discrete.sample(bits), bits instanceof LocalEnergyModel, starts);
        }
        if (model instanceof MoveModel moves) {
            return values(discrete.sample(moves), true, starts);
        }
        return values(discrete.sample((CategoricalEnergyModel) model), false, starts);
    }

    private static <T> T as(Class<T> type, Object sampler) {
        if (!type.isInstance(sampler)) {
            throw new IllegalArgumentException("must compile: " + sampler);
        }
        return type.cast(sampler);
    }

    private static <T extends Run<?, ?, T>> T sized(T run, boolean local) {
        T sized = run.chains(CHAINS)
                .warmup(WARM_UP)
                .draws(20)
                .thin(2)
                .seed(11)
                .threads(1)
                .keepDraws();
        return local ? sized : sized.chainsPerBatch(BATCH);
    }

    private static Tempering replicas() {
        return Tempering.replicas(3).every(2);
    }

    private static void refuse(boolean wanted, String what) {
        if (wanted) {
            throw new IllegalArgumentException("must compile: " + what);
        }
    }

    private Run<?, ?, ?> bits(SamplingRun run, boolean local, Object starts) {
        SamplingRun sized = sized(run, local).track("second", x -> x[1]).keepBest(2);
        if (ones) {
            sized.ones(ONES_OF_STATE);
        }
        if (frozen) {
            byte[][] initial =
                    Arrays.stream((byte[][]) starts).map(byte[]::clone).toArray(byte[][]::new);
            for (byte[] state : ones ? initial : new byte[0][]) {
                Arrays.fill(state, (byte) 0);
                Arrays.fill(state, 1, 1 + ONES_OF_STATE, (byte) 1);
            }
            sized.initial(initial).frozen(mask(initial[0].length));
        }
        return tempered ? sized.tempering(replicas()) : sized;
    }

    private Run<?, ?, ?> values(ValueRun run, boolean local, Object starts) {
        refuse(ones, "ones() of a ValueRun");
        ValueRun sized = sized(run, local).track("second", x -> x[1]);
        if (frozen) {
            int[][] initial = (int[][]) starts;
            sized.initial(initial).frozen(mask(initial[0].length));
        }
        return tempered ? sized.tempering(replicas()) : sized;
    }

    private Run<?, ?, ?> reals(Object sampler, DensityModel model) {
        refuse(ones || frozen, "ones() or frozen() of a ContinuousRun");
        ContinuousRun sized =
                sized(as(ContinuousSampler.class, sampler).sample(model), false).track("first", point -> point[0]);
        return tempered ? sized.tempering(replicas()) : sized;
    }

    /** Freezes the second site, one of those that {@link #ONES_OF_STATE} sets. */
    private static boolean[] mask(int sites) {
        boolean[] mask = new boolean[sites];
        mask[1] = true;
        return mask;
    }
}
