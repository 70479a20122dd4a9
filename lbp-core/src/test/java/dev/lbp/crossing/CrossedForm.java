package dev.lbp.crossing;

import dev.lbp.ContinuousRun;
import dev.lbp.ContinuousSampler;
import dev.lbp.Run;
import dev.lbp.Sampler;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.continuous.DensityModel;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.CategoricalEnergyModel;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.MoveModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a run asks for besides a sampler and a model. The library refuses what does not fit. Each form without a frozen
 * site is followed by the one that has it besides.
 */
enum CrossedForm {
    PLAIN(false, false, false),
    FROZEN(false, true, false),
    ONES(true, false, false),
    FROZEN_ONES(true, true, false),
    TEMPERED(false, false, true),
    FROZEN_TEMPERED(false, true, true),
    MANY(70, false, false, false),
    FROZEN_MANY(70, false, true, false);

    /** The forms with few chains, which all samplers are crossed in. */
    static final List<CrossedForm> FEW = List.of(values()).subList(0, MANY.ordinal());

    static final int CHAINS = 4;

    /** Chains of a batch of a model that is scored in batches. */
    static final int BATCH = 2;

    /** Draws take two steps each, so that a checkpoint can come between the steps of a draw. */
    private static final int THIN = 2;

    private static final int ONES_OF_STATE = 3;

    /** One of the sites that {@link #ONES_OF_STATE} sets. */
    private static final int FROZEN_SITE = 1;

    final int chains;
    private final boolean ones;
    private final boolean frozen;
    private final boolean tempered;

    CrossedForm(boolean ones, boolean frozen, boolean tempered) {
        this(CHAINS, ones, frozen, tempered);
    }

    CrossedForm(int chains, boolean ones, boolean frozen, boolean tempered) {
        this.chains = chains;
        this.ones = ones;
        this.frozen = frozen;
        this.tempered = tempered;
    }

    /** How long a run is, for each chain. */
    record Length(int warmUp, int draws) {

        int steps() {
            return warmUp + draws * THIN;
        }
    }

    boolean freezes() {
        return frozen;
    }

    /** This form with a frozen site. */
    CrossedForm frozen() {
        return values()[ordinal() | 1];
    }

    /**
     * A run of this form.
     *
     * @param starts states of a plain run, [chains][sites]; frozen sites have their values
     * @throws IllegalArgumentException if the sampler, the model and the form do not fit
     */
    Run<?, ?, ?> run(Object sampler, Object model, Object starts, Length length) {
        if (model instanceof DensityModel density) {
            return reals(sampler, density, length);
        }
        Sampler discrete = as(Sampler.class, sampler);
        if (model instanceof EnergyModel bits) {
            return bits(sized(discrete.sample(bits), bits instanceof LocalEnergyModel, length), bits, starts);
        }
        if (model instanceof MoveModel moves) {
            return values(sized(discrete.sample(moves), true, length), starts);
        }
        return values(sized(discrete.sample((CategoricalEnergyModel) model), false, length), starts);
    }

    /**
     * What the draws of a run break of this form: frozen sites keep their values, and states their number of ones.
     *
     * @param starts as in {@link #run}
     * @return a line for each draw that breaks it
     */
    List<String> broken(RunResult result, Object starts) {
        List<String> broken = new ArrayList<>();
        for (int c = 0; c < result.chains(); c++) {
            for (int t = 0; t < result.draws(); t++) {
                int site = 0;
                int first = 0;
                int set = ONES_OF_STATE;
                if (result instanceof SampleResult bits) {
                    byte[] draw = bits.draw(c, t);
                    site = draw[FROZEN_SITE];
                    first = ones ? 1 : ((byte[][]) starts)[c % CHAINS][FROZEN_SITE];
                    for (byte bit : ones ? draw : new byte[0]) {
                        set -= bit;
                    }
                } else if (result instanceof ValueResult values) {
                    site = values.draw(c, t)[FROZEN_SITE];
                    first = ((int[][]) starts)[c % CHAINS][FROZEN_SITE];
                }
                if (frozen && site != first || ones && set != 0) {
                    broken.add("draw " + t + " of chain " + c + " breaks the form");
                }
            }
        }
        return broken;
    }

    private static <T> T as(Class<T> type, Object sampler) {
        if (!type.isInstance(sampler)) {
            throw new IllegalArgumentException("must compile: " + sampler);
        }
        return type.cast(sampler);
    }

    private <T extends Run<?, ?, T>> T sized(T run, boolean local, Length length) {
        T sized = run.chains(chains)
                .warmup(length.warmUp())
                .draws(length.draws())
                .thin(THIN)
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

    private Run<?, ?, ?> bits(SamplingRun sized, EnergyModel model, Object starts) {
        sized.track("second", x -> x[1]).keepBest(2);
        if (model instanceof LocalEnergyModel local && local.exactFlips()) {
            sized.conditionals();
        }
        if (ones) {
            sized.ones(ONES_OF_STATE);
        }
        if (frozen) {
            byte[][] given = (byte[][]) starts;
            byte[][] initial = IntStream.range(0, chains)
                    .mapToObj(c -> given[c % CHAINS].clone())
                    .toArray(byte[][]::new);
            for (byte[] state : ones ? initial : new byte[0][]) {
                Arrays.fill(state, (byte) 0);
                Arrays.fill(state, 1, 1 + ONES_OF_STATE, (byte) 1);
            }
            sized.initial(initial).frozen(mask(initial[0].length));
        }
        return tempered ? sized.tempering(replicas()) : sized;
    }

    private Run<?, ?, ?> values(ValueRun sized, Object starts) {
        refuse(ones, "ones() of a ValueRun");
        sized.track("second", x -> x[1]);
        if (frozen) {
            int[][] initial = (int[][]) starts;
            sized.initial(initial).frozen(mask(initial[0].length));
        }
        return tempered ? sized.tempering(replicas()) : sized;
    }

    private Run<?, ?, ?> reals(Object sampler, DensityModel model, Length length) {
        refuse(ones || frozen, "ones() or frozen() of a ContinuousRun");
        ContinuousRun sized = sized(as(ContinuousSampler.class, sampler).sample(model), false, length)
                .track("first", point -> point[0]);
        return tempered ? sized.tempering(replicas()) : sized;
    }

    private static boolean[] mask(int sites) {
        boolean[] mask = new boolean[sites];
        mask[FROZEN_SITE] = true;
        return mask;
    }
}
