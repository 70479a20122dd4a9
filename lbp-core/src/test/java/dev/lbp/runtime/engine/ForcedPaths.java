package dev.lbp.runtime.engine;

import dev.lbp.internal.kernel.Proposal;
import dev.lbp.internal.kernel.ScaleRange;
import dev.lbp.internal.kernel.WeightTable;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A proposal that draws given paths, one for each chain in turn, and leaves all arithmetic to a real one. It writes
 * down the forward probability that the real one gave, and whether the real one could draw at all. After a step of
 * every chain it is the first chain's turn again, and the script may have other paths by then.
 */
public final class ForcedPaths implements Proposal {

    private static final long serialVersionUID = 1L;

    private final Proposal real;
    private final transient List<int[]> script;
    public final double[] logForward;
    final boolean[] drawable;
    private int last;

    public ForcedPaths(Proposal real, List<int[]> script) {
        this.real = real;
        this.script = script;
        this.logForward = new double[script.size()];
        this.drawable = new boolean[script.size()];
        this.last = script.size() - 1;
    }

    @Override
    public boolean weighted() {
        return real.weighted();
    }

    @Override
    public boolean absolute() {
        return real.absolute();
    }

    @Override
    public ScaleRange scales(int freeSites) {
        return real.scales(freeSites);
    }

    /** A path that the real proposal would never draw counts as not drawn: nothing flows along it. */
    @Override
    public int draw(WeightTable table, double scale, UniformRandomProvider rng, int[] path) {
        last = (last + 1) % drawable.length;
        drawable[last] = real.draw(table, scale, rng, path) >= 0;
        int length = script.get(last).length;
        System.arraycopy(script.get(last), 0, path, 0, length);
        return logProbability(table, path, length, scale, false) == Double.NEGATIVE_INFINITY ? -1 : length;
    }

    @Override
    public double logProbability(WeightTable table, int[] path, int length, double scale, boolean reversed) {
        double logProbability = real.logProbability(table, path, length, scale, reversed);
        if (!reversed) {
            logForward[last] = logProbability;
        }
        return logProbability;
    }

    @Override
    public int flips(WeightTable table, int[] path, int length, int[] sites) {
        return real.flips(table, path, length, sites);
    }
}
