package dev.lbp.target;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.EngineCases;
import dev.lbp.Results;
import dev.lbp.Sampler;
import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.Workers;
import dev.lbp.check.ModelCheck;
import dev.lbp.result.RunException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;
import org.nd4j.linalg.factory.Nd4j;

class PlainModelTest {

    private static final SpinLine LINE = SpinLine.of(6);

    /** Counters and throwing functions: not for the wire. */
    private static EnergyModel perChain(AtomicInteger made, AtomicInteger scored) {
        return EnergyModels.perChain(6, () -> {
            made.incrementAndGet();
            return x -> {
                scored.incrementAndGet();
                return LINE.score(x);
            };
        });
    }

    @Test
    void gradient_ofDoubles_leavesTheStatesAsTheyAre() {
        INDArray states = Nd4j.createFromArray(new double[][] {{0, 1, 1, 0, 0, 1}});
        INDArray before = states.dup();
        LINE.gradient(states);
        assertThat(states).isEqualTo(before);
    }

    @Test
    void factory_ofARun_isCalledOncePerChain() {
        AtomicInteger made = new AtomicInteger();
        for (Sampler sampler : EngineCases.fixed()) {
            if (!sampler.toString().contains("max")) { // whose scale is above 6
                made.set(0);
                sampler.sample(perChain(made, new AtomicInteger()))
                        .chains(5)
                        .warmup(5)
                        .draws(5)
                        .run();
                assertThat(made).hasValue(5 + 1); // one that scores a state again at the end
            }
        }
    }

    @Test
    void scorings_perStep_areOneOfARandomWalkAndNOfAnInformedSampler() {
        BiFunction<Sampler, Integer, Integer> scorings = (sampler, steps) -> {
            AtomicInteger scored = new AtomicInteger();
            sampler.sample(perChain(new AtomicInteger(), scored))
                    .chains(1)
                    .warmup(0)
                    .draws(steps)
                    .run();
            return scored.get();
        };
        Sampler rwm = Samplers.rwm().scale(1).build();
        Sampler lbp = Samplers.lbp().scale(1).build();
        assertThat(scorings.apply(rwm, 100) - scorings.apply(rwm, 50)).isEqualTo(50 + 1); // one again after 64 steps
        assertThat(scorings.apply(lbp, 100) - scorings.apply(lbp, 50)).isEqualTo(50 * (1 + 6) + 1);
    }

    @Test
    void gradient_addsUpItsTerms_beginsAtZero() {
        double[] bias = {0.5, -1, 2, 0, 1, -0.5};
        EnergyModels.LogProb score = x -> {
            double sum = 0;
            for (int i = 0; i < x.length; i++) {
                sum += bias[i] * x[i];
            }
            return sum;
        };
        EnergyModel sets = EnergyModels.of(6, score, (x, gradient) -> System.arraycopy(bias, 0, gradient, 0, 6));
        EnergyModel adds = EnergyModels.of(6, score, (x, gradient) -> {
            for (int i = 0; i < 6; i++) {
                gradient[i] += bias[i];
            }
        });
        ModelCheck.of(adds).verify();
        Sampler lbp = Samplers.lbp().build();
        Results.assertSame(
                lbp.sample(sets).warmup(10).draws(50).run(),
                lbp.sample(adds).warmup(10).draws(50).run());
    }

    @Test
    void factory_givesNull_isNamed() {
        EnergyModel model = EnergyModels.perChain(3, () -> null);
        assertThatThrownBy(() -> Samplers.lbp().build().sample(model).run())
                .hasMessageContaining("must not be null: factory.create()");
    }

    /** Kotlin, Scala and a cast of generics throw checked exceptions from anywhere. */
    @Test
    void run_modelThrowsACheckedExceptionOrAnError_isNotLost() throws InterruptedException {
        Exception checked = new Exception("checked");
        AtomicInteger scored = new AtomicInteger();
        EnergyModel sneaky = EnergyModels.of(6, x -> {
            if (scored.incrementAndGet() > 500) {
                PlainModelTest.<RuntimeException>sneak(checked);
            }
            return LINE.score(x);
        });
        assertThatThrownBy(
                        () -> Samplers.lbp().build().sample(sneaky).threads(2).run())
                .isInstanceOf(RunException.class)
                .cause()
                .isInstanceOf(ModelException.class)
                .hasCause(checked);
        AssertionError error = new AssertionError("error");
        EnergyModel asserting = EnergyModels.of(6, x -> {
            if (scored.incrementAndGet() > 1_000) {
                throw error;
            }
            return LINE.score(x);
        });
        assertThatThrownBy(() ->
                        Samplers.lbp().build().sample(asserting).threads(2).run())
                .isInstanceOf(RunException.class)
                .cause()
                .isInstanceOf(ModelException.class)
                .hasCause(error);
        Workers.assertNoneLeft();
    }

    @Test
    void named_ofAFunction_tellsTheName() {
        assertThat(EnergyModels.of(6, LINE::score).name()).isEqualTo("plain Java target");
        EnergyModel party = EnergyModels.of(6, LINE::score).named("party");
        assertThat(Samplers.lbp().build().sample(party).draws(4).run().summary())
                .contains("party, N = 6;");
        assertThat(CategoricalModels.of(3, 2, x -> x[0]).named("seats").name()).isEqualTo("seats");
        assertThatThrownBy(() -> EnergyModels.of(6, LINE::score).named(" ")).hasMessage("must not be blank: name= ");
    }

    @SuppressWarnings("unchecked")
    private static <E extends Exception> void sneak(Exception e) throws E {
        throw (E) e;
    }
}
