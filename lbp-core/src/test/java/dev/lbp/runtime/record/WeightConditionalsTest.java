package dev.lbp.runtime.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.lbp.Inside;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.WrappedTracker;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SampleResult;
import dev.lbp.runtime.engine.chain.ChainState;
import dev.lbp.runtime.engine.chain.Ensemble;
import dev.lbp.runtime.engine.start.BitStart;
import dev.lbp.runtime.engine.start.StopSignal;
import dev.lbp.runtime.engine.start.WorkerPool;
import dev.lbp.runtime.engine.step.ChangedSites;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Conditional probabilities from the weights of a chain, against those of a second tracker along the same steps. */
class WeightConditionalsTest {

    private static final int N = 24;

    /** A step accepts some moves and rejects others; DLMC may flip no site. */
    static Stream<Arguments> chains() {
        return Stream.of(
                        Samplers.lbp().scale(1).build(),
                        Samplers.lbp().scale(6).build(),
                        Samplers.lbp().adaptive(0.5).build(),
                        Samplers.lbp().scale(1).swaps(0.5).build(),
                        Samplers.gwg().scale(4).build(),
                        Samplers.dlmc().scale(0.3).build())
                .flatMap(sampler -> models().flatMap(model -> Stream.of(1, 5)
                        .flatMap(thin ->
                                Stream.of(false, true).map(frozen -> Arguments.of(sampler, model, thin, frozen)))));
    }

    /** Trackers that report few sites, always all, all after some flips; and impossible states. */
    private static Stream<LocalEnergyModel> models() {
        SpinLine line = SpinLine.of(N);
        LocalEnergyModel hardCore = EnergyModels.of(N, x -> {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += i > 0 && x[i] * x[i - 1] == 1 ? Double.NEGATIVE_INFINITY : 0.3 * x[i];
            }
            return sum;
        });
        return Stream.of(line, (LocalEnergyModel) line.plain(), new SometimesAll(line, 3), hardCore);
    }

    @ParameterizedTest
    @MethodSource("chains")
    void record_anyChain_equalsTheSecondTracker(Sampler sampler, LocalEnergyModel model, int thin, boolean frozen) {
        for (int draws : new int[] {1, 2, 150}) {
            byte[][] initial = new byte[1][N];
            initial[0][7] = 1;
            boolean[] mask = new boolean[N];
            mask[7] = frozen;
            mask[11] = frozen;
            BitStart start = new BitStart(N, 1, 5L + draws, initial, mask);
            Ensemble<byte[]> ensemble = Inside.method(sampler).ensemble(model, start, WorkerPool.inline());
            ensemble.run(13, chain -> {}, new StopSignal()); // some steps of warm-up, which are not recorded
            ChainState<byte[]> chain = ensemble.chains.get(0);
            ConditionalRecorder weights = ConditionalRecorder.of(chain, mask, new GrowingBatches(N, draws, true));
            assertThat(weights).isInstanceOf(WeightConditionals.class);
            ConditionalRecorder tracker = new TrackerConditionals(model, mask, new GrowingBatches(N, draws, true));
            ChangedSites changed = new ChangedSites(N);
            for (int draw = 0; draw < draws; draw++) {
                ensemble.run(
                        thin,
                        stepped -> {
                            changed.flipAll(stepped.flipped, stepped.flips);
                            weights.step();
                        },
                        new StopSignal());
                weights.draw(chain, changed.sites(), changed.count(), draw);
                tracker.draw(chain, changed.sites(), changed.count(), draw);
                changed.clear();
                if (draw == 100) {
                    weights.lengthenBatches(101);
                    tracker.lengthenBatches(101);
                }
            }
            SampleResult.Conditionals cheap = ConditionalRecorder.pooled(List.of(weights), new int[] {draws});
            SampleResult.Conditionals sound = ConditionalRecorder.pooled(List.of(tracker), new int[] {draws});
            assertThat(cheap.marginals()).containsExactly(sound.marginals(), within(1e-13));
            for (int i = 0; i < N; i++) {
                if (sound.errors()[i] > 1e-15) {
                    assertThat(cheap.errors()[i]).isCloseTo(sound.errors()[i], within(1e-13));
                }
            }
        }
    }

    /** Weights other than t/(t+1) are no probabilities, even those of a function of the same name. */
    @Test
    void of_otherWeights_takesASecondTracker() {
        List<Sampler> others = new ArrayList<>();
        Stream.of(WeightFunction.SQRT, WeightFunction.MIN, WeightFunction.MAX, WeightFunction.of("t/(t+1)", t -> t / 3))
                .forEach(weight -> others.add(Samplers.lbp().weight(weight).build()));
        others.add(Samplers.rwm().build());
        others.add(Samplers.gibbs().build());
        for (Sampler sampler : others) {
            BitStart start = new BitStart(N, 1, 5L, null, null);
            Ensemble<byte[]> ensemble = Inside.method(sampler).ensemble(SpinLine.of(N), start, WorkerPool.inline());
            assertThat(ConditionalRecorder.of(ensemble.chains.get(0), new boolean[N], new GrowingBatches(N, 10, false)))
                    .as("%s", sampler)
                    .isInstanceOf(TrackerConditionals.class);
        }
    }

    @Test
    void run_ownWeights_asksTheModelNothingMore() {
        AtomicInteger[] calls = new AtomicInteger[2];
        for (int k = 0; k < 2; k++) {
            AtomicInteger count = new AtomicInteger();
            SpinLine line = SpinLine.of(N);
            LocalEnergyModel model = EnergyModels.of(N, x -> {
                count.incrementAndGet();
                return line.score(x);
            });
            var run = Samplers.lbp()
                    .build()
                    .sample(model)
                    .chains(2)
                    .draws(200)
                    .thin(2)
                    .seed(3);
            (k == 0 ? run : run.conditionals()).run();
            calls[k] = count;
        }
        assertThat(calls[1].get()).isEqualTo(calls[0].get());
    }

    /** A line whose tracker reports all sites at flips of a part of them. */
    private record SometimesAll(SpinLine line, int part) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public Tracker newTracker() {
            return new WrappedTracker(line.newTracker()) {

                private static final long serialVersionUID = 1L;

                @Override
                public int flip(int site, int[] touched) {
                    int count = sound.flip(site, touched);
                    return site % part == 0 ? ALL_SITES : count;
                }
            };
        }

        @Override
        public String toString() {
            return "all at "
                    + IntStream.iterate(0, i -> i < line.dimension(), i -> i + part)
                            .boxed()
                            .toList();
        }
    }
}
