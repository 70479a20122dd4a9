package dev.lbp.runtime.engine.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.SpinLine;
import dev.lbp.proposal.FixedScale;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.LocalEnergyModel;
import org.junit.jupiter.api.Test;

/** A method that the library does not have: a class of its own is all that a new one takes. */
class NewMethodTest {

    /** Metropolis with proposals of one uniform site. */
    private record OneSite() implements Method {

        @Override
        public Ensemble<byte[]> ensemble(EnergyModel model, BitStart start, WorkerPool pool) {
            return LocalEnsemble.of(
                    (LocalEnergyModel) model,
                    start.rowNames(),
                    (target, c) -> new OneSiteChain(target, start, c),
                    pool);
        }

        @Override
        public int bytesPerSite() {
            return 0;
        }

        @Override
        public String describe() {
            return "one site at a time";
        }

        @Override
        public boolean rejects() {
            return true;
        }
    }

    private static final class OneSiteChain extends LocalBitChain {

        OneSiteChain(LocalEnergyModel model, BitStart start, int index) {
            super(model, start, index, new FixedScale(1.0));
            begin();
        }

        @Override
        public void refresh() {
            // Nothing is kept beside the tracker.
        }

        @Override
        public void advance() {
            flipped[0] = rng.nextInt(state.length);
            tracker.save();
            tracker.flip(flipped[0], new int[state.length]);
            boolean accepted = acceptOrReject(tracker.logProb(), 1, 0.0, 0.0);
            if (!accepted) {
                tracker.restore();
            }
            finish(1, acceptanceProbability, accepted, 1);
        }
    }

    /**
     * With 4 chains of 20,000 draws each whose integrated correlation time is below 40 draws, the standard error of a
     * marginal is below 0.012; 6 of these are exceeded with a probability below 1e-8. A chain that accepts all is at
     * 0.5, 0.1 away and more.
     */
    @Test
    void sampler_ofANewMethod_runsAndSamplesTheTarget() {
        SpinLine line = SpinLine.of(4);
        double[] exact = new double[4];
        double total = 0.0;
        for (int x = 0; x < 16; x++) {
            byte[] state = {(byte) (x & 1), (byte) (x >> 1 & 1), (byte) (x >> 2 & 1), (byte) (x >> 3)};
            double p = Math.exp(line.score(state));
            total += p;
            for (int i = 0; i < 4; i++) {
                exact[i] += state[i] * p;
            }
        }
        Sampler sampler = Inside.sampler(new OneSite());
        SampleResult result =
                sampler.sample(line).chains(4).warmup(100).draws(20_000).seed(3).run();
        for (int i = 0; i < 4; i++) {
            assertThat(result.marginals()[i]).isCloseTo(exact[i] / total, within(0.072));
        }
        assertThat(result.summary()).startsWith("one site at a time\n").contains("verdict: mixed");
    }
}
