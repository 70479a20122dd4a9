package dev.lbp.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.lbp.ContinuousRun;
import dev.lbp.Results;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.Tempering;
import dev.lbp.ValueRun;
import dev.lbp.continuous.DensityModels;
import dev.lbp.models.BernoulliRbm;
import dev.lbp.models.OrderingModel;
import dev.lbp.models.PottsModel;
import dev.lbp.result.RunException;
import dev.lbp.result.RunResult;
import dev.lbp.result.SampleResult;
import dev.lbp.result.SamplingListener;
import dev.lbp.result.TemperingResult;
import dev.lbp.result.ValueResult;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.ModelException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;

/** Runs on Spark in this JVM, on one core. */
class SparkSamplingTest {

    private final JavaSparkContext context = Cluster.here();

    private SampleResult onSpark(SamplingRun run, int parts) {
        return SparkSampling.of(run).parts(parts).run(context);
    }

    @Test
    void run_isTheRunOfThreads_bitForBit() {
        SamplingRun run = Runs.of(Runs.ising()).keepDraws().keepBest(3);
        SampleResult expected = run.run();
        for (int parts : new int[] {1, 2, 7}) {
            SampleResult actual = onSpark(run, parts);
            Results.assertSame(expected, actual);
            assertThat(actual.draw(4, 299)).isEqualTo(expected.draw(4, 299));
        }
        Results.assertSame(expected, SparkSampling.run(context, run));
    }

    /** Each of its rounds of warm-up ends at a barrier. */
    @Test
    void temperedRun_isTheRunOfThreads() {
        SamplingRun run = Runs.of(Runs.ising()).tempering(Tempering.replicas(4).every(2));
        List<String> jobs = Jobs.of(context, () -> Results.assertSame(run.run(), onSpark(run, 2)));
        assertThat(jobs).hasSizeGreaterThan(2);
        assertThat(jobs.get(0)).isEqualTo("lbp: warm-up of 5 chains");
        assertThat(jobs.get(1)).startsWith("lbp: warm-up, part 2 of ").endsWith(", of 5 chains");
        assertThat(jobs.get(jobs.size() - 1)).isEqualTo("lbp: draws of 5 chains");
    }

    @Test
    void fixedScale_needsOneJob() {
        SamplingRun run = Runs.of(Samplers.lbp().scale(3).build(), Runs.ising());
        List<String> jobs = Jobs.of(context, () -> Results.assertSame(run.run(), onSpark(run, 2)));
        assertThat(jobs).containsExactly("lbp: draws of 5 chains");
    }

    @Test
    void otherStates_areThoseOfThreads() {
        ValueRun values = Samplers.pas()
                .build()
                .sample(OrderingModel.of(new double[][] {{0, 1, 2}, {-1, 0, 1}, {3, 1, 0}}))
                .chains(3)
                .warmup(50)
                .draws(60);
        Results.assertSame(values.run(), SparkSampling.of(values).parts(3).run(context));
        ContinuousRun reals = Samplers.mala()
                .build()
                .sample(DensityModels.of(2, x -> -0.5 * (x[0] * x[0] + x[1] * x[1]), (x, gradient) -> {
                    gradient[0] = -x[0];
                    gradient[1] = -x[1];
                }))
                .chains(3)
                .chainsPerBatch(1)
                .warmup(50)
                .draws(60);
        Results.assertSame(reals.run(), SparkSampling.of(reals).parts(2).run(context));
    }

    /** Permutations and categories with replicas: also log Z, and averages between the slots with their errors. */
    @Test
    void temperedValues_areThoseOfThreads() {
        ValueRun permutations =
                Samplers.pas().build().sample(OrderingModel.of(new double[][] {{0, 1, 2}, {-1, 0, 1}, {3, 1, 0}}));
        ValueRun categories = Samplers.gibbs()
                .build()
                .sample(PottsModel.lattice(3, 3, 4).coupling(0.7).build());
        for (ValueRun states : List.of(permutations, categories)) {
            ValueRun run = states.tempering(Tempering.replicas(3).every(2))
                    .track("first", x -> x[0])
                    .chains(3)
                    .warmup(60)
                    .draws(80);
            ValueResult expected = run.run();
            ValueResult actual = SparkSampling.of(run).parts(2).run(context);
            Results.assertSame(expected, actual);
            TemperingResult ladder = expected.tempering().orElseThrow();
            TemperingResult onSpark = actual.tempering().orElseThrow();
            assertThat(onSpark.logZ()).isEqualTo(ladder.logZ());
            assertThat(onSpark.logZError()).isEqualTo(ladder.logZError()).isPositive();
            assertThat(onSpark.at(0.4).mean("first")).isEqualTo(ladder.at(0.4).mean("first"));
        }
    }

    /** Batches of two chains, the last of one; the model keeps a workspace that tasks must not share. */
    @Test
    void batchedModel_isThatOfThreads() {
        SamplingRun run = Runs.of(BernoulliRbm.random(12, 4, 0.3, 7)).chainsPerBatch(2);
        Results.assertSame(run.run(), onSpark(run, 3));
    }

    @Test
    void batchedModelWithoutBatches_isRefused() {
        SamplingRun run = Runs.of(BernoulliRbm.random(12, 4, 0.3, 7));
        assertThatThrownBy(() -> onSpark(run, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chainsPerBatch");
        Results.assertSame(run.run(), onSpark(run, 1));
    }

    @Test
    void runThatNeedsAllChains_isRefused() {
        SamplingRun run = Runs.of(Runs.ising()).untilEss(100);
        assertThatThrownBy(() -> onSpark(run, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the stopping rule");
    }

    @Test
    void modelThatCannotBeSent_isRefusedWithItsField() {
        Object lock = new Object();
        EnergyModel model = EnergyModels.of(4, (byte[] x) -> lock.hashCode() == 0 ? 0.0 : x[0]);
        assertThatThrownBy(() -> onSpark(Runs.of(model), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be serialisable: model");
    }

    @Test
    void failureOfTheModel_namesChainsAndHasItsCause() {
        EnergyModel model = EnergyModels.of(4, (byte[] x) -> {
            if (x[0] + x[1] + x[2] + x[3] == 4) {
                throw new IllegalStateException("four ones");
            }
            return 3.0 * (x[0] + x[1] + x[2] + x[3]);
        });
        SamplingRun run = Runs.of(model).initial(new byte[5][4]);
        Recorded events = new Recorded();
        RunException failure = catchThrowableOfType(
                RunException.class,
                () -> SparkSampling.of(run).parts(2).listener(events).run(context));
        assertThat(failure).hasMessageStartingWith("chains 0 to 1: ").hasCauseInstanceOf(ModelException.class);
        assertThat(failure.getCause()).hasMessageContaining("four ones");
        assertThat(events.texts).last().asString().startsWith("failed: chains 0 to 1: ");
    }

    @Test
    void listener_hasTheProgressOfAllChains() {
        Recorded events = new Recorded();
        SamplingRun run = Runs.of(Runs.ising());
        SparkSampling.of(run).parts(2).listener(events).run(context);
        assertThat(events.texts).first().isEqualTo("started: " + run + ", 1000, 1500");
        assertThat(events.texts).contains("warm-up 1000 of 1000", "draws 1500 of 1500");
        assertThat(events.texts).last().isEqualTo("finished: 300");
        assertThat(events.scale).isGreaterThan(1.0);
        assertThat(events.acceptance).isBetween(0.2, 0.9);
    }

    @Test
    void failureOfTheListener_endsTheRun() {
        SamplingListener broken = new SamplingListener() {
            @Override
            public void drawsProgress(long steps, long total) {
                throw new IllegalStateException("broken");
            }
        };
        assertThatThrownBy(() ->
                        SparkSampling.of(Runs.of(Runs.ising())).listener(broken).run(context))
                .isInstanceOf(RunException.class)
                .hasMessageContaining("failed in drawsProgress")
                .hasMessageContaining("broken");
    }

    /** The events of a run as texts. */
    private static final class Recorded implements SamplingListener {

        private final List<String> texts = new ArrayList<>();
        private double scale;
        private double acceptance;

        @Override
        public void started(String run, long warmUpSteps, long drawSteps) {
            texts.add("started: " + run + ", " + warmUpSteps + ", " + drawSteps);
        }

        @Override
        public void warmUpProgress(long steps, long total, double presentScale, double presentAcceptance) {
            texts.add("warm-up " + steps + " of " + total);
            scale = presentScale;
            acceptance = presentAcceptance;
        }

        @Override
        public void drawsProgress(long steps, long total) {
            texts.add("draws " + steps + " of " + total);
        }

        @Override
        public void finished(RunResult result) {
            texts.add("finished: " + result.draws());
        }

        @Override
        public void failed(Throwable failure) {
            texts.add("failed: " + failure.getMessage());
        }
    }
}
