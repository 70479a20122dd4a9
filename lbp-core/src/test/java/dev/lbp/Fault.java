package dev.lbp;

import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import java.io.Serializable;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.nd4j.linalg.api.buffer.DataType;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

/**
 * A model that breaks its contract once: in one chain, which its first two sites name in binary (runs freeze them), or
 * in the whole batch, when it scores a state for the given time.
 *
 * @param chain the chain that fails
 * @param scoring 0 for the start, k for the k-th scoring after it
 */
public record Fault(Kind kind, int chain, int scoring) implements Serializable {

    public static final int N = 12;
    public static final int CHAINS = 4;

    public enum Kind {
        THROW,
        NAN,
        INFINITE,
        RATIO_NAN,
        RATIO_INFINITE
    }

    /** What is thrown: not an exception that anything here throws by itself. */
    public static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Broken() {
            super("broken");
        }
    }

    /** A run of the given model, with one state per chain. */
    public static SamplingRun run(Sampler sampler, EnergyModel model) {
        boolean[] frozen = new boolean[N];
        frozen[0] = true;
        frozen[1] = true;
        byte[][] initial = new byte[CHAINS][N];
        for (int c = 0; c < CHAINS; c++) {
            initial[c][0] = (byte) (c & 1);
            initial[c][1] = (byte) (c >> 1);
        }
        return sampler.sample(model)
                .chains(CHAINS)
                .initial(initial)
                .frozen(frozen)
                .warmup(10)
                .draws(40)
                .seed(5)
                .threads(2);
    }

    /** A local model with this fault. */
    public LocalEnergyModel local() {
        SpinLine line = SpinLine.of(N);
        return new Local(line, this);
    }

    /** A batched one. */
    public EnergyModel batched() {
        return new Batched(SpinLine.of(N).batched(DataType.DOUBLE), this, new int[1]);
    }

    private double spoilScore(double logProb) {
        return switch (kind) {
            case THROW -> throw new Broken();
            case NAN -> Double.NaN;
            case INFINITE -> Double.POSITIVE_INFINITY;
            default -> logProb;
        };
    }

    private double spoilRatio(double ratio) {
        return switch (kind) {
            case RATIO_NAN -> Double.NaN;
            case RATIO_INFINITE -> Double.POSITIVE_INFINITY;
            default -> ratio;
        };
    }

    private record Local(SpinLine line, Fault fault) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public String name() {
            return "faulty";
        }

        @Override
        public Tracker newTracker() {
            return new FaultyTracker(line.newTracker(), fault);
        }
    }

    private static final class FaultyTracker extends WrappedTracker {

        private static final long serialVersionUID = 1L;

        private final Fault fault;
        private int chain;
        private int scored;

        /** Whether the state has changed since it was scored: only such scorings count. */
        private boolean changed;

        FaultyTracker(LocalEnergyModel.Tracker sound, Fault fault) {
            super(sound);
            this.fault = fault;
        }

        @Override
        public void reset(byte[] state) {
            chain = state[0] + 2 * state[1];
            changed = true;
            sound.reset(state);
        }

        @Override
        public int flip(int site, int[] touched) {
            changed = true;
            return sound.flip(site, touched);
        }

        private boolean fails() {
            return chain == fault.chain && scored > fault.scoring;
        }

        @Override
        public double logProb() {
            scored += changed ? 1 : 0;
            changed = false;
            return fails() ? fault.spoilScore(sound.logProb()) : sound.logProb();
        }

        @Override
        public void logRatios(int[] sites, int n, double[] out) {
            changed |= n == 1; // a Gibbs update, which may flip nothing
            sound.logRatios(sites, n, out);
            for (int k = 0; k < n; k++) {
                out[k] = fails() && sites[k] >= 2 ? fault.spoilRatio(out[k]) : out[k];
            }
        }
    }

    private record Batched(EnergyModel sound, Fault fault, int[] scored) implements EnergyModel {

        @Override
        public int dimension() {
            return sound.dimension();
        }

        @Override
        public String name() {
            return "faulty";
        }

        @Override
        public INDArray logProb(INDArray states) {
            INDArray logProb = sound.logProb(states);
            if (scored[0]++ >= fault.scoring) {
                logProb.putScalar(fault.chain, fault.spoilScore(logProb.getDouble(fault.chain)));
            }
            return logProb;
        }

        @Override
        public INDArray gradient(INDArray states) {
            return sound.gradient(states);
        }

        @Override
        public INDArray flipLogRatios(INDArray states) {
            INDArray ratios = sound.flipLogRatios(states);
            if (scored[0] > fault.scoring) {
                ratios.putScalar(fault.chain, 5, fault.spoilRatio(ratios.getDouble(fault.chain, 5)));
            }
            return ratios;
        }
    }

    /** A batched model of {@link #N} sites whose answers of the k-th scoring on are changed. */
    public static EnergyModel changed(int scoring, UnaryOperator<INDArray> logProb, UnaryOperator<INDArray> ratios) {
        EnergyModel sound = SpinLine.of(N).batched(DataType.DOUBLE);
        int[] scored = new int[1];
        return new EnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public String name() {
                return "faulty";
            }

            @Override
            public INDArray logProb(INDArray states) {
                INDArray sane = sound.logProb(states);
                return scored[0]++ >= scoring ? logProb.apply(sane) : sane;
            }

            @Override
            public INDArray gradient(INDArray states) {
                return sound.gradient(states);
            }

            @Override
            public INDArray flipLogRatios(INDArray states) {
                INDArray sane = sound.flipLogRatios(states);
                return scored[0] > scoring ? ratios.apply(sane) : sane;
            }
        };
    }

    /** An array of ones of another shape. */
    static INDArray shaped(long... shape) {
        return Nd4j.ones(DataType.DOUBLE, shape);
    }

    @Override
    public String toString() {
        return String.join(" ", Arrays.asList(kind.name(), "in chain", "" + chain, "at scoring", "" + scoring));
    }
}
