package dev.lbp.runtime.space;

import dev.lbp.internal.bytes.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The states of all draws in memory, with as many bits per site as its values need.
 *
 * @param <S> the array of a state
 */
public final class KeptDraws<S> {

    private final long bitsPerDraw;
    private final List<PackedStates<S>> stores = new ArrayList<>();

    /** Makes a store without draws and without room for draws. */
    public KeptDraws(Space<S> space, int chains) {
        bitsPerDraw = space.bitsPerDraw();
        for (int c = 0; c < chains; c++) {
            stores.add(space.store());
        }
    }

    /** Makes room for {@code draws} draws of each chain, including those already made. */
    public void makeRoom(int draws) {
        for (PackedStates<S> store : stores) {
            store.makeRoom((int) words(draws, bitsPerDraw));
        }
    }

    /** The number of longs that hold the draws of one chain; a double, since it may be beyond any array. */
    public static double words(int draws, long bitsPerDraw) {
        return Math.ceil((double) draws * bitsPerDraw / Long.SIZE);
    }

    /** The store of a chain's draws. */
    public Consumer<S> store(int chain) {
        return stores.get(chain);
    }

    /** Writes or reads the draws of a chain. */
    public void transcribe(Transcript transcript, int chain) {
        stores.get(chain).transcribe(transcript);
    }

    /** The state of a chain at a draw, which must have been made. */
    public S state(int chain, int draw) {
        return stores.get(chain).state((long) draw * bitsPerDraw);
    }
}
