package dev.lbp.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.lbp.Samplers;
import dev.lbp.SpinLine;
import dev.lbp.target.EnergyModel;
import dev.lbp.target.EnergyModels;
import dev.lbp.target.LocalEnergyModel;
import dev.lbp.target.ModelException;
import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.nd4j.linalg.api.ndarray.INDArray;

/**
 * Plain Java and local models are sampled and checked without ND4J. Here a class loader lacks it; the user's project
 * lbp-models/src/it/users/plain has none on its class path.
 */
class LocalCheckTest {

    /** Loads all classes again, so that it sees which are used. */
    private static final class Loader extends URLClassLoader {

        private final boolean nd4j;
        private final List<String> arrays = new ArrayList<>();

        Loader(boolean nd4j) {
            super(classPath(), ClassLoader.getPlatformClassLoader());
            this.nd4j = nd4j;
        }

        private static URL[] classPath() {
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(entry -> url(Path.of(entry)))
                    .toArray(URL[]::new);
        }

        private static URL url(Path entry) {
            try {
                return entry.toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("org.nd4j.")) {
                if (!nd4j) {
                    throw new ClassNotFoundException(name);
                }
                arrays.add(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    /** What the class loaders run. */
    public static final class Program implements Runnable {

        @Override
        public void run() {
            EnergyModel plain = EnergyModels.of(12, x -> 0.3 * (x[0] + x[1] * x[2]));
            EnergyModel sloped = EnergyModels.of(12, x -> 0.3 * x[0], (x, gradient) -> gradient[0] = 0.3);
            for (EnergyModel model : List.of(plain, sloped, SpinLine.of(40))) {
                Samplers.lbp().adaptive(0.574).build().sample(model).draws(50).run();
                assertThat(ModelCheck.of(model).verify().flipCorrelation()).isEqualTo(1.0);
            }
        }
    }

    /** The methods of a model on arrays may come from an interface of the user's own. */
    interface Doubled extends LocalEnergyModel {

        @Override
        default INDArray logProb(INDArray states) {
            return LocalEnergyModel.super.logProb(states).mul(2.0);
        }
    }

    record DoubledLine(LocalEnergyModel line) implements Doubled {

        @Override
        public int dimension() {
            return line.dimension();
        }

        @Override
        public Tracker newTracker() {
            return line.newTracker();
        }
    }

    @Test
    void methodsOnArrays_ofAnInterface_areChecked() {
        assertThatExceptionOfType(ModelException.class)
                .isThrownBy(ModelCheck.of(new DoubledLine(SpinLine.of(10)))::verify);
    }

    private static void run(Loader loader) throws ReflectiveOperationException {
        Class<?> program = loader.loadClass(Program.class.getName());
        ((Runnable) program.getConstructor().newInstance()).run();
    }

    @Test
    void localModels_noNd4j_areSampledAndChecked() throws Exception {
        try (Loader loader = new Loader(false)) {
            run(loader);
        }
    }

    /** Only the names of classes are looked at, to see whether a model overrides methods with them. */
    @Test
    void localModels_nd4jOnTheClassPath_doNotStartIt() throws Exception {
        try (Loader loader = new Loader(true)) {
            run(loader);
            assertThat(loader.arrays)
                    .contains("org.nd4j.linalg.api.ndarray.INDArray")
                    .doesNotContain("org.nd4j.linalg.factory.Nd4j");
        }
    }
}
