package dev.lbp.runtime.space;

import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Fingerprint;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.io.StateType;
import java.util.Map;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * States of bits, a byte per site.
 *
 * @param ones the number of ones of every state; 0 for any number
 */
public record BitSpace(int sites, int ones) implements Space<byte[]> {

    @Override
    public int cellsPerSite() {
        return 1;
    }

    @Override
    public double element(byte[] state, int site) {
        return state[site];
    }

    @Override
    public void copySites(byte[] from, byte[] to, int[] changed, int n) {
        for (int k = 0; k < n; k++) {
            to[changed[k]] = from[changed[k]];
        }
    }

    @Override
    public int replace(byte[] state, byte[] at, int[] changed, int n) {
        // flips back to the state before the step: the caller needs the sites where the new state differs from that one
        States.flip(state, changed, n);
        int count = differences(state, at, changed);
        System.arraycopy(at, 0, state, 0, sites);
        return count;
    }

    @Override
    public boolean opposite(byte[] state, byte[] to) {
        for (int i = 0; i < sites; i++) {
            to[i] = (byte) (1 - state[i]);
        }
        return ones == 0; // with a fixed number of ones, the opposite state has another number in general
    }

    @Override
    public int differences(byte[] state, byte[] other, int[] differing) {
        int count = 0;
        for (int i = 0; i < sites; i++) { // without a branch, which would be unpredictable
            differing[count] = i;
            count += state[i] ^ other[i];
        }
        return count;
    }

    @Override
    public void checkUnchanged(byte[] state, byte[] given) {
        States.checkUnchanged(state, given);
    }

    @Override
    public void transcribe(Transcript transcript, byte[] state) {
        transcript.of(state, sites);
    }

    @Override
    public byte[] checked(String name, byte[] state) {
        return States.checked(name, state, sites);
    }

    /** Independent fair bits; if the number of ones is fixed, a uniform state with this number. */
    @Override
    public byte[] random(UniformRandomProvider rng) {
        return States.random(sites, ones, rng);
    }

    @Override
    public String checksum(byte[][] states) {
        return Fingerprint.of(states);
    }

    @Override
    public long bitsPerDraw() {
        return sites;
    }

    @Override
    public PackedStates<byte[]> store() {
        return new PackedBits(sites);
    }

    @Override
    public StateType<byte[]> type() {
        return StateType.BITS;
    }

    @Override
    public Words words() {
        String size = "model.dimension()=" + sites;
        // the summary, the manifest and the particulars are empty: N is the only size
        Words words = new Words("Sites N", "states", "hamming", "", size, size, Map.of(), Map.of());
        String count = ", " + ones + (ones == 1 ? " one" : " ones");
        return ones == 0
                ? words
                : words.and(count, "", Map.of("ones", ones), Map.of("Ones of every state", String.valueOf(ones)));
    }
}
