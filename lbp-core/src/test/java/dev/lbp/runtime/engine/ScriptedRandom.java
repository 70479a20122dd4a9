package dev.lbp.runtime.engine;

import org.apache.commons.rng.UniformRandomProvider;

/** A generator that returns given doubles and given choices in order, and refuses anything else. */
public final class ScriptedRandom implements UniformRandomProvider {

    /** The largest double that a generator can return. */
    public static final double LARGEST = 1.0 - 0x1p-53;

    private final int among;
    private final int[] choices;
    private int nextChoice;
    private final double[] script;
    private int next;

    public ScriptedRandom(double... script) {
        this(0, new int[0], script);
    }

    public ScriptedRandom(int among, int[] choices, double[] script) {
        this.among = among;
        this.choices = choices;
        this.script = script;
    }

    /**
     * The exact probability, to 2^-53, of an event that happens for all doubles below a threshold and for none above
     * it: the number of multiples of 2^-53 in [0, 1) for which it does, divided by 2^53.
     */
    public static double probability(Event event) {
        return new Ends().probability(event);
    }

    /** What happens when the generator returns a double. */
    public interface Event {
        boolean happens(double uniform);
    }

    @Override
    public double nextDouble() {
        return script[next++];
    }

    @Override
    public int nextInt(int n) {
        if (n != among) {
            throw new UnsupportedOperationException("only choices among " + among + " are scripted, not " + n);
        }
        return choices[nextChoice++];
    }

    @Override
    public long nextLong() {
        throw new UnsupportedOperationException("only doubles and choices are scripted");
    }
}
