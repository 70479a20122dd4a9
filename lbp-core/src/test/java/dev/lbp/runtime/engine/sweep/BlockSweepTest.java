package dev.lbp.runtime.engine.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Patience;
import dev.lbp.SmallPairwise;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.internal.bytes.TranscriptReader;
import dev.lbp.internal.bytes.TranscriptWriter;
import dev.lbp.runtime.engine.TransitionMatrix;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.chain.StepMix;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import dev.lbp.target.SiteRatios;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.core.source64.SplitMix64;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps in blocks: exact kernels, and the same bits whichever thread decides a block, and when. */
class BlockSweepTest {

    private static final int CYCLE = 4;

    private static final boolean[] FROZEN = {false, true, false, false, false, false, true, false, false};

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        Workers.assertNoneLeft();
    }

    static Stream<Arguments> cases() {
        return Stream.of(Sweeps.values())
                .flatMap(sweeps -> Stream.of(
                        Arguments.of(sweeps, 1, FROZEN, new int[] {0, 2, 4, 8, 3, 5, 7}),
                        Arguments.of(sweeps, 2, null, new int[] {0, 2, 4, 6, 8, 1, 3, 5, 7}),
                        Arguments.of(sweeps, 3, FROZEN, new int[] {0, 2, 4, 8, 3, 5, 7})));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void fourSweeps_blocksOfFewSites_leaveTheTargetInvariant(
            Sweeps sweeps, int most, boolean @Nullable [] frozen, int... order) {
        SmallPairwise model = MetropolisSweepTest.lattice();
        SweepKernel kernel = SweepKernel.inBlocks(model.target(), model, sweeps, most, frozen);
        double[][] cycle = kernel.systematicCycle(CYCLE, sweeps == Sweeps.GIBBS, order);
        new TransitionMatrix(model.target(), cycle).verifyStochastic().verifyInvariant();
    }

    /** Two isolated sites without a field: the cycle is ergodic. */
    @Test
    void fourSweeps_twoIsolatedSites_haveNoOtherEigenvalueOfSizeOne() {
        SmallPairwise flat = new SmallPairwise(new double[2], new double[2][2], new int[][] {{0, 1}});
        SweepKernel kernel = SweepKernel.inBlocks(flat.target(), flat, Sweeps.METROPOLIS, 1, null);
        double[] sizes = MetropolisSweepTest.sizes(kernel.systematicCycle(CYCLE, false, 0, 1));
        assertThat(sizes[2]).isLessThan(0.5);
    }

    private static SweepMethod method(Sweeps sweeps) {
        return new SweepMethod(sweeps, Scan.IN_BLOCKS, SiteSkipping.NONE, StepMix.MOVES);
    }

    static Ensemble<byte[]> chains(LocalEnergyModel model, int chains, WorkerPool pool, int most) {
        return method(Sweeps.METROPOLIS)
                .blockChains(model, new BitStart(model, chains, 5L, null), pool, most, BlockStreams::seeded);
    }

    /** All states and log-probabilities of 30 sweeps. */
    private static List<String> sweeps(LocalEnergyModel model, int chains, WorkerPool pool, int most) {
        return run(chains(model, chains, pool, most), 30);
    }

    private static List<String> run(Ensemble<byte[]> ensemble, int sweeps) {
        List<String> seen = new ArrayList<>(); // the caller's thread visits the chains in turn
        ensemble.run(
                sweeps,
                chain -> seen.add(chain.index + " " + Arrays.toString(chain.state) + " "
                        + Double.doubleToLongBits(chain.logProb) + " "
                        + Arrays.toString(Arrays.copyOf(chain.flipped, chain.flips))),
                new StopSignal());
        ensemble.end();
        return seen;
    }

    /** A random start has some 50 penalties of 10^9, whose rounding would stay in the sums of log-ratios. */
    @Test
    void logProb_afterAStartOfLargePenalties_isThatOfATracker() {
        int n = 200;
        double[] bias = new double[n];
        double[][] coupling = new double[n][n];
        int[][] classes = new int[2][n / 2];
        for (int i = 0; i < n; i++) {
            bias[i] = 0.1;
            classes[i % 2][i / 2] = i;
            if (i > 0) {
                coupling[i][i - 1] = -1e9;
                coupling[i - 1][i] = -1e9;
            }
        }
        SmallPairwise model = new SmallPairwise(bias, coupling, classes);
        Ensemble<byte[]> ensemble = chains(model, 2, WorkerPool.inline(), 10);
        run(ensemble, 64); // trackers are compared on the way
        for (ChainState<byte[]> chain : ensemble.chains) {
            LocalEnergyModel.Tracker tracker = model.newTracker();
            tracker.reset(chain.state);
            assertThat(chain.logProb).isPositive().isCloseTo(tracker.logProb(), within(1e-9));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void sweep_anyNumberOfThreads_hasTheSameBits(int threads) {
        SpinLine line = SpinLine.of(501);
        List<String> expected = sweeps(line, 2, WorkerPool.inline(), 10);
        try (WorkerPool pool = WorkerPool.of(threads, () -> {})) {
            assertThat(sweeps(line, 2, pool, 10)).isEqualTo(expected);
        }
    }

    /** A model that is told before each call of its log-ratios in a sweep. */
    private record Watched(SmallPairwise pairwise, SiteRatios watcher) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return pairwise.dimension();
        }

        @Override
        public int[][] colouring() {
            return pairwise.colouring();
        }

        @Override
        public Tracker newTracker() {
            return pairwise.newTracker();
        }

        @Override
        public Optional<SiteRatios> siteRatios() {
            SiteRatios ratios = pairwise.siteRatios().orElseThrow();
            return Optional.of((state, sites, from, to, out) -> {
                watcher.logRatios(state, sites, from, to, out);
                ratios.logRatios(state, sites, from, to, out);
            });
        }
    }

    /** The first block of each class ends last, after all others on another thread. Sums keep the order of blocks. */
    @Test
    void sweep_firstBlockEndsLast_hasTheSameBits() {
        SmallPairwise lattice = MetropolisSweepTest.lattice();
        List<String> expected = sweeps(lattice, 1, WorkerPool.inline(), 1);
        CountDownLatch[] left = {new CountDownLatch(4), new CountDownLatch(3)};
        Watched late = new Watched(lattice, (state, sites, from, to, out) -> {
            if (sites.length == 9 && to == from + 1) { // the order of a sweep, and not a comparison
                int colour = from < 5 ? 0 : 1;
                if (from != 0 && from != 5) {
                    left[colour].countDown();
                } else {
                    Patience.await(left[colour]);
                    left[colour] = new CountDownLatch(colour == 0 ? 4 : 3);
                }
            }
        });
        try (WorkerPool pool = WorkerPool.of(2, () -> {})) {
            assertThat(sweeps(late, 1, pool, 1)).isEqualTo(expected);
        }
    }

    /** Every block of a class sees the state from before the class, so no thread reads what another one writes. */
    @Test
    void sweep_blocksOfOneClass_readTheStateBeforeIt() {
        Set<String> seen = new HashSet<>();
        Watched watched = new Watched(MetropolisSweepTest.lattice(), (state, sites, from, to, out) -> {
            if (sites.length == 9 && to == from + 1) {
                if (from == 0 || from == 5) {
                    seen.clear();
                }
                seen.add(Arrays.toString(state));
                assertThat(seen).hasSize(1);
            }
        });
        sweeps(watched, 1, WorkerPool.inline(), 1);
    }

    @Test
    void sweep_independentSites_flipsOtherSitesInEachBlock() {
        SpinLine flat = SpinLine.flat(256);
        BitStart start = new BitStart(256, 1, 3L, new byte[1][256], null);
        Ensemble<byte[]> ensemble =
                method(Sweeps.GIBBS).blockChains(flat, start, WorkerPool.inline(), 64, BlockStreams::seeded);
        Set<String> patterns = new HashSet<>();
        for (int sweep = 0; sweep < 3; sweep++) {
            ensemble.reset(0, new byte[256]);
            ensemble.run(1, chain -> {}, new StopSignal());
            byte[] state = ensemble.chains.get(0).state;
            for (int block = 0; block < 4; block++) { // even sites, then odd ones
                int first = block % 2 * 128 + block / 2;
                patterns.add(IntStream.range(0, 64)
                        .mapToObj(k -> "" + state[first + 2 * k])
                        .reduce("", String::concat));
            }
        }
        assertThat(patterns).hasSize(12); // two of 12 are alike by chance with probability 66 / 2^64
    }

    @Test
    void streams_seeds_areOutputsOfTwoSplitMix64() {
        UniformRandomProvider chain = RandomSource.XO_SHI_RO_256_PP.create(11L);
        UniformRandomProvider same = RandomSource.XO_SHI_RO_256_PP.create(11L);
        BlockStreams streams = BlockStreams.seeded();
        for (int sweep = 0; sweep < 2; sweep++) {
            streams.begin(chain);
            SplitMix64 first = new SplitMix64(same.nextLong());
            SplitMix64 second = new SplitMix64(same.nextLong());
            for (int block = 0; block < 3; block++) {
                long[] seed = new long[4];
                for (int k = 0; k < 4; k += 2) {
                    seed[k] = first.nextLong();
                    seed[k + 1] = second.nextLong();
                }
                assertThat(streams.of(block).nextLong())
                        .isEqualTo(RandomSource.XO_SHI_RO_256_PP.create(seed).nextLong());
            }
        }
    }

    /** The lattice's numbers are rounded: the sum that a chain keeps is not the one that a tracker begins with. */
    @Test
    void transcribe_atAnySweep_goesOnWithTheSameBits() {
        SmallPairwise lattice = MetropolisSweepTest.lattice();
        List<String> expected = sweeps(lattice, 2, WorkerPool.inline(), 2);
        for (int done = 1; done < 30; done += 7) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Ensemble<byte[]> before = chains(lattice, 2, WorkerPool.inline(), 2);
            before.run(done, chain -> {}, new StopSignal());
            before.transcribe(new TranscriptWriter(bytes));
            Ensemble<byte[]> after = chains(lattice, 2, WorkerPool.inline(), 2);
            after.transcribe(new TranscriptReader(new ByteArrayInputStream(bytes.toByteArray())));
            assertThat(run(after, 30 - done)).isEqualTo(expected.subList(2 * done, 60));
        }
    }

    @Test
    void sweep_logRatiosFail_leavesTheStateAndGoesOn() {
        boolean[] fails = {false};
        Watched failing = new Watched(MetropolisSweepTest.lattice(), (state, sites, from, to, out) -> {
            if (fails[0] && from == 7) { // a block of the second class
                throw new IllegalStateException("no ratio");
            }
        });
        Ensemble<byte[]> ensemble = chains(failing, 1, WorkerPool.inline(), 1);
        ensemble.run(3, chain -> {}, new StopSignal());
        ChainState<byte[]> chain = ensemble.chains.get(0);
        byte[] state = chain.state.clone();
        double logProb = chain.logProb;
        fails[0] = true;
        assertThatThrownBy(() -> ensemble.run(1, any -> {}, new StopSignal()))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("chain 0 at step 3")
                .hasMessageContaining("no ratio");
        assertThat(chain.state).isEqualTo(state);
        assertThat(chain.logProb).isEqualTo(logProb);
        fails[0] = false;
        ensemble.run(2, any -> {}, new StopSignal());
        assertThat(chain.steps()).isEqualTo(5);
    }

    @Test
    void sweep_logRatiosThatAreNotTheTrackers_areAnError() {
        Watched wrong = new Watched(MetropolisSweepTest.lattice(), (state, sites, from, to, out) -> {});
        LocalEnergyModel off = new OffByAThird(wrong);
        assertThatThrownBy(() -> sweeps(off, 1, WorkerPool.inline(), 2))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must be those of a tracker: siteRatios()")
                .hasMessageContaining("OffByAThird");
    }

    /** All chains and threads share the array of the sites. */
    @Test
    void sweep_logRatiosThatWriteToTheSites_areAnError() {
        Watched wrong = new Watched(MetropolisSweepTest.lattice(), (state, sites, from, to, out) -> sites[from] = 0);
        assertThatThrownBy(() -> sweeps(wrong, 1, WorkerPool.inline(), 2))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("must not write to sites: siteRatios()");
    }

    /** A model with wrong log-ratios of site 4. */
    private record OffByAThird(Watched right) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return right.dimension();
        }

        @Override
        public int[][] colouring() {
            return right.colouring();
        }

        @Override
        public Tracker newTracker() {
            return right.newTracker();
        }

        @Override
        public Optional<SiteRatios> siteRatios() {
            SiteRatios ratios = right.siteRatios().orElseThrow();
            return Optional.of((state, sites, from, to, out) -> {
                ratios.logRatios(state, sites, from, to, out);
                for (int k = from; k < to; k++) {
                    out[k - from] += sites[k] == 4 ? 1.0 / 3.0 : 0.0;
                }
            });
        }
    }
}
