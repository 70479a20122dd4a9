package dev.lbp.bench.jmh;

import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.ValueChain;
import dev.lbp.models.AssignmentModel;
import dev.lbp.models.MatchingModel;
import dev.lbp.models.PottsModel;
import dev.lbp.target.MoveModel;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Steps per second of one chain on a model with its own moves, and proposed moves per second, by sampler and target.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class MoveBenchmark extends TimedBenchmark {

    /** The number of records in each of both files of the sparse matching. */
    private static final int RECORDS = 1_000;

    /** The candidates of record i are the records i + offset, modulo {@link #RECORDS}. */
    private static final int[] OFFSETS = {0, 1, 3, 7, 12};

    /** The sampler: informed paths of 25 or 26 moves, or single uniform moves. */
    @Param({"pas", "rwm"})
    public String sampler;

    /** The target: all pairs of 100 positions, 5,000 candidate links, or 900 sites of four values. */
    @Param({"assignment-100", "matching-1000x5", "potts-30x30"})
    public String target;

    private ValueChain chain;

    /** Proposed moves: the sum of the scales of all steps. */
    @State(Scope.Thread)
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    public static class Moves {
        /** Proposed moves since the iteration began. */
        public long proposed;
    }

    /** Makes a chain, and moves it away from its random start. */
    @Setup
    public void setUp() {
        chain = sampler().start(target(), 1L);
        chain.warmUp(1_000);
    }

    private Sampler sampler() {
        return switch (sampler) {
            case "pas" -> Samplers.pas().path(25).build();
            case "rwm" -> Samplers.rwm().scale(1).build();
            default -> throw new IllegalArgumentException("must be pas or rwm: sampler=" + sampler);
        };
    }

    private MoveModel target() {
        return switch (target) {
            case "assignment-100" -> AssignmentModel.random(100, 3.0, 1L);
            case "matching-1000x5" -> sparseMatching();
            case "potts-30x30" -> PottsModel.lattice(30, 30, 4).coupling(1.0).build();
            default ->
                throw new IllegalArgumentException(
                        "must be assignment-100, matching-1000x5 or potts-30x30: target=" + target);
        };
    }

    private static MoveModel sparseMatching() {
        Random random = new Random(1);
        int links = RECORDS * OFFSETS.length;
        int[] from = new int[links];
        int[] to = new int[links];
        double[] weights = new double[links];
        for (int k = 0; k < links; k++) {
            from[k] = k / OFFSETS.length;
            to[k] = (from[k] + OFFSETS[k % OFFSETS.length]) % RECORDS;
            weights[k] = 2.0 * random.nextGaussian();
        }
        return MatchingModel.of(RECORDS, RECORDS, from, to, weights);
    }

    /** Makes one step. */
    @Benchmark
    public double step(Moves moves) {
        moves.proposed += chain.step().scale();
        return chain.logProb();
    }
}
