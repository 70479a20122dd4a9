package dev.lbp.runtime.engine.sweep;

import dev.lbp.Samplers;
import dev.lbp.TableTarget;
import dev.lbp.runtime.engine.ScriptedRandom;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.target.LayeredModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The exact transition matrix of block Gibbs on a small layered model: {@code P(x, y) = sum_h P(h | x) P(y | x, h)},
 * where the first factor is found by bisection over the uniform numbers that the model draws h by, and the second as
 * for any Gibbs sweep.
 */
public final class BlockKernel {

    private final TableTarget target;
    private final LayeredModel model;
    private final int hidden;
    private final boolean @Nullable [] frozen;

    /**
     * @param hidden how many numbers the model draws of a generator, each for a hidden unit that is 1 below some
     *     threshold and, being so, changes the log-odds of the sites
     */
    public BlockKernel(TableTarget target, LayeredModel model, int hidden, boolean @Nullable [] frozen) {
        this.target = target;
        this.model = model;
        this.hidden = hidden;
        this.frozen = frozen;
    }

    public TransitionMatrix matrix() {
        List<GibbsKernel.Branch> branches = new ArrayList<>();
        for (int x = 0; x < target.states(); x++) {
            branches.add(new GibbsKernel.Branch(x, x, 0, 1.0, new double[hidden], null));
        }
        for (int unit = 0; unit < hidden; unit++) {
            double[] even = new double[branches.size()];
            Arrays.fill(even, 0.5);
            double[] p = GibbsKernel.bisect(even, activity(branches, unit));
            List<GibbsKernel.Branch> next = new ArrayList<>();
            for (int k = 0; k < p.length; k++) {
                GibbsKernel.Branch branch = branches.get(k);
                next.add(branch.decide(unit, 0, true, p[k]));
                next.add(branch.decide(unit, 0, false, p[k]));
            }
            branches = next;
        }
        branches = withLogOdds(branches);
        int[] order = IntStream.range(0, target.dimension())
                .filter(i -> frozen == null || !frozen[i])
                .toArray();
        return new GibbsKernel(target, model, order, frozen)
                .with(Samplers.blockGibbs().build())
                .afterHidden(branches)
                .matrix();
    }

    private List<GibbsKernel.Branch> withLogOdds(List<GibbsKernel.Branch> branches) {
        int last = hidden - 1;
        double[] decided =
                branches.stream().mapToDouble(branch -> branch.script()[last]).toArray();
        double[][] logOdds = logOdds(branches, last, decided);
        return IntStream.range(0, logOdds.length)
                .mapToObj(k -> {
                    GibbsKernel.Branch b = branches.get(k);
                    return new GibbsKernel.Branch(
                            b.from(), b.number(), b.order(), b.probability(), b.script(), logOdds[k]);
                })
                .toList();
    }

    /** Whether a unit is 1 at some numbers, those before it decided: it shows in the log-odds. */
    private GibbsKernel.Decision activity(List<GibbsKernel.Branch> branches, int unit) {
        double[] largest = new double[branches.size()];
        Arrays.fill(largest, ScriptedRandom.LARGEST);
        double[][] inactive = logOdds(branches, unit, largest);
        return uniform -> {
            double[][] here = logOdds(branches, unit, uniform);
            boolean[] active = new boolean[uniform.length];
            for (int k = 0; k < active.length; k++) {
                active[k] = !Arrays.equals(here[k], inactive[k]);
            }
            return active;
        };
    }

    private double[][] logOdds(List<GibbsKernel.Branch> branches, int unit, double[] uniform) {
        double[][] states = new double[uniform.length][target.dimension()];
        List<UniformRandomProvider> random = new ArrayList<>();
        for (int k = 0; k < uniform.length; k++) {
            GibbsKernel.Branch branch = branches.get(k);
            byte[] state = TableTarget.state(branch.from(), target.dimension());
            Arrays.setAll(states[k], i -> state[i]);
            random.add(new ScriptedRandom(GibbsKernel.scripted(branch, unit, uniform[k])));
        }
        INDArray batch = Nd4j.createFromArray(states).castTo(model.dataType());
        return model.evaluateGivenHidden(batch, random).gradient().orElseThrow().toDoubleMatrix();
    }
}
