package dev.lbp.runtime.engine.words;

import dev.lbp.internal.Answers;
import dev.lbp.internal.TrackerTolerance;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.runtime.engine.chain.TaskEnsemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.AcceptRule;
import dev.lbp.runtime.model.ModelCalls;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The chains of a run, 64 to a word. Each word is a task. Chain c of the run is lane {@code c % 64} of word {@code c /
 * 64}; if the ensemble has a part of the run's chains, some lanes may be unused. The log-probability of a chain is
 * computed from a few counts, so it has no rounding errors that add up.
 */
public final class WordEnsemble extends TaskEnsemble<byte[]> {

    private final LocalEnergyModel model;
    private final List<Word> words;

    private WordEnsemble(LocalEnergyModel model, List<LaneChain> chains, List<Word> words, WorkerPool pool) {
        super(chains, words.size(), pool, /* inTurn= */ false);
        this.model = model;
        this.words = words;
        pack();
    }

    /**
     * Makes the chains of a run or of a part of it; empty if the run has fewer chains than a word, or if the model
     * declares no pairs that {@link PairTables} can hold.
     *
     * @param order the free sites in the order of the scan
     * @param rules for each sweep of the cycle, the probability of a flip as a function of the change of log pi
     */
    public static Optional<WordEnsemble> of(
            LocalEnergyModel model, BitStart start, int[] order, List<DoubleUnaryOperator> rules, WorkerPool pool) {
        if (start.chainsOfRun() < Long.SIZE || !ModelCalls.call(model, "exactFlips()", model::exactFlips)) {
            return Optional.empty();
        }
        return ModelCalls.call(model, "bonds()", model::bonds)
                .filter(bonds -> bonds.values() == 2
                        && bonds.graph().sites() == start.dimension()
                        && Arrays.stream(order).noneMatch(bonds::holds))
                .flatMap(bonds -> PairTables.of(bonds, order, rules))
                .map(tables -> of(model, start, tables, pool));
    }

    /** Makes the words and the chains in their lanes, and checks the tables against the model. */
    private static WordEnsemble of(LocalEnergyModel model, BitStart start, PairTables tables, WorkerPool pool) {
        // log pi of the state of zeros, in which a word begins, less what the tables give it
        double constant = scoreOf(model, new byte[start.dimension()]) - new Word(tables, 0.0, 0L, 0).logProb(0);
        long seed = start.runGenerator().nextLong();
        checkPairs(model, tables, constant, seed);
        List<LaneChain> chains = new ArrayList<>();
        List<Word> words = new ArrayList<>();
        for (int c = 0; c < start.chains(); c++) {
            int number = start.rowNames().number(c);
            if (c == 0 || number % Long.SIZE == 0) {
                words.add(new Word(tables, constant, seed, number / Long.SIZE));
            }
            Word word = words.get(words.size() - 1);
            LaneChain chain = new LaneChain(model, start, c, word, number % Long.SIZE);
            word.add(chain);
            chains.add(chain);
        }
        return new WordEnsemble(model, chains, words, pool);
    }

    /** The log-probability of a state by a new tracker. */
    private static double scoreOf(LocalEnergyModel model, byte[] state) {
        LocalEnergyModel.Tracker tracker =
                ModelCalls.call(model, "newTracker()", () -> Answers.notNull("newTracker()", model.newTracker()));
        return ModelCalls.call(model, "Tracker.logProb()", () -> {
            ModelCalls.reset(tracker, state);
            return AcceptRule.checkedStart(tracker.logProb(), model);
        });
    }

    /**
     * Compares the log-probability of a random state by the tables with the model's. The first states of the chains
     * would not suffice: they may all be equal.
     */
    private static void checkPairs(LocalEnergyModel model, PairTables tables, double constant, long seed) {
        UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(seed);
        byte[] state = new byte[tables.sites()];
        Word word = new Word(tables, constant, 0L, 0); // its seed and number do not matter: it makes no sweep
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) random.nextInt(2);
            word.sites[i] = state[i];
        }
        word.countTerms();
        checkEqual(scoreOf(model, state), word.logProb(0));
    }

    /** Checks that the log-probability by pairs and fields is the model's. */
    private static void checkEqual(double logProb, double ofPairs) {
        if (!TrackerTolerance.close(logProb, ofPairs, TrackerTolerance.FEW_FLIPS, Math.abs(logProb))) {
            throw new IllegalStateException("must be the pairs and fields of the log-probability, which add up to "
                    + ofPairs + " where logProb() is " + logProb + ": bonds()");
        }
    }

    /** Writes the states of the chains into the words, and computes the log-probabilities. */
    private void pack() {
        words.forEach(Word::pack);
        // a chain's log-probability, from counts, must be that of the user's tracker
        pool.forEach(chains.size(), each(chains, chain -> checkEqual(scoreOf(model, chain.state), chain.logProb)));
    }

    @Override
    protected void runTask(int task, long until, Visitor<byte[]> visitor, StopSignal signal) {
        words.get(task).runTo(until, visitor, signal);
    }

    @Override
    public String layout() {
        return ", " + Long.SIZE + " chains in a word";
    }

    @Override
    public void invalidate() {
        pack();
    }

    @Override
    public void markOutdated() {
        pack();
    }

    @Override
    public void reset(int chain, byte[] state) {
        System.arraycopy(state, 0, chains.get(chain).state, 0, state.length);
        pack();
    }

    @Override
    public double[] scoreAgain(int first, List<byte[]> states) {
        return states.stream().mapToDouble(state -> scoreOf(model, state)).toArray();
    }

    /** Writes or reads the chains; after reading, writes their states into the words. */
    @Override
    public void transcribe(Transcript transcript) {
        super.transcribe(transcript);
        if (transcript.isReading()) {
            pack();
        }
    }
}
