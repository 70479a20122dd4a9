package dev.lbp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.lbp.LyingLine.Lie;
import dev.lbp.result.RunException;
import dev.lbp.result.SampleResult;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A run on a model whose tracker lies fails by name, whatever the sampler and the lie that it meets. */
class LyingTrackersTest {

    private static final int N = 12;

    /** Lies about log-ratios. */
    private static final Set<Lie> OF_RATIOS = EnumSet.of(
            Lie.RESTORE_NO_RATIOS,
            Lie.FLIP_NO_NEIGHBOUR,
            Lie.TOUCHED_LATE,
            Lie.RATIOS_SIGN,
            Lie.RATIOS_STALE,
            Lie.ARRAYS_SAME);

    /** Lies about save and restore. */
    private static final Set<Lie> OF_SAVES = EnumSet.of(
            Lie.SAVE_NOTHING,
            Lie.SAVE_SHALLOW,
            Lie.SAVE_ONCE,
            Lie.SAVE_3000,
            Lie.RESTORE_NOTHING,
            Lie.RESTORE_ONCE,
            Lie.RESTORE_NO_LOG_PROB,
            Lie.RESTORE_NO_RATIOS);

    /** A sampler, and the lies that do not concern it. */
    private record Case(Function<LyingLine, SamplingRun> run, Set<Lie> unmet) {}

    private static Map<String, Case> cases() {
        Set<Lie> unmet = EnumSet.of(Lie.RESET_KEEPS, Lie.COLOURING);
        Set<Lie> noRatios = with(unmet, OF_RATIOS);
        Set<Lie> gibbs = with(with(EnumSet.of(Lie.RESET_KEEPS), OF_SAVES), EnumSet.of(Lie.TOUCHED_LATE));
        Map<String, Case> cases = new LinkedHashMap<>();
        cases.put("lbp", of(Samplers.lbp().build(), unmet));
        cases.put("lbp R=3", of(Samplers.lbp().scale(3).build(), unmet));
        cases.put("gwg", of(Samplers.gwg().build(), unmet));
        cases.put("rwm", of(Samplers.rwm().build(), noRatios));
        cases.put("swaps", of(Samplers.rwm().swaps(0.5).build(), with(unmet, EnumSet.of(Lie.TOUCHED_LATE))));
        cases.put("dlmc", of(Samplers.dlmc().build(), unmet));
        cases.put("pas", of(Samplers.pas().build(), unmet));
        cases.put("multiple-try", of(Samplers.multipleTry(3).build(), noRatios));
        cases.put("hamming ball", of(Samplers.hammingBall(2).build(), with(unmet, EnumSet.of(Lie.TOUCHED_LATE))));
        cases.put("gibbs", of(Samplers.gibbs().build(), without(gibbs, Lie.COLOURING)));
        cases.put("gibbs in order", of(Samplers.gibbs().inOrder().build(), with(gibbs, EnumSet.of(Lie.COLOURING))));
        cases.put("gibbs random", of(Samplers.gibbs().randomScan().build(), with(gibbs, EnumSet.of(Lie.COLOURING))));
        cases.put(
                "thinned",
                of(
                        Samplers.gibbs().inOrder().thinned(0.3).build(),
                        with(with(EnumSet.of(Lie.RESET_KEEPS), OF_SAVES), EnumSet.of(Lie.COLOURING))));
        cases.put(
                "jumps",
                of(Samplers.lbp().jumps(new FairBits(N), 0.3).build(), EnumSet.of(Lie.COLOURING, Lie.SAVE_3000)));
        cases.put(
                "independent",
                of(
                        Samplers.independent(new FairBits(N)),
                        with(
                                with(noRatios, OF_SAVES),
                                EnumSet.of(Lie.FLIP_NO_LOG_PROB, Lie.LOG_PROB_STALE, Lie.FLIP_NO_NEIGHBOUR))));
        cases.put("ones", new Case(line -> Samplers.lbp().build().sample(line).ones(N / 2), unmet));
        cases.put(
                "ones pas", new Case(line -> Samplers.pas().build().sample(line).ones(N / 2), unmet));
        cases.put(
                "ones rwm", new Case(line -> Samplers.rwm().build().sample(line).ones(N / 2), noRatios));
        cases.put(
                "tempering",
                new Case(
                        line -> Samplers.lbp().build().sample(line).tempering(Tempering.replicas(4)),
                        EnumSet.of(Lie.COLOURING)));
        return cases;
    }

    private static Case of(Sampler sampler, Set<Lie> unmet) {
        return new Case(sampler::sample, unmet);
    }

    private static Set<Lie> with(Set<Lie> some, Set<Lie> others) {
        Set<Lie> all = EnumSet.copyOf(some);
        all.addAll(others);
        return all;
    }

    private static Set<Lie> without(Set<Lie> some, Lie one) {
        Set<Lie> rest = EnumSet.copyOf(some);
        rest.remove(one);
        return rest;
    }

    static Stream<Arguments> lies() {
        List<Arguments> all = new ArrayList<>();
        cases().forEach((name, sampled) -> {
            for (Lie lie : Lie.values()) {
                if (lie != Lie.NONE && !sampled.unmet.contains(lie)) {
                    all.add(Arguments.of(name, lie));
                }
            }
        });
        return all.stream();
    }

    private static SamplingRun run(String name, Lie lie) {
        return cases().get(name)
                .run
                .apply(LyingLine.of(N, lie))
                .chains(2)
                .warmup(1000)
                .draws(4000)
                .seed(5);
    }

    @ParameterizedTest
    @MethodSource("lies")
    void lie_failsByName(String name, Lie lie) {
        SamplingRun run = run(name, lie);
        assertThat(catchThrowable(run::run))
                .as("%s, %s", name, lie)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("LyingLine")
                .hasMessageContaining("chain ")
                .hasMessageContaining("must ")
                .cause()
                .isInstanceOf(ModelException.class);
    }

    /** A tracker that drifts is asked only before it is refreshed. */
    @Test
    void trackerThatDrifts_failsAtARefresh() {
        DriftingSums sums = DriftingSums.of(N, true);
        LocalEnergyModel forgetful = new LocalEnergyModel() {
            @Override
            public int dimension() {
                return N;
            }

            @Override
            public Tracker newTracker() {
                return new WrappedTracker(sums.newTracker()) {
                    private boolean saved;

                    @Override
                    public boolean refresh() {
                        return sound.refresh();
                    }

                    @Override
                    public void save() {
                        if (!saved) {
                            super.save();
                        }
                        saved = true;
                    }
                };
            }
        };
        for (Sampler sampler :
                List.of(Samplers.lbp().scale(2).build(), Samplers.rwm().build())) {
            assertThat(catchThrowable(sampler.sample(forgetful).warmup(100).draws(100)::run))
                    .hasMessageContaining("restore(), save()")
                    .hasMessageContaining("logProb()");
        }
    }

    @Test
    void ownLoop_failsByName() {
        Chain chain = Samplers.rwm().build().start(LyingLine.of(N, Lie.SAVE_NOTHING), 1L);
        assertThat(catchThrowable(() -> {
                    for (int t = 0; t < 100; t++) {
                        chain.step();
                    }
                }))
                .isInstanceOf(ModelException.class)
                .hasMessageContaining("LyingLine failed in chain 0 at step ")
                .hasMessageContaining("must return to the state of the last save(), bit for bit: restore(), save()");
    }

    /** Two runs at once get the same tracker. */
    @Test
    void trackerOfAnotherRun_failsByName() {
        LyingLine model = LyingLine.of(N, Lie.TRACKER_SAME);
        Chain one = Samplers.lbp().build().start(model, 1L);
        assertThat(catchThrowable(() -> {
                    one.step();
                    Samplers.lbp().build().start(model, 2L).step();
                    one.step();
                }))
                .hasMessageContaining("must return a new tracker at each call: newTracker()");
    }

    /** Comparisons are few: their number grows as the logarithm of the steps. */
    @Test
    void newTrackers_areFew() {
        LyingLine model = LyingLine.of(N, Lie.NONE);
        Samplers.lbp()
                .build()
                .sample(model)
                .chains(1)
                .warmup(1000)
                .draws(63_000)
                .run();
        assertThat(model.trackers()).hasValueLessThan(30);
    }

    /** A comparison of classes costs about as much as a sweep, whatever their size. */
    @Test
    void comparisonsOfClasses_costFewSweeps() {
        int n = 1000;
        int sweeps = 100;
        LyingLine line = LyingLine.of(n, Lie.NONE);
        LongAdder asked = new LongAdder();
        LocalEnergyModel counting = coloured(line, line.colouring(), tracker -> new WrappedTracker(tracker) {
            @Override
            public void logRatios(int[] sites, int count, double[] out) {
                asked.add(count);
                super.logRatios(sites, count, out);
            }
        });
        Samplers.gibbs()
                .build()
                .sample(counting)
                .chains(1)
                .warmup(0)
                .draws(sweeps)
                .run();
        assertThat(asked.sum()).isBetween((long) sweeps * n, 2L * sweeps * n);
    }

    /** Sites 0 and 1, of one class, depend on each other if site 2 is 1, which is not so in the first sweep. */
    @Test
    void classesThatSeldomDepend_failByName() {
        LocalEnergyModel model = coloured(
                EnergyModels.of(3, x -> x[0] * x[1] * x[2] - 1.5 * x[2]),
                new int[][] {{0, 1}, {2}},
                WrappedTracker::new);
        SamplingRun run = Samplers.gibbs()
                .build()
                .sample(model)
                .chains(1)
                .initial(new byte[][] {{0, 0, 0}})
                .warmup(0)
                .draws(100_000)
                .seed(1);
        assertThat(catchThrowable(run::run))
                .hasMessageContaining("must have classes whose sites do not touch each other: colouring(), site");
    }

    private static LocalEnergyModel coloured(
            LocalEnergyModel model, int[][] classes, UnaryOperator<LocalEnergyModel.Tracker> wrap) {
        return new LocalEnergyModel() {
            @Override
            public int dimension() {
                return model.dimension();
            }

            @Override
            public int[][] colouring() {
                return classes;
            }

            @Override
            public Tracker newTracker() {
                return wrap.apply(model.newTracker());
            }
        };
    }

    /** Rounding errors grow with the flips. A step may have thousands. */
    @Test
    void sumsInSinglePrecision_run() {
        for (Sampler sampler :
                List.of(Samplers.gibbs().build(), Samplers.lbp().scale(4_000).build())) {
            SamplingRun run =
                    sampler.sample(new SingleSums(10_000)).chains(2).warmup(10).draws(100);
            assertThat(run.run()).as("%s", sampler).isInstanceOf(SampleResult.class);
        }
    }

    static Stream<String> samplers() {
        return cases().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("samplers")
    void honestTracker_runs(String name) {
        assertThat(run(name, Lie.NONE).run()).isInstanceOf(SampleResult.class);
    }
}
