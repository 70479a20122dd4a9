package dev.lbp.runtime.model;

import dev.lbp.internal.kernel.nd4j.NativeDoubles;
import dev.lbp.internal.kernel.nd4j.NativeFloats;
import dev.lbp.target.EnergyModel;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * The path of distributions between a base and a model, {@code log f_beta(x) = (1 - beta) log base(x) + beta log p(x)}. It keeps
 * the scores of the last two states of each chain apart from the base's, so a change of {@link #beta} between steps needs no
 * evaluation of the model: the chains are then in states whose scores are known.
 *
 * <p>Made for one ensemble of a given number of chains. Its log-probabilities are in double precision for any model.
 */
public final class AnnealedModel implements EnergyModel {

    private static final long serialVersionUID = 1L;

    private final EnergyModel model;
    private final transient FactorisedBase base;
    private final transient BatchModel batch;
    private final transient RecentScores[] scores;

    /** The states of the present call, [chains][N]. */
    private final transient byte[][] states;

    /** The log-ratios of the last answer, [chains, N]. */
    private final transient INDArray answer;

    /** Room for a row in the model's type and in double precision. */
    private final transient float[] floats;

    private final transient double[] row;

    private double beta = 1.0;

    /**
     * A path to a model.
     *
     * @param dimension the number of sites of the model
     * @param chains the number of chains of the ensemble
     */
    public AnnealedModel(EnergyModel model, FactorisedBase base, int dimension, int chains) {
        this.model = model;
        this.base = base;
        this.batch = new BatchModel(model, dimension, chains);
        this.states = new byte[chains][dimension];
        this.answer = Nd4j.create(model.dataType(), chains, dimension);
        this.row = new double[dimension];
        this.floats = new float[dimension];
        this.scores = new RecentScores[chains];
        for (int c = 0; c < chains; c++) {
            scores[c] = new RecentScores(dimension);
        }
    }

    /**
     * Sets the inverse temperature. The ensemble must then be invalidated.
     *
     * @param value in (0, 1]
     */
    public void beta(double value) {
        beta = value;
    }

    @Override
    public int dimension() {
        return model.dimension();
    }

    @Override
    public String name() {
        return ModelCalls.nameOf(model) + ", annealed";
    }

    @Override
    public DataType dataType() {
        return model.dataType();
    }

    @Override
    public boolean exactFlips() {
        return model.exactFlips();
    }

    @Override
    public INDArray logProb(INDArray at) {
        score(at, false);
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

    @Override
    public Evaluation evaluate(INDArray at) {
        score(at, true);
        for (int c = 0; c < states.length; c++) {
            double[] ofModel = scores[c].logRatios();
            for (int i = 0; i < row.length; i++) {
                row[i] = (1.0 - beta) * base.logRatio(states[c], i) + beta * ofModel[i];
            }
            writeAnswer(c);
        }
        return new Evaluation(logProb(), answer);
    }

    private INDArray logProb() {
        double[] mixed = new double[states.length];
        for (int c = 0; c < mixed.length; c++) {
            mixed[c] = (1.0 - beta) * base.logProb(states[c]) + beta * scores[c].logProb();
        }
        return Nd4j.createFromArray(mixed);
    }

    /** Makes the scores of the given states the last ones of each chain. Evaluates the model if some are not known. */
    private void score(INDArray at, boolean ratios) {
        boolean known = true;
        readStates(at);
        for (int c = 0; c < states.length; c++) {
            known &= scores[c].recall(states[c], ratios);
        }
        if (known) {
            return;
        }
        for (int c = 0; c < states.length; c++) {
            batch.writeRow(c, states[c]);
        }
        if (ratios) {
            batch.evaluate();
        } else {
            batch.score();
        }
        for (int c = 0; c < states.length; c++) {
            scores[c].store(states[c], batch, c, ratios);
        }
    }

    private void readStates(INDArray at) {
        int n = row.length;
        if (at.dataType() == DataType.FLOAT) {
            NativeFloats given = new NativeFloats(at);
            for (int c = 0; c < states.length; c++) {
                given.get(c * n, floats, 0, n);
                for (int i = 0; i < n; i++) {
                    states[c][i] = (byte) floats[i];
                }
            }
            return;
        }
        NativeDoubles given = new NativeDoubles(at);
        for (int c = 0; c < states.length; c++) {
            given.get(c * n, row, 0, n);
            for (int i = 0; i < n; i++) {
                states[c][i] = (byte) row[i];
            }
        }
    }

    /** Writes {@link #row} into the answer. */
    private void writeAnswer(int chain) {
        int n = row.length;
        if (answer.dataType() == DataType.DOUBLE) {
            new NativeDoubles(answer).put(chain * n, row, 0, n);
            return;
        }
        for (int i = 0; i < n; i++) {
            floats[i] = (float) row[i];
        }
        new NativeFloats(answer).put(chain * n, floats, 0, n);
    }
}
