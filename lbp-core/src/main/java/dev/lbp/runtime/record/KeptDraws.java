package dev.lbp.runtime.record;

import dev.lbp.internal.Transcript;
import dev.lbp.runtime.engine.ChainSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * The states of all draws in memory, with as many bits per site as its values need.
 *
 * @param <S> the array of a state
 */
public final class KeptDraws<S> {

    private final long bitsPerDraw;
    private final List<PackedStates<S>> chains;

    private KeptDraws(long bitsPerDraw, List<PackedStates<S>> chains) {
        this.bitsPerDraw = bitsPerDraw;
        this.chains = chains;
    }

    /** Makes a store for states of bits, without draws and without room for draws. */
    public static KeptDraws<byte[]> ofBits(int chains, int sites) {
        List<PackedStates<byte[]>> stores = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            stores.add(new PackedBits(sites));
        }
        return new KeptDraws<>(bitsPerDraw(sites, 2), stores);
    }

    /** Makes a store for states of whole numbers below {@code values}, without draws and without room for draws. */
    public static KeptDraws<int[]> ofValues(int chains, int sites, int values) {
        List<PackedStates<int[]>> stores = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            stores.add(new PackedValues(sites, bitsPerSite(values)));
        }
        return new KeptDraws<>(bitsPerDraw(sites, values), stores);
    }

    /** Makes a store for points of real coordinates, without draws and without room for draws. */
    public static KeptDraws<double[]> ofReals(int chains, int dimension) {
        List<PackedStates<double[]>> stores = new ArrayList<>();
        for (int c = 0; c < chains; c++) {
            stores.add(new PackedReals(dimension));
        }
        return new KeptDraws<>((long) Double.SIZE * dimension, stores);
    }

    /** The number of bits of a state: {@code ceil(log2(values))} for each site. */
    public static long bitsPerDraw(int sites, int values) {
        return (long) sites * bitsPerSite(values);
    }

    private static int bitsPerSite(int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    /** Makes room for {@code draws} draws of each chain, including those already made. */
    public void makeRoom(int draws) {
        for (PackedStates<S> chain : chains) {
            chain.makeRoom((int) words(draws, bitsPerDraw));
        }
    }

    /** The number of longs that hold the draws of one chain; a double, since it may be beyond any array. */
    public static double words(int draws, long bitsPerDraw) {
        return Math.ceil((double) draws * bitsPerDraw / Long.SIZE);
    }

    DrawStore<S> store(int chain) {
        return chains.get(chain);
    }

    /** Writes or reads the draws of some chains. */
    public void transcribe(Transcript transcript, ChainSpan some) {
        for (PackedStates<S> chain : some.of(chains)) {
            chain.transcribe(transcript);
        }
    }

    /** The state of a chain at a draw, which must have been made. */
    public S state(int chain, int draw) {
        return chains.get(chain).state((long) draw * bitsPerDraw);
    }
}
