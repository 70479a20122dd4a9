package dev.lbp.runtime.model;

import dev.lbp.internal.bytes.Transcript;
import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.target.EnergyModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The path of distributions between a base and a model, {@code log f_beta(x) = (1 - beta) log base(x) + beta log p(x)}.
 * It keeps the model's scores of the last two states of each chain, without the base's part. Between steps each chain
 * is in one of these states, so a change of {@link #beta} needs no evaluation of the model.
 *
 * <p>Made for one ensemble of a given number of chains; for a tempered run, a chain is a replica with an inverse
 * temperature of its own, and two replicas can {@link #exchange} the scores of their states. Its log-probabilities are
 * in double precision for any model.
 *
 * @param <S> the array of a state, which is a row of the model's input
 */
public final class AnnealedModel<S> implements EnergyModel {

    private static final long serialVersionUID = 1L;

    private final EnergyModel model;
    private final String name;
    private final transient RowReference<S> base;
    private final transient RowBlocks blocks;
    private final transient BatchModel batch;
    private final transient List<RecentScores<S>> scores;

    /** The states of the present call, by chain. */
    private final transient List<S> states;

    /** The log-ratios of the last answer, [chains, N]. */
    private final transient INDArray answer;

    /** The memory of {@link #answer}. The type of the array decides which of these two fields is null. */
    private final transient @Nullable NativeFloats floatAnswer;

    private final transient @Nullable NativeDoubles doubleAnswer;

    /**
     * The log-probabilities of the last answer, [chains]. Reused: a new array costs as much as a product of few rows.
     */
    private final transient INDArray logProbAnswer;

    /** The memory of {@link #logProbAnswer}. */
    private final transient NativeDoubles logProbs;

    /** The chains that a call answers for, each at its last state; null for all chains, at the states of the call. */
    private transient boolean @Nullable [] chosen;

    /** Room for a row in the model's type and in double precision. */
    private final transient float[] floats;

    private final transient double[] row;

    /** The inverse temperature of each chain. */
    private final double[] betas;

    /**
     * A path to a model, named after it with ", annealed".
     *
     * @param dimension the number of sites of the model
     * @param chains the number of chains of the ensemble
     */
    public AnnealedModel(EnergyModel model, RowReference<S> base, int dimension, int chains) {
        this(model, base, dimension, RowBlocks.whole(chains), ModelCalls.nameOf(model) + ", annealed");
    }

    /**
     * A path to a model.
     *
     * @param dimension the number of sites of the model
     * @param blocks the chains of the ensemble, and the blocks in which the model is evaluated
     * @param name the name in messages
     */
    public AnnealedModel(EnergyModel model, RowReference<S> base, int dimension, RowBlocks blocks, String name) {
        this(new BatchModel(model, dimension, blocks), base, dimension, blocks, name);
    }

    /**
     * A path to a model in a batch of its own.
     *
     * @param cells the number of cells of a row
     * @param blocks the chains of the ensemble, and the blocks in which the model is evaluated
     */
    public AnnealedModel(BatchModel batch, RowReference<S> base, int cells, RowBlocks blocks, String name) {
        int chains = blocks.rows();
        this.blocks = blocks;
        this.model = batch.model();
        this.name = name;
        this.betas = new double[chains];
        Arrays.fill(betas, 1.0);
        this.base = base;
        this.batch = batch;
        this.states = new ArrayList<>();
        this.scores = new ArrayList<>();
        this.answer = Nd4j.create(model.dataType(), chains, cells);
        boolean single = answer.dataType() == DataType.FLOAT;
        this.floatAnswer = single ? new NativeFloats(answer) : null;
        this.doubleAnswer = single ? null : new NativeDoubles(answer);
        this.logProbAnswer = Nd4j.create(DataType.DOUBLE, chains);
        this.logProbs = new NativeDoubles(logProbAnswer);
        this.row = new double[cells];
        this.floats = new float[cells];
        for (int c = 0; c < chains; c++) {
            states.add(base.rows().make().apply(base.sites()));
            scores.add(new RecentScores<>(base, cells));
        }
    }

    /**
     * The heap of a chain: three states, two rows of log-ratios, and a row of the model's input and one of its answer.
     *
     * @param state the bytes of a state
     * @param cells the cells of a row
     */
    public static double bytes(double state, double cells) {
        return 3.0 * state + 4.0 * Double.BYTES * cells;
    }

    /**
     * Sets the inverse temperature of all chains. The ensemble must then be invalidated.
     *
     * @param value in (0, 1]
     */
    public void beta(double value) {
        Arrays.fill(betas, value);
    }

    /**
     * Sets the inverse temperature of a chain. The ensemble must then be invalidated.
     *
     * @param value in (0, 1]
     */
    public void beta(int chain, double value) {
        betas[chain] = value;
    }

    /**
     * Keeps the scores of a chain's current state through the next evaluation. Threads may do this for different chains
     * at once.
     *
     * @param ratios whether its log-ratios are needed too
     * @return whether these scores are known
     */
    public boolean keep(int chain, S state, boolean ratios) {
        return scores.get(chain).recall(state, ratios);
    }

    /** The model's log-probability of the state that was kept or evaluated last for a chain. */
    public double targetLogProb(int chain) {
        return scores.get(chain).logProb();
    }

    /**
     * Exchanges the scores of two chains whose states are exchanged. The ensemble must then restart both at their
     * states.
     */
    public void exchange(int chain, int other) {
        Collections.swap(scores, chain, other);
    }

    /**
     * Stores the scores of a chain's new state, a row of the last answer of a batch of the same model.
     *
     * @param ratios whether the answer has log-ratios
     */
    public void store(int chain, S state, BatchModel from, int row, boolean ratios) {
        scores.get(chain).store(state, from, row, ratios);
    }

    /** Forgets all scores, because the model has changed. */
    public void forget() {
        for (RecentScores<S> recent : scores) {
            recent.forget();
        }
    }

    /** Writes or reads the scores. */
    public void transcribe(Transcript transcript) {
        for (RecentScores<S> recent : scores) {
            recent.transcribe(transcript);
        }
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public DataType dataType() {
        return model.dataType();
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }

    /**
     * Restricts calls to some chains, at the states that were kept, exchanged or stored last. A call then ignores its
     * argument, and its answer for the other chains is meaningless.
     *
     * @param chosenChains true for the chains that calls answer for; null ends the restriction
     */
    public void answerFor(boolean @Nullable [] chosenChains) {
        chosen = chosenChains;
    }

    @Override
    public INDArray logProb(INDArray at) {
        score(at, /* ratios= */ false);
        return logProb();
    }

    @Override
    public INDArray gradient(INDArray at) {
        throw new UnsupportedOperationException("samplers take the log-ratios of evaluate()");
    }

    @Override
    public INDArray flipLogRatios(INDArray at) {
        return evaluate(at).flipLogRatios();
    }

    /** Scores states, and mixes the model's log-ratios with the base's at each chain's beta. */
    @Override
    public Evaluation evaluate(INDArray at) {
        score(at, /* ratios= */ true);
        for (int c = 0; c < betas.length; c++) {
            if (chosen == null || chosen[c]) {
                mix(betas[c], scores.get(c));
                writeAnswer(c);
            }
        }
        return new Evaluation(logProb(), answer);
    }

    /** Writes the log-ratios at {@code beta} of a state into {@link #row}. */
    private void mix(double beta, RecentScores<S> at) {
        double[] modelRatios = at.logRatios();
        for (int i = 0; i < row.length; i++) {
            row[i] = beta * modelRatios[i];
        }
        if (!base.isFair()) {
            base.addRatios(1.0 - beta, at.state(), row);
        }
    }

    /** Writes the log-probabilities of all chains, each at its beta, into the answer. */
    private INDArray logProb() {
        for (int c = 0; c < betas.length; c++) {
            RecentScores<S> at = scores.get(c);
            double mixed = (1.0 - betas[c]) * base.logProb(at.state()) + betas[c] * at.logProb();
            logProbs.put(c, mixed);
        }
        return logProbAnswer;
    }

    /**
     * Makes the scores of the given states the last ones of each chain. Evaluates the model where some are not known.
     */
    private void score(INDArray at, boolean ratios) {
        if (chosen != null) { // a restart after exchanges: all scores are known, see answerFor()
            return;
        }
        batch.take(at);
        for (int c = 0; c < states.size(); c++) {
            base.rows().read().move(batch, c, states.get(c)); // reads the state of chain c from its row
        }
        for (int block = 0; block < blocks.count(); block++) {
            score(at, block, ratios);
        }
    }

    /** Evaluates the model at the states of a block, unless the scores of all of them are known. */
    private void score(INDArray at, int block, boolean ratios) {
        int rows = blocks.rows(block);
        boolean known = true;
        for (int k = 0; k < rows; k++) {
            int c = blocks.row(block, k);
            known = known && scores.get(c).recall(states.get(c), ratios);
        }
        if (known) {
            return;
        }
        if (ratios) {
            batch.evaluate(at, block);
        } else {
            batch.score(at, block);
        }
        for (int k = 0; k < rows; k++) {
            int c = blocks.row(block, k);
            scores.get(c).store(states.get(c), batch, c, ratios);
        }
    }

    /** Writes {@link #row} into the answer. */
    private void writeAnswer(int chain) {
        int n = row.length;
        if (doubleAnswer != null) {
            doubleAnswer.put(chain * n, row, 0, n);
            return;
        }
        for (int i = 0; i < n; i++) {
            floats[i] = (float) row[i];
        }
        Objects.requireNonNull(floatAnswer).put(chain * n, floats, 0, n);
    }
}
