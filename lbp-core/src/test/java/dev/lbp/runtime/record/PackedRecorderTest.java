package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.SpinLine;
import dev.lbp.internal.States;
import dev.lbp.internal.bytes.Transcript;
import dev.lbp.proposal.FixedScale;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.PackedBits;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.step.ChainScale;
import dev.lbp.runtime.space.BitSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The records of chains that share words, against those of the same chains with arrays of their own. */
class PackedRecorderTest {

    private static final int SITES = 1_500;
    private static final int CHAINS = 5;

    /** The lanes begin here, as in a part of a run. */
    private static final int FIRST_LANE = 61 - CHAINS;

    private static final SpinLine MODEL = SpinLine.of(SITES);

    /** A chain whose steps are given. */
    private static class Given extends ChainState<byte[]> {

        Given(BitStart start, int index) {
            super(MODEL, start, index, new ChainScale(new FixedScale(1.0), SITES));
        }

        void move(double newLogProb, int... sites) {
            System.arraycopy(sites, 0, flipped, 0, sites.length);
            change(sites.length);
            end(newLogProb, sites.length);
        }

        final void end(double newLogProb, int count) {
            logProb = newLogProb;
            finish(1, 1.0, true, count);
        }

        @Override
        protected void change(int n) {
            States.flip(state, flipped, n);
        }

        @Override
        protected void transcribeState(Transcript transcript) {
            transcript.of(state, state.length);
        }
    }

    /** Such a chain in a bit of words, whose arrays are wrong until somebody unpacks them. */
    private static final class Packed extends Given implements PackedBits {

        private final long[] words;
        private final int lane;
        private int[] last = {};

        Packed(BitStart start, int index, long[] words, int lane) {
            super(start, index);
            this.words = words;
            this.lane = lane;
            for (int i = 0; i < SITES; i++) {
                words[i] |= (long) state[i] << lane;
            }
        }

        @Override
        void move(double newLogProb, int... sites) {
            for (int site : sites) {
                words[site] ^= 1L << lane;
            }
            last = sites;
            Arrays.fill(state, (byte) 7);
            Arrays.fill(flipped, -1);
            end(newLogProb, sites.length);
        }

        @Override
        public void unpack() {
            for (int i = 0; i < SITES; i++) {
                state[i] = (byte) (words[i] >>> lane & 1L);
            }
            System.arraycopy(last, 0, flipped, 0, last.length);
        }

        @Override
        public long[] words() {
            return words;
        }

        @Override
        public int lane() {
            return lane;
        }
    }

    /** Random steps of the chains, with pauses at which batches grow. */
    private static List<ChainRecorder<byte[]>> record(boolean packed, int thin, boolean growing) {
        BitStart start = new BitStart(MODEL, CHAINS, 5L, null);
        long[] words = new long[SITES];
        List<Given> chains = new ArrayList<>();
        List<ChainRecorder<byte[]>> recorders = new ArrayList<>();
        RecorderFactory<byte[]> factory = RecorderFactory.ofBits(
                new BitSpace(SITES, 0), start, false, 0, () -> new GrowingBatches(SITES, growing ? 40 : 500, growing));
        for (int c = 0; c < CHAINS; c++) {
            chains.add(packed ? new Packed(start, c, words, FIRST_LANE + c) : new Given(start, c));
            recorders.add(new ChainRecorder<>(chains.get(c), thin, Map.of(), factory));
            recorders.get(c).makeRoom(500);
        }
        SplittableRandom random = new SplittableRandom(9);
        for (int step = 0; step < 20 + 500 * thin; step++) {
            for (Given chain : chains) {
                int[] sites = random.ints(0, SITES)
                        .distinct()
                        .limit(random.nextInt(60))
                        .toArray();
                chain.move(random.nextDouble() - 0.01 * Math.abs(step - 300), sites);
            }
            for (int c = 0; c < CHAINS; c++) {
                ChainRecorder<byte[]> recorder = recorders.get(c);
                if (step < 20) {
                    recorder.warmUp(chains.get(c));
                } else {
                    recorder.record(chains.get(c));
                }
                if (step == 10) {
                    recorder.refer(chains.get(c));
                }
                if (step == 19) {
                    recorder.beginDraws();
                }
            }
            int draws = recorders.get(0).draws();
            if (draws > 0 && draws % 40 == 0) {
                recorders.forEach(recorder -> recorder.growBatches(draws));
            }
        }
        chains.forEach(ChainState::unpack);
        return recorders;
    }

    @Test
    void records_ofPackedChains_areThoseOfPlainOnes() {
        for (int thin : new int[] {1, 2}) {
            for (boolean growing : new boolean[] {false, true}) {
                List<ChainRecorder<byte[]>> plain = record(false, thin, growing);
                List<ChainRecorder<byte[]>> packed = record(true, thin, growing);
                for (int c = 0; c < CHAINS; c++) {
                    assertThat(packed.get(c).traces())
                            .usingRecursiveComparison()
                            .isEqualTo(plain.get(c).traces());
                    assertThat(packed.get(c).best()).isEqualTo(plain.get(c).best());
                    assertThat(packed.get(c).state()).isEqualTo(plain.get(c).state());
                    assertThat(packed.get(c).jumpSum()).isEqualTo(plain.get(c).jumpSum());
                }
                PooledMarginals expected = PooledMarginals.of(plain, 1, new boolean[SITES]);
                PooledMarginals found = PooledMarginals.of(packed, 1, new boolean[SITES]);
                assertThat(found.marginals()).isEqualTo(expected.marginals());
                assertThat(found.errors()).isEqualTo(expected.errors());
                assertThat(found.agreement()).usingRecursiveComparison().isEqualTo(expected.agreement());
                assertThat(selfDistances(packed)).isDeepEqualTo(selfDistances(plain));
            }
        }
    }

    private static double[][] selfDistances(List<ChainRecorder<byte[]>> recorders) {
        List<SelfDistance<?>> selves = new ArrayList<>();
        recorders.forEach(recorder -> selves.add(recorder.self));
        return SelfDistance.standardised(selves, recorders.get(0).draws());
    }
}
