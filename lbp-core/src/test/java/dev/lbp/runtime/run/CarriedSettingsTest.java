package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.TableCategories;
import dev.lbp.Tempering;
import dev.lbp.continuous.DensityModels;
import dev.lbp.internal.bytes.ObjectBytes;
import dev.lbp.proposal.WeightFunction;
import dev.lbp.result.SamplingListener;
import dev.lbp.runtime.space.BitSpace;
import dev.lbp.runtime.space.RealSpace;
import dev.lbp.runtime.space.ValueSpace;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The bytes of a run carry every setting. A new setting must be set here to another value than its default. */
class CarriedSettingsTest {

    /** Settings that are the reader's own, as Run.toBytes() says. */
    private static final Set<String> LEFT_OUT = Set.of("threads", "listener", "checkpoints");

    /** Settings that Java's serialisation skips, and RunBytes carries by itself. */
    private static final Set<String> APART = Set.of("sink", "tracked");

    /** Settings that only one state space has, or one has not. */
    private static boolean has(RunSettings<?> settings, String name) {
        return switch (name) {
            case "bits" -> settings.space() instanceof BitSpace;
            case "marginals" -> settings.space() instanceof ValueSpace;
            case "frozen" -> !(settings.space() instanceof RealSpace);
            case "observed" -> settings.observed != null;
            case "initial" -> settings.observed == null;
            default -> true;
        };
    }

    private static <T extends Run<?, ?, T>> T changed(T run) {
        return run.chains(2)
                .chainsPerBatch(2)
                .warmup(300)
                .draws(70)
                .thin(3)
                .seed(9L)
                .threads(1_000)
                .keepDraws()
                .listener(new SamplingListener() {})
                .sink(Path.of("directory"))
                .untilEss(50.0, "logProb")
                .budget(Duration.ofHours(1))
                .checkpoint(Path.of("file"));
    }

    /** Runs with every setting, and runs of other models and samplers with the defaults. */
    static Stream<Arguments> runs() {
        SamplingRun bits = changed(Samplers.lbp()
                        .weight(WeightFunction.of("own", logT -> 0.4 * logT))
                        .build()
                        .sample(SpinLine.of(8)))
                .initial(new byte[2][8])
                .frozen(new boolean[] {true, false, false, false, false, false, false, false})
                .track("second", x -> x[1])
                .track("first", x -> x[0])
                .conditionals()
                .keepBest(5)
                .tempering(Tempering.replicas(3).every(2).reference(new double[8]));
        bits.ones(4);
        SamplingRun observed = changed(Samplers.lbp().scale(2).build().sample(SpinLine.of(8)))
                .observe(0, 1)
                .track("first", x -> x[0])
                .keepBest(5)
                .tempering(Tempering.replicas(3));
        return Stream.of(
                Arguments.of(bits, Samplers.rwm().build().sample(SpinLine.of(9))),
                Arguments.of(observed, Samplers.rwm().build().sample(SpinLine.of(9))),
                Arguments.of(
                        changed(Samplers.lbp().build().sample(TableCategories.random(3, 1.0, 1L, 3, 2)))
                                .initial(new int[2][2])
                                .frozen(new boolean[] {true, false})
                                .track("first", x -> x[0])
                                .tempering(Tempering.replicas(3).every(2))
                                .marginals(false),
                        Samplers.rwm().build().sample(TableCategories.random(4, 1.0, 2L, 4, 2, 3))),
                Arguments.of(
                        changed(Samplers.barker()
                                        .build()
                                        .sample(DensityModels.of(2, p -> -p[0] * p[0], (p, g) -> g[0] = -2 * p[0])))
                                .initial(new double[2][2])
                                .track("first", p -> p[0])
                                .tempering(Tempering.replicas(3).reference(new double[2], new double[] {1.0, 2.0})),
                        Samplers.mala()
                                .build()
                                .sample(DensityModels.of(1, p -> -p[0] * p[0], (p, g) -> g[0] = -2 * p[0]))));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void everySetting_isCarried_orListedAsLeftOut(Run<?, ?, ?> run, Run<?, ?, ?> defaults) throws Exception {
        RunSettings<?> full = settings(run);
        RunSettings<?> copy = RunBytes.read(run.toBytes(), RunBytes::usual);
        for (Field field : fields(RunSettings.class)) {
            field.setAccessible(true);
            String name = field.getName();
            if (name.equals("slice")) {
                continue; // a run is cut into slices where they are carried out
            }
            boolean leftOut = LEFT_OUT.contains(name);
            assertThat(Modifier.isTransient(field.getModifiers())).as(name).isEqualTo(leftOut || APART.contains(name));
            Object value = field.get(full);
            if (has(full, name)) {
                assertThat(Objects.deepEquals(value, field.get(settings(defaults))))
                        .as("%s is set to its default", name)
                        .isFalse();
            }
            if (!leftOut && !(value instanceof Path)) {
                assertThat(bytes(field.get(copy))).as(name).isEqualTo(bytes(value));
            }
        }
        assertThat(copy.sink).isEqualTo(full.sink).isNotNull();
    }

    /** Java's serialisation of two objects of equal content is equal. */
    private static byte[] bytes(Object value) throws Exception {
        return ObjectBytes.of("setting", List.of(List.of(value == null ? "null" : value)));
    }

    @ParameterizedTest
    @MethodSource("runs")
    void settingsLeftOut_areTheDefaults(Run<?, ?, ?> run, Run<?, ?, ?> defaults) {
        RunSettings<?> copy = RunBytes.read(run.toBytes(), RunBytes::usual);
        RunSettings<?> fresh = settings(defaults);
        assertThat(copy.threads).isEqualTo(fresh.threads).isNotEqualTo(settings(run).threads);
        assertThat(copy.listener).isSameAs(fresh.listener);
        assertThat(copy.checkpoints).isNull();
        assertThat(RunBytes.read(defaults.toBytes(), RunBytes::usual).sink).isNull();
    }

    @Test
    void method_isOneObject_asBefore() {
        RunSettings<?> copy = RunBytes.read(
                Samplers.mala()
                        .build()
                        .sample(DensityModels.of(1, p -> -p[0] * p[0], (p, g) -> g[0] = -2 * p[0]))
                        .toBytes(),
                RunBytes::usual);
        assertThat(((Density) copy.target()).method()).isSameAs(copy.method);
    }

    @Test
    void statistics_keepTheirOrder_andMoreMayFollow() {
        SamplingRun run = Samplers.lbp().build().sample(SpinLine.of(8));
        List<String> names = List.of("zeta", "alpha", "mid", "beta", "omega");
        names.forEach(name -> run.track(name, x -> x[0]));
        SamplingRun copy = SamplingRun.fromBytes(run.toBytes()).track("last", x -> x[1]);
        assertThat(settings(copy).tracked.keySet()).containsExactly("zeta", "alpha", "mid", "beta", "omega", "last");
    }

    private static List<Field> fields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> above = type; above != Object.class; above = above.getSuperclass()) {
            for (Field field : above.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
        return fields;
    }

    private static RunSettings<?> settings(Run<?, ?, ?> run) {
        try {
            Field field = Run.class.getSuperclass().getDeclaredField("settings");
            field.setAccessible(true);
            return (RunSettings<?>) field.get(run);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
