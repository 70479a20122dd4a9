package dev.lbp;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.proposal.ScaleController;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.RunException;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that cannot be bytes says which field is at fault. */
class UnserialisableRunTest {

    private static final String HERE = UnserialisableRunTest.class.getName();

    /** At fault. */
    private static final class Cache {

        double of(byte[] state) {
            return state[0];
        }
    }

    private record Couplings(Object cache) implements Serializable {}

    /** A model around anything. */
    private record Around(Object couplings) implements LocalEnergyModel {

        @Override
        public int dimension() {
            return 8;
        }

        @Override
        public Tracker newTracker() {
            return SpinLine.of(8).newTracker();
        }
    }

    private static SamplingRun on(LocalEnergyModel model) {
        return Samplers.lbp().build().sample(model);
    }

    private static void refused(String message, SamplingRun run) {
        assertThatThrownBy(run::toBytes)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be serialisable: " + message);
    }

    private static String kind(String name) {
        return " (" + HERE + "$" + name + ")";
    }

    private static void refusedIn(String path, Object content) {
        refused("model.couplings" + path + kind("Cache"), on(new Around(content)));
    }

    @Test
    void field_twoLevelsDeep_isNamed() {
        refusedIn(".cache", new Couplings(new Cache()));
    }

    @Test
    void elements_areNamed() {
        Cache cache = new Cache();
        refusedIn("[2]", new Object[] {"a", new int[3], cache});
        refusedIn("[1].cache", new ArrayList<>(List.of(new Couplings("a"), new Couplings(cache))));
        refusedIn("[1]", List.of("a", cache));
        refusedIn("[north]", new HashMap<>(Map.of("south", "a", "north", cache)));
        refusedIn("[7].cache", Map.of(7, new Couplings(cache)));
        refusedIn("[a value]", new HashMap<>(Map.of(List.of(1), cache)));
        refusedIn("[a key].cache", new HashMap<>(Map.of(new Couplings(cache), "a")));
        refusedIn("[an element]", new HashSet<>(Set.of(cache)));
    }

    /** An object that two paths lead to has the name of the shorter; objects may refer to each other in a circle. */
    @Test
    void shortestPath_isNamed_alsoInCircles() {
        List<Object> circle = new ArrayList<>();
        circle.add(circle);
        circle.add(new Couplings(new Couplings(new Cache())));
        circle.add(new Couplings(new Cache()));
        circle.add(new Couplings(new Couplings(new Cache())));
        refusedIn("[2].cache", circle);
    }

    /** What is neither written nor reached by the search is named by the part of the run and its class. */
    @Test
    void pathNotFound_namesThePart() {
        refused("something in model" + kind("Hidden"), on(new Around(new ByHand(new Hidden()))));
        refused("model.couplings (java.util.Optional)", on(new Around(Optional.of(1))));
    }

    private static final class Hidden {}

    /** Writes what no field is seen to hold. */
    private static final class ByHand implements Serializable {

        private static final long serialVersionUID = 1L;

        private final transient Hidden hidden;

        ByHand(Hidden hidden) {
            this.hidden = hidden;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(hidden);
        }
    }

    private static final class Failing implements Serializable {

        private static final long serialVersionUID = 1L;

        private void writeObject(ObjectOutputStream out) {
            throw new IllegalStateException("closed");
        }
    }

    @Test
    void failureOfTheUsersOwnCode_isTold() {
        refused(
                "something in track(\"energy\") (java.lang.IllegalStateException: closed)",
                on(SpinLine.of(8)).track("energy", statistic(new Failing())));
    }

    private static Statistic statistic(Object held) {
        return x -> held.hashCode();
    }

    @Test
    void transientFields_areNoFault() {
        assertThatCode(on(new Around(new Late(new Cache())))::toBytes).doesNotThrowAnyException();
    }

    private static final class Late implements Serializable {

        private static final long serialVersionUID = 1L;

        private final transient Cache cache;

        Late(Cache cache) {
            this.cache = cache;
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    @Test
    void replacedObjects_areSearched() {
        refusedIn(".cache", new Replaced(new Cache()));
    }

    private static final class Replaced implements Serializable {

        private static final long serialVersionUID = 1L;

        private final transient Cache hidden;

        Replaced(Cache hidden) {
            this.hidden = hidden;
        }

        private Object writeReplace() {
            return new Couplings(hidden);
        }
    }

    private static String captured(int argument) {
        return "[captured argument " + argument + " of the lambda in " + HERE + "]";
    }

    @Test
    void capturedArgumentOfALambda_isNamed() {
        double factor = 2.0;
        Cache cache = new Cache();
        refused(
                "model.factory[captured argument 0 of the lambda in dev.lbp.target.EnergyModels]" + captured(1)
                        + kind("Cache"),
                Samplers.lbp().build().sample(EnergyModels.of(8, x -> factor * cache.of(x))));
        Couplings couplings = new Couplings(cache);
        refused(
                "track(\"energy\")" + captured(0) + ".cache" + kind("Cache"),
                on(SpinLine.of(8)).track("size", x -> x[0]).track("energy", x -> couplings.hashCode()));
        refused(
                "track(\"energy\")" + captured(0) + kind("Cache"),
                on(SpinLine.of(8)).track("energy", cache::of));
    }

    private final double scale = Double.parseDouble("0.5");

    @Test
    void lambdaThatUsesAField_isToldWhatToDo() {
        refused(
                "track(\"energy\")" + captured(0) + " (" + HERE
                        + "); the lambda uses a field or method of its object: copy what it needs into a local variable",
                on(SpinLine.of(8)).track("energy", x -> scale * x[0]));
    }

    @Test
    void weightOfTheSampler_isNamed() {
        DoubleUnaryOperator plain = logT -> 0.5 * logT;
        refused(
                "sampler.move.weight.logWeight" + captured(0) + " (a lambda of " + HERE
                        + " whose interface does not extend Serializable)",
                Samplers.lbp()
                        .weight(WeightFunction.of("own", logT -> plain.applyAsDouble(logT)))
                        .build()
                        .sample(SpinLine.of(8)));
    }

    /** A field that is another kind of lambda. */
    @Test
    void plainLambda_isToldInWords() {
        Supplier<String> plain = () -> "a";
        refused(
                "model.couplings (a lambda of " + HERE + " whose interface does not extend Serializable)",
                on(new Around(plain)));
    }

    /** A model in a test or a driver: the anonymous class keeps the object that made it. */
    @Test
    void outerInstanceOfAnAnonymousClass_isToldWhatToDo() {
        LocalEnergyModel model = new LocalEnergyModel() {

            @Override
            public int dimension() {
                return (int) (16 * scale);
            }

            @Override
            public Tracker newTracker() {
                return SpinLine.of(8).newTracker();
            }
        };
        String type = model.getClass().getName();
        refused(
                "model.this$0 (" + HERE + "); " + type
                        + " is an inner class and so keeps its outer object: make it a static class or a record",
                on(model));
    }

    @Test
    void capturedVariableOfAnAnonymousClass_isTold() {
        Statistic statistic = anonymous(new Cache());
        refused(
                "track(\"energy\").val$cache" + kind("Cache") + "; a variable that "
                        + statistic.getClass().getName() + " uses from the method around it",
                on(SpinLine.of(8)).track("energy", statistic));
    }

    private static Statistic anonymous(Cache cache) {
        return new Statistic() {

            private static final long serialVersionUID = 1L;

            @Override
            public double of(byte[] state) {
                return cache.of(state);
            }
        };
    }

    private abstract static class Weighted {

        final double[] weights;

        Weighted(double... weights) {
            this.weights = weights;
        }

        Weighted() {
            this(1.0);
        }
    }

    private static final class OnWeighted extends Weighted implements Statistic {

        private static final long serialVersionUID = 1L;

        OnWeighted(double... weights) {
            super(weights);
        }

        @Override
        public double of(byte[] state) {
            return Arrays.stream(weights).sum();
        }
    }

    /** Java would write no weights, without a word, and other weights would be read. */
    @Test
    void superclassThatWouldLoseItsFields_isRefused() {
        refused(
                "track(\"sum\") (" + HERE + "$OnWeighted, whose superclass " + HERE
                        + "$Weighted has fields and is not Serializable)",
                on(SpinLine.of(8)).track("sum", new OnWeighted(2.0, 3.0)));
    }

    private record Link(Object next) implements Serializable {}

    @Test
    void longLineOfObjects_isTold() {
        Link line = new Link(null);
        for (int k = 0; k < 200_000; k++) {
            line = new Link(line);
        }
        refused("something in model (its objects refer to each other in too long a line)", on(new Around(line)));
    }

    @Test
    void serializableRun_namesTheFieldToo() {
        assertThatThrownBy(() -> Serialized.copy(on(new Around(new Couplings(new Cache())))))
                .hasMessage("must be serialisable: model.couplings.cache" + kind("Cache"));
    }

    /** A rule whose adaptation cannot be saved. */
    private record Unsaved() implements ScaleController {

        @Override
        public Adaptation begin(double start, double largest, int steps) {
            return new Cached(new Cache());
        }

        @Override
        public String describe() {
            return "unsaved";
        }
    }

    private record Cached(Object cache) implements ScaleController.Adaptation {

        @Override
        public double scale() {
            return 1.0;
        }

        @Override
        public void update(double acceptanceProbability, int flips) {
            // always 1
        }
    }

    @Test
    void adaptationInACheckpoint_isNamed(@TempDir Path directory) {
        SamplingRun run = Samplers.lbp()
                .scale(new Unsaved())
                .build()
                .sample(SpinLine.of(8))
                .warmup(100)
                .draws(10)
                .checkpoint(directory.resolve("run.checkpoint"), 10);
        assertThatThrownBy(run::run)
                .isInstanceOf(RunException.class)
                .hasMessageContaining("must be serialisable: adaptation.cache" + kind("Cache"));
    }
}
