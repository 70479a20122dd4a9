package dev.lbp.internal.select.glm;

import dev.lbp.internal.select.average.Sites;
import dev.lbp.internal.select.average.SubsetModel;
import dev.lbp.target.LocalEnergyModel;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the state of a chain, a model. Its fit and the estimates of all log-ratios are computed when they are asked
 * for. Every answer is a function of the model alone.
 */
final class GlmTracker implements LocalEnergyModel.Tracker {

    private static final long serialVersionUID = 1L;

    private final GlmModel model;
    private final byte[] state;
    private final byte[] saved;
    private int size;
    private int savedSize;

    /** The results for the present model; null until they are looked up or computed. */
    private transient FitCache.@Nullable Known known;

    private transient FitCache.@Nullable Known savedKnown;

    /** The cache and the arrays of fits; null until the first fit, also in a tracker that was deserialised. */
    private transient @Nullable Room room;

    /** The cache and the arrays of fits, which are not serialised. */
    private static final class Room {

        final FitCache cache;
        final GlmFit fit;
        final ToggleEstimates estimates;

        /** The results for the model that {@link #fit} is of; null before the first fit. */
        FitCache.@Nullable Known fitted;

        Room(GlmModel model) {
            this.cache = new FitCache(model.dimension());
            this.fit = model.newFit();
            this.estimates = new ToggleEstimates(model);
        }
    }

    GlmTracker(GlmModel model) {
        this.model = model;
        this.state = new byte[model.dimension()];
        this.saved = new byte[state.length];
    }

    /** The room; made at first use, also after deserialisation. */
    private Room room() {
        Room here = room;
        if (here == null) {
            here = new Room(model);
            room = here;
        }
        return here;
    }

    @Override
    public void reset(byte[] to) {
        System.arraycopy(to, 0, state, 0, state.length);
        size = 0;
        for (byte bit : state) {
            size += bit;
        }
        known = null;
    }

    /** The results for the present model, from the cache or by a fit. */
    private FitCache.Known known() {
        FitCache.Known here = known;
        if (here == null) {
            Sites key = new Sites(SubsetModel.ones(state));
            here = room().cache.get(key);
            if (here == null) {
                here = new FitCache.Known(model.load(room().fit, key.sites()));
                room().fitted = here;
                room().cache.put(key, here);
            }
            known = here;
        }
        return here;
    }

    @Override
    public double logProb() {
        return known().logProb;
    }

    @Override
    public void logRatios(int[] sites, int n, double[] out) {
        FitCache.Known here = known();
        float[] ratios = here.ratios;
        if (ratios == null) {
            ratios = new float[state.length];
            if (here.logProb != Double.NEGATIVE_INFINITY) {
                if (room().fitted != here) { // the room holds the fit of another model
                    model.load(room().fit, SubsetModel.ones(state));
                    room().fitted = here;
                }
                room().estimates.of(room().fit, ratios);
            }
            here.ratios = ratios;
        }
        // `ratios` are of the evidence alone; the prior of models depends on the size.
        double adding = model.logPrior(size + 1) - model.logPrior(size);
        double deleting = size == 0 ? 0.0 : model.logPrior(size - 1) - model.logPrior(size);
        for (int k = 0; k < n; k++) {
            out[k] = model.margins.mayFlip(state, sites[k])
                    ? ratios[sites[k]] + (state[sites[k]] == 0 ? adding : deleting)
                    : Double.NEGATIVE_INFINITY;
        }
    }

    @Override
    public int flip(int site, int[] touched) {
        state[site] ^= 1;
        size += 2 * state[site] - 1;
        known = null;
        return ALL_SITES;
    }

    @Override
    public int flipAll(int[] sites, int n, int[] touched) {
        for (int k = 0; k < n; k++) {
            flip(sites[k], touched);
        }
        return ALL_SITES;
    }

    @Override
    public void save() {
        System.arraycopy(state, 0, saved, 0, state.length);
        savedSize = size;
        savedKnown = known;
    }

    @Override
    public void restore() {
        System.arraycopy(saved, 0, state, 0, state.length);
        size = savedSize;
        known = savedKnown;
    }
}
