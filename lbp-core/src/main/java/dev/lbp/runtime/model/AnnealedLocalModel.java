package dev.lbp.runtime.model;

import dev.lbp.internal.Answers;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.PairBonds;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * A local model on the path between a base and a target, {@code log f_beta(x) = (1 - beta) log base(x) + beta log
 * p(x)}. Each chain has its own instance. {@link #beta} may change between steps; the chain must then call {@code
 * continueFromTracker}. The trackers of two such models can {@link PathTracker#exchange exchange} their states.
 */
public final class AnnealedLocalModel implements LocalEnergyModel, Annealed {

    private static final long serialVersionUID = 1L;

    private final LocalEnergyModel model;
    private final transient BitReference base;
    private double beta;

    /**
     * @param beta in (0, 1]
     */
    public AnnealedLocalModel(LocalEnergyModel model, BitReference base, double beta) {
        this.model = model;
        this.base = base;
        this.beta = beta;
    }

    @Override
    public double beta() {
        return beta;
    }

    @Override
    public void beta(double value) {
        beta = value;
    }

    @Override
    public PathTracker newTracker() {
        LocalEnergyModel.Tracker tracker = Answers.notNull("newTracker()", model.newTracker());
        return base.isFair() ? new PathTracker(this, tracker) : new BiasedTracker(this, tracker);
    }

    /** The user's tracker inside a {@link PathTracker}; any other tracker itself. */
    public static LocalEnergyModel.Tracker targetOf(LocalEnergyModel.Tracker tracker) {
        return tracker instanceof PathTracker path ? path.target : tracker;
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String name() {
        return model.name();
    }

    @Override
    public Map<String, String> identity() {
        return model.identity();
    }

    @Override
    public byte[] start(UniformRandomProvider rng) {
        return model.start(rng);
    }

    @Override
    public int[][] colouring() {
        return model.colouring();
    }

    /** The target's bonds times beta; a one also gains the base's log-odds times 1 - beta. */
    @Override
    public Optional<PairBonds> bonds() {
        double share = 1.0 - beta;
        return model.bonds()
                .map(bonds -> bonds.tempered(beta, (site, value) -> value == 0 ? 0.0 : share * base.logOdds(site)));
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }

    @Override
    public boolean costGrowsWithFlips() {
        return model.costGrowsWithFlips();
    }

    /** The tracker for a fair base, whose log base(x) is the same for all states. */
    public static class PathTracker implements LocalEnergyModel.Tracker, AnnealedTracker<byte[]> {

        private static final long serialVersionUID = 1L;

        final AnnealedLocalModel path;

        /** The target's tracker. {@link #exchange} swaps it with the one of another chain. */
        private LocalEnergyModel.Tracker target;

        /** log base(x) without the log-odds of ones, at the state of the last reset. */
        private double constant;

        PathTracker(AnnealedLocalModel path, LocalEnergyModel.Tracker target) {
            this.path = path;
            this.target = target;
        }

        /** Exchanges the trackers of the target, and with them the states. */
        @Override
        public void exchange(AnnealedTracker<byte[]> other) {
            PathTracker peer = (PathTracker) other;
            LocalEnergyModel.Tracker swapped = target;
            target = peer.target;
            peer.target = swapped;
        }

        @Override
        public final void assign(int[] sites, int n, byte[] values, int[] touched) {
            flipAll(sites, n, touched);
        }

        @Override
        public final void moveTo(byte[] at) {
            ModelCalls.reset(this, at);
            refresh();
        }

        @Override
        public final LocalEnergyModel.Tracker target() {
            return target;
        }

        @Override
        public final double targetLogProb() {
            return target.logProb();
        }

        @Override
        public double baseLogProb() {
            return constant;
        }

        @Override
        public void reset(byte[] state) {
            target.reset(state);
            constant = path.base.constant(state);
        }

        /** log f_beta at the state; at beta = 1 exactly the target's log-probability. */
        @Override
        public final double logProb() {
            double beta = path.beta;
            double logProb = target.logProb();
            return beta == 1.0 ? logProb : beta * logProb + (1.0 - beta) * baseLogProb();
        }

        /** The target's log-ratios times beta: a fair base adds nothing. */
        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            target.logRatios(sites, n, out);
            double beta = path.beta;
            for (int k = 0; k < n; k++) {
                out[k] *= beta;
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            return target.flip(site, touched);
        }

        @Override
        public int flipAll(int[] sites, int n, int[] touched) {
            return target.flipAll(sites, n, touched);
        }

        @Override
        public boolean refresh() {
            return target.refresh();
        }

        @Override
        public void save() {
            target.save();
        }

        @Override
        public void restore() {
            target.restore();
        }
    }

    /** The tracker for a base with log-odds. It also keeps the state and log base(x), whose sums are exact. */
    private static final class BiasedTracker extends PathTracker {

        private static final long serialVersionUID = 1L;

        private byte[] state;
        /** The sum of the log-odds of the sites that are 1. */
        private double sumOfOdds;

        /** {@link #sumOfOdds} at the last save. */
        private double savedSum;

        /** The sites flipped since the last save, in their order. */
        private int[] flips = new int[16];

        private int flipCount;

        /** Whether the chain saves before its flips; a Gibbs sweep does not. */
        private boolean saves;

        BiasedTracker(AnnealedLocalModel path, LocalEnergyModel.Tracker target) {
            super(path, target);
            this.state = new byte[path.dimension()];
        }

        /** Also exchanges the copies of the states and their sums of log-odds. */
        @Override
        public void exchange(AnnealedTracker<byte[]> other) {
            super.exchange(other);
            BiasedTracker biased = (BiasedTracker) other;
            byte[] swapped = state;
            state = biased.state;
            biased.state = swapped;
            double sum = sumOfOdds;
            sumOfOdds = biased.sumOfOdds;
            biased.sumOfOdds = sum;
        }

        @Override
        public double baseLogProb() {
            return super.baseLogProb() + sumOfOdds;
        }

        /** Also copies the state and sums its log-odds. */
        @Override
        public void reset(byte[] at) {
            super.reset(at);
            System.arraycopy(at, 0, state, 0, state.length);
            sumOfOdds = 0.0;
            for (int i = 0; i < state.length; i++) {
                sumOfOdds += state[i] * path.base.logOdds(i);
            }
            flipCount = 0;
        }

        /** Adds the log-ratios of the base, times 1 - beta. */
        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            super.logRatios(sites, n, out);
            double share = 1.0 - path.beta;
            if (share == 0.0) {
                return;
            }
            for (int k = 0; k < n; k++) {
                out[k] += share * path.base.logRatio(state, sites[k]);
            }
        }

        @Override
        public int flip(int site, int[] touched) {
            flipBase(site);
            return super.flip(site, touched);
        }

        /** Also makes the flips in the copy of the state. */
        @Override
        public int flipAll(int[] sites, int n, int[] touched) {
            for (int k = 0; k < n; k++) {
                flipBase(sites[k]);
            }
            return super.flipAll(sites, n, touched);
        }

        /** Flips a site in the copy of the state, and updates the sum of its log-odds. */
        private void flipBase(int site) {
            sumOfOdds += path.base.logRatio(state, site);
            state[site] ^= 1;
            if (!saves) {
                return;
            }
            if (flipCount == flips.length) {
                flips = Arrays.copyOf(flips, 2 * flipCount);
            }
            flips[flipCount++] = site;
        }

        /** Also begins a new list of flips, by which {@link #restore} undoes them in the copy of the state. */
        @Override
        public void save() {
            super.save();
            savedSum = sumOfOdds;
            flipCount = 0;
            saves = true;
        }

        /** Also returns the copy of the state and its sum of log-odds to the last save. */
        @Override
        public void restore() {
            super.restore();
            while (flipCount > 0) {
                state[flips[--flipCount]] ^= 1;
            }
            sumOfOdds = savedSum;
        }
    }
}
