package dev.lbp;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;

/**
 * The exact transition matrix of a Gibbs sweep. A sweep takes one uniform number per free site, and flips the site if the
 * number is below the site's flip probability; so the probability is found by bisection over the number, with the decisions
 * before it scripted. All states and all decisions before are bisected at once, one chain each.
 */
final class GibbsKernel {

    private final TableTarget target;
    private final EnergyModel model;
    private final int[] order;
    private final boolean @Nullable [] frozen;

    /**
     * @param order the free sites in the order that a sweep takes them
     */
    GibbsKernel(TableTarget target, EnergyModel model, int[] order, boolean @Nullable [] frozen) {
        this.target = target;
        this.model = model;
        this.order = order;
        this.frozen = frozen;
    }

    /** A sweep that has come so far: from a state, with some probability, by the uniform numbers that make its decisions. */
    private record Branch(int from, int number, double probability, double[] script) {

        Branch decide(int depth, int site, boolean flip, double p) {
            double[] next = script.clone();
            next[depth] = flip ? 0.0 : ScriptedRandom.LARGEST;
            return new Branch(from, flip ? number ^ 1 << site : number, probability * (flip ? p : 1.0 - p), next);
        }
    }

    TransitionMatrix matrix() {
        List<Branch> branches = new ArrayList<>();
        for (int x = 0; x < target.states(); x++) {
            if (target.possible(x)) {
                branches.add(new Branch(x, x, 1.0, new double[order.length]));
            }
        }
        for (int depth = 0; depth < order.length; depth++) {
            double[] p = flipProbabilities(branches, depth);
            List<Branch> next = new ArrayList<>();
            for (int k = 0; k < p.length; k++) {
                for (boolean flip : new boolean[] {false, true}) {
                    Branch branch = branches.get(k).decide(depth, order[depth], flip, p[k]);
                    if (branch.probability > 0.0) {
                        next.add(branch);
                    }
                }
            }
            branches = next;
        }
        double[][] p = new double[target.states()][target.states()];
        for (Branch branch : branches) {
            p[branch.from][branch.number] += branch.probability;
        }
        return new TransitionMatrix(target, p).verifyStochastic();
    }

    /** The number of multiples of 2^-53 that flip the next site, over 2^53. */
    private double[] flipProbabilities(List<Branch> branches, int depth) {
        long[] least = new long[branches.size()];
        long[] most = new long[branches.size()];
        Arrays.fill(most, 1L << 53);
        for (int bit = 0; bit <= 53; bit++) {
            double[] uniform = new double[least.length];
            for (int k = 0; k < least.length; k++) {
                uniform[k] = Math.min((least[k] + most[k]) >>> 1, (1L << 53) - 1) * 0x1p-53;
            }
            boolean[] flips = sweep(branches, depth, uniform);
            for (int k = 0; k < least.length; k++) {
                long middle = (least[k] + most[k]) >>> 1;
                if (least[k] < most[k] && flips[k]) {
                    least[k] = middle + 1;
                } else if (least[k] < most[k]) {
                    most[k] = middle;
                }
            }
        }
        return Arrays.stream(least).mapToDouble(count -> count * 0x1p-53).toArray();
    }

    /** Whether each chain, its sweep scripted up to a number, flips the site that the number is for. */
    private boolean[] sweep(List<Branch> branches, int depth, double[] uniform) {
        byte[][] initial = branches.stream()
                .map(branch -> TableTarget.state(branch.from, target.dimension()))
                .toArray(byte[][]::new);
        Start start = new Start(target.dimension(), initial.length, 1L, initial, frozen);
        for (int k = 0; k < uniform.length; k++) {
            double[] script = branches.get(k).script.clone();
            script[depth] = uniform[k];
            for (int later = depth + 1; later < script.length; later++) {
                script[later] = ScriptedRandom.LARGEST;
            }
            generators(start)[k] = new ScriptedRandom(script);
        }
        Ensemble ensemble = Samplers.gibbs().build().ensemble(model, start, WorkerPool.inline());
        ensemble.run(1, chain -> {}, new RunControl());
        boolean[] flips = new boolean[uniform.length];
        for (int k = 0; k < flips.length; k++) {
            int site = order[depth];
            flips[k] = ensemble.chains.get(k).state[site] != initial[k][site];
        }
        return flips;
    }

    /** The chains' generators, to be replaced. */
    private static UniformRandomProvider[] generators(Start start) {
        try {
            Field field = Start.class.getDeclaredField("generators");
            field.setAccessible(true);
            return (UniformRandomProvider[]) field.get(start);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Start has no array of generators any more", e);
        }
    }
}
