package dev.lbp.runtime.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.ContinuousRun;
import dev.lbp.Run;
import dev.lbp.Samplers;
import dev.lbp.SamplingRun;
import dev.lbp.SpinLine;
import dev.lbp.ValueRun;
import dev.lbp.target.Statistic;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Bytes that are not those of a run from here are refused, with the reason. */
class BadRunBytesTest {

    static final int HEAD = 16;

    /** A user's class. */
    public static final class First implements Statistic {

        private static final long serialVersionUID = 0x0102030405060708L;

        @Override
        public double of(byte[] state) {
            return state[0];
        }
    }

    static SamplingRun run() {
        return Samplers.lbp().build().sample(SpinLine.of(8)).track("first", new First());
    }

    static void refused(ThrowingCallable reading, String message) {
        assertThatThrownBy(reading).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith(message);
    }

    @Test
    void foreignBytes_areRefused() {
        refused(() -> Run.fromBytes(new byte[0]), "must be those of Run.toBytes(): bytes=0 bytes of another kind");
        refused(() -> Run.fromBytes(new byte[100]), "must be those of Run.toBytes(): bytes=100 bytes of another kind");
        assertThatThrownBy(() -> Run.fromBytes(null)).hasMessage("must not be null: bytes");
    }

    @Test
    void damagedBytes_areRefused_wherever() {
        byte[] bytes = run().toBytes();
        assertThatCode(() -> Run.fromBytes(bytes)).doesNotThrowAnyException();
        for (int k = 0; k < bytes.length; k++) {
            byte[] cut = Arrays.copyOf(bytes, k);
            refused(() -> Run.fromBytes(cut), "must be ");
            byte[] damaged = bytes.clone();
            damaged[k] ^= 4;
            refused(
                    () -> Run.fromBytes(damaged),
                    k < 8 ? "must be those of" : "must be whole, as Run.toBytes() made them");
        }
    }

    @Test
    void anotherVersion_isNamed() {
        byte[] bytes = RunBytes.of(RunBytes.read(run().toBytes(), RunBytes::usual), "0.1");
        refused(
                () -> Run.fromBytes(bytes),
                "must be of version " + RunSettings.version() + " of lbp, as here: bytes=of version 0.1");
    }

    @Test
    void anotherType_isNamed() {
        byte[] bytes = run().toBytes();
        refused(() -> ValueRun.fromBytes(bytes), "must be of a ValueRun: bytes=of a SamplingRun");
        refused(() -> ContinuousRun.fromBytes(bytes), "must be of a ContinuousRun: bytes=of a SamplingRun");
        assertThat(Run.fromBytes(bytes)).isInstanceOf(SamplingRun.class);
    }

    @Test
    void missingClass_isNamed() {
        String name = First.class.getName();
        byte[] bytes = replaced(run().toBytes(), ascii(name), ascii(name.replace("First", "Farst")));
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, the class " + name.replace("First", "Farst")
                        + " is not on the class path");
    }

    @Test
    void anotherBuildOfAClass_isNamed() {
        byte[] bytes =
                replaced(run().toBytes(), new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, new byte[] {1, 2, 3, 4, 5, 6, 7, 9});
        assertThatThrownBy(() -> Run.fromBytes(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("must be of the classes that are here: bytes, " + First.class.getName())
                .hasMessageContaining("serialVersionUID = 72623859790382857");
    }

    /** A class whose own code refuses what it reads. */
    private static final class Refusing implements Statistic {

        private static final long serialVersionUID = 1L;

        @Override
        public double of(byte[] state) {
            return state[0];
        }

        private Object readResolve() {
            throw new IllegalStateException("no licence here");
        }
    }

    /** A class whose superclass cannot be made: it has no constructor without arguments. */
    private abstract static class Unmakeable {

        Unmakeable(int argument) {
            assertThat(argument).isPositive();
        }
    }

    private static final class Made extends Unmakeable implements Statistic {

        private static final long serialVersionUID = 1L;

        Made() {
            super(1);
        }

        @Override
        public double of(byte[] state) {
            return state[0];
        }
    }

    @Test
    void classThatFails_isNamed() {
        String all = "must be of the classes that are here: bytes, ";
        byte[] refusing = run().track("second", new Refusing()).toBytes();
        refused(() -> Run.fromBytes(refusing), all + "java.lang.IllegalStateException: no licence here");
        byte[] made = run().track("second", new Made()).toBytes();
        refused(() -> Run.fromBytes(made), all + Made.class.getName() + "; no valid constructor");
    }

    /** A lambda of a class that is not here: Java itself says that a SerializedLambda cannot be cast. */
    @Test
    void missingClassOfALambda_isNamed() {
        String name = Lambdas.class.getName();
        byte[] bytes = replaced(
                Samplers.lbp()
                        .build()
                        .sample(SpinLine.of(8))
                        .track("ones", Lambdas.of())
                        .toBytes(),
                ascii(name),
                ascii(name.replace("Lambdas", "Lombdas")));
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, the class " + name.replace("Lambdas", "Lombdas")
                        + " is not on the class path");
    }

    /** The class of a user's lambda. */
    private static final class Lambdas {

        static Statistic of() {
            return (Statistic & Serializable) x -> x[0];
        }
    }

    @Test
    void classThatTheCallerRefuses_isNamed() {
        byte[] bytes = run().toBytes();
        String own = "dev.lbp.runtime.run.BadRunBytesTest$First";
        ObjectInputFilter without = ObjectInputFilter.Config.createFilter("!" + own);
        refused(
                () -> Run.fromBytes(bytes, without),
                "must be of the classes that are here: bytes, the class " + own + " is refused by the filter");
        refused(() -> SamplingRun.fromBytes(bytes, without), "must be of the classes that are here: ");
        ObjectInputFilter packages = ObjectInputFilter.Config.createFilter("dev.lbp.**;java.lang.*;java.util.*;!*");
        assertThat(SamplingRun.fromBytes(bytes, packages).toBytes()).isEqualTo(bytes);
    }

    /** A class of the JDK that no model needs. */
    private record Networked(InetAddress address) implements Statistic, Serializable {

        @Override
        public double of(byte[] state) {
            return state[0];
        }
    }

    @Test
    void classOfTheJdk_thatIsNoValue_isRefused_unlessTheCallerPermitsIt() {
        byte[] bytes = run().track("net", new Networked(InetAddress.getLoopbackAddress()))
                .toBytes();
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, the class java.net.InetAddress is refused by the filter");
        assertThat(Run.fromBytes(bytes, info -> ObjectInputFilter.Status.UNDECIDED))
                .isInstanceOf(SamplingRun.class);
    }

    /** An array that the bytes cannot hold. */
    @Test
    void lyingLength_isRefused() {
        byte[] bytes = replaced(
                run().track("weights", new Weights(new double[12_345])).toBytes(),
                ByteBuffer.allocate(4).putInt(12_345).array(),
                ByteBuffer.allocate(4).putInt(2_000_000_000).array());
        refused(
                () -> Run.fromBytes(bytes),
                "must be of the classes that are here: bytes, an array of length 2000000000 is refused by the filter");
    }

    private record Weights(double[] values) implements Statistic, Serializable {

        @Override
        public double of(byte[] state) {
            return values[0] * state[0];
        }
    }

    @Test
    void classOfTheContext_isPreferred() throws Exception {
        ClassLoader users = new UsersClasses();
        Object statistic =
                users.loadClass(First.class.getName()).getDeclaredConstructor().newInstance();
        assertThat(statistic.getClass()).isNotEqualTo(First.class);
        SamplingRun run = Samplers.lbp().build().sample(SpinLine.of(8)).track("first", (Statistic) statistic);
        byte[] bytes = run.toBytes();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try {
            thread.setContextClassLoader(users);
            assertThat(statistic(bytes)).isEqualTo(statistic.getClass());
            thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            assertThat(statistic(bytes)).as("lbp's own loader").isEqualTo(First.class);
            thread.setContextClassLoader(null);
            assertThat(statistic(bytes)).as("without a context").isEqualTo(First.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static Class<?> statistic(byte[] bytes) {
        return Objects.requireNonNull(
                        RunBytes.read(bytes, RunBytes::usual).tracked.get("first"))
                .statistic()
                .getClass();
    }

    /** A loader with a First of its own. */
    private static final class UsersClasses extends ClassLoader {

        UsersClasses() {
            super(BadRunBytesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(First.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try (InputStream in =
                    Objects.requireNonNull(BadRunBytesTest.class.getResourceAsStream("BadRunBytesTest$First.class"))) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** The bytes with another text of the same length, and the checksum of these. */
    private static byte[] replaced(byte[] bytes, byte[] from, byte[] to) {
        byte[] changed = bytes.clone();
        for (int k = HEAD; k + from.length <= bytes.length; k++) {
            if (Arrays.equals(bytes, k, k + from.length, from, 0, from.length)) {
                System.arraycopy(to, 0, changed, k, to.length);
            }
        }
        assertThat(changed).isNotEqualTo(bytes);
        seal(changed);
        return changed;
    }

    static void seal(byte[] changed) {
        CRC32C sum = new CRC32C();
        sum.update(changed, HEAD, changed.length - HEAD);
        ByteBuffer.wrap(changed).putLong(Long.BYTES, sum.getValue());
    }
}
