package dev.lbp.hashes;

import dev.lbp.GradientOnly;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SmallPairwise;
import dev.lbp.SmallRbm;
import dev.lbp.SpinLine;
import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.Tempered;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.nd4j.linalg.api.buffer.DataType;

/** The samplers and models of the table. The keys of the maps are its columns. */
final class HashedCases {

    static final int N = 12;

    private static final int HIDDEN = 5;

    /** Several blocks of weights; the last one is shorter than a vector needs. */
    private static final int WIDE_N = 150;

    /** One with log-ratios and one with a gradient. */
    private static final Set<String> ALL_SCALES = Set.of("ratios-DOUBLE", "gradient-FLOAT");

    private HashedCases() {}

    private static Map<String, WeightFunction> weights() {
        return Map.of(
                "sqrt", WeightFunction.SQRT,
                "barker", WeightFunction.BARKER,
                "min", WeightFunction.MIN,
                "max", WeightFunction.MAX,
                "own", WeightFunction.of("t^0.9", logT -> 0.9 * logT),
                "balanced", WeightFunction.balanced("balanced t^2", logT -> 2.0 * logT));
    }

    private static Map<String, ScaleController> scales() {
        return Map.of(
                "adaptive", ScaleController.logScale(0.574),
                "fixed-3", ScaleController.fixed(3),
                "fixed-2.5", ScaleController.fixed(2.5),
                "robbins-monro", ScaleController.robbinsMonro(0.4),
                "grid", ScaleController.grid(1, 2.5, 4));
    }

    /**
     * Samplers by name, scale and weight function. The local model has every rule of the scale with every weight
     * function. Other models have every weight function with the adaptive scale; those of {@link #ALL_SCALES} also have
     * every rule with one weight function.
     */
    static Map<String, Sampler> samplersOn(String model) {
        Map<String, Sampler> samplers = new LinkedHashMap<>();
        boolean all = model.equals("local");
        scales().forEach((scale, rule) -> {
            boolean adaptive = scale.equals("adaptive");
            weights().forEach((weight, function) -> {
                if (all || adaptive || ALL_SCALES.contains(model) && weight.equals("barker")) {
                    String name = scale + ' ' + weight;
                    samplers.put(
                            "lbp " + name,
                            Samplers.lbp().weight(function).scale(rule).build());
                    samplers.put(
                            "gwg " + name,
                            Samplers.gwg().weight(function).scale(rule).build());
                }
            });
            if (all || adaptive || ALL_SCALES.contains(model)) {
                samplers.put("rwm " + scale + " -", Samplers.rwm().scale(rule).build());
            }
        });
        if (model.matches("(local|plain|ratios).*")) { // it uses the log-probability alone, and is slow on batches
            samplers.put("gibbs coloured -", Samplers.gibbs().build());
            samplers.put("gibbs in-order -", Samplers.gibbs().inOrder().build());
            samplers.put("gibbs random-scan -", Samplers.gibbs().randomScan().build());
        }
        if (model.matches("(local|plain).*")) { // it needs a local model
            samplers.put("metropolis coloured -", Samplers.metropolis().build());
            samplers.put(
                    "metropolis in-order -", Samplers.metropolis().inOrder().build());
            samplers.put(
                    "metropolis random-scan -",
                    Samplers.metropolis().randomScan().build());
        }
        if (model.matches("(local.*|plain)")) { // it needs exact log-ratios too
            samplers.put("gibbs thinned-0.2 -", Samplers.gibbs().thinned(0.2).build());
            samplers.put(
                    "metropolis thinned-0.2 -",
                    Samplers.metropolis().thinned(0.2).build());
        }
        if (model.startsWith("local")) { // it needs log-ratios as a function of the state
            samplers.put("gibbs in-blocks -", Samplers.gibbs().inBlocks().build());
            samplers.put(
                    "metropolis in-blocks -", Samplers.metropolis().inBlocks().build());
        }
        return samplers;
    }

    /** Models of every kind and for every engine. None calls BLAS, whose last bits differ between machines. */
    static Map<String, EnergyModel> models() {
        SpinLine line = SpinLine.of(N);
        Map<String, EnergyModel> models = new LinkedHashMap<>();
        models.put("local", pairwise(1.0));
        models.put("local-steep", pairwise(1_000.0));
        models.put("local-tempered", Tempered.of(pairwise(1.0), 0.7));
        models.put("local-wide", SpinLine.of(WIDE_N));
        models.put("plain", line.plain());
        models.put("plain-gradient", EnergyModels.of(N, line::score, HashedCases::crudeGradient));
        for (DataType type : new DataType[] {DataType.DOUBLE, DataType.FLOAT}) {
            models.put("ratios-" + type, line.batched(type));
            models.put("wide-" + type, new GradientOnly(SpinLine.of(WIDE_N).batched(type)));
            models.put("layered-" + type, layered(type));
        }
        models.put("gradient-FLOAT", new GradientOnly(line.batched(DataType.FLOAT)));
        models.put("tempered-FLOAT", Tempered.of(line.batched(DataType.FLOAT), 0.7));
        models.put("table-steep-FLOAT", pairwise(1_000.0).target().batched(DataType.FLOAT));
        return models;
    }

    static SmallRbm layered(DataType type) {
        return new SmallRbm(N, HIDDEN, type);
    }

    /** A ring with chords, of strengths that no floating-point number holds exactly, in three colours. */
    static SmallPairwise pairwise(double strength) {
        double[] bias = new double[N];
        double[][] coupling = new double[N][N];
        for (int i = 0; i < N; i++) {
            bias[i] = strength * 0.1 * (i * 5 % 7 - 3);
            couple(coupling, i, (i + 1) % N, strength * 0.3 * (i * 3 % 5 - 2));
            couple(coupling, i, (i + 4) % N, strength * 0.07 * (i % 3 + 1));
        }
        int[][] colouring = new int[3][N / 3];
        for (int i = 0; i < N; i++) {
            colouring[i % 3][i / 3] = i;
        }
        return new SmallPairwise(bias, coupling, colouring);
    }

    private static void couple(double[][] coupling, int i, int j, double strength) {
        coupling[i][j] = strength;
        coupling[j][i] = strength;
    }

    /** Far from the exact gradient. */
    private static void crudeGradient(byte[] state, double[] gradient) {
        for (int i = 0; i < state.length; i++) {
            gradient[i] = 0.3 * (i % 5 - 1.5) - 0.2 * state[(i + 1) % state.length];
        }
    }
}
