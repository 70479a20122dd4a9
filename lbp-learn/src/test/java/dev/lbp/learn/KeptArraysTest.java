package dev.lbp.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lbp.proposal.StateDistribution;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KeptArraysTest {

    private static final long LYING_LENGTH = 0x7FFFFFF0L;

    static Stream<StateDistribution> proposals() {
        return Stream.of(AutoregressiveTest.random(6, 1.0, 1), BernoulliMixtureTest.random(3, 5, 1));
    }

    private static byte[] kept(Object q) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(q);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    @ParameterizedTest
    @MethodSource("proposals")
    void kept_isReadAsItWas(StateDistribution q) throws Exception {
        assertThat(read(kept(q))).isEqualTo(q).hasSameHashCodeAs(q);
        StateDistribution[] both = {q, q};
        assertThat(Arrays.asList((Object[]) read(kept(both)))).isEqualTo(List.of(q, q));
    }

    /** Reading gives the same proposal, or none: a byte of a class' name may make another object of it. */
    @ParameterizedTest
    @MethodSource("proposals")
    void everyByteChanged_isRefused(StateDistribution q) throws Exception {
        byte[] bytes = kept(q);
        UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(1L);
        for (int at = 0; at < bytes.length; at++) {
            for (int k = 0; k < 10; k++) {
                byte[] damaged = bytes.clone();
                damaged[at] ^= (byte) (k < 8 ? 1 << k : 1 + random.nextInt(255));
                assertRefused(q, damaged, "byte " + at + " ^ " + (damaged[at] ^ bytes[at]));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("proposals")
    void cutBytes_areRefused(StateDistribution q) throws Exception {
        byte[] bytes = kept(q);
        for (int length = 0; length < bytes.length - 1; length++) { // the last byte is an end that Java does not read
            assertRefused(q, Arrays.copyOf(bytes, length), "length " + length);
        }
    }

    private static void assertRefused(StateDistribution q, byte[] damaged, String damage) {
        Object read;
        try {
            read = read(damaged);
        } catch (IOException | ClassNotFoundException | RuntimeException e) {
            return;
        }
        if (read instanceof StateDistribution) {
            assertThat(read).as(damage).isEqualTo(q);
        }
    }

    /** The length of the second array, with 2^31 elements in nine bytes: more memory than there is. */
    @Test
    void lyingLength_endsAtTheEndOfTheBytes() throws Exception {
        Autoregressive q = AutoregressiveTest.random(6, 1.0, 1);
        byte[] bytes = kept(q);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int at = 0;
        while (buffer.getInt(at) != 6 || buffer.getDouble(at + 4) != q.bias()[0]) {
            at++;
        }
        buffer.putInt(at, (int) LYING_LENGTH);
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class);
    }

    /** Bytes with a right checksum and wrong values, as a program could write them. */
    @Test
    void wrongValues_areRefused() {
        assertThatThrownBy(() -> read(kept(new Autoregressive.Kept(new double[] {0.0, Double.NaN}, new double[1]))))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("must be finite: bias[1]=NaN");
        assertThatThrownBy(() -> read(kept(new Autoregressive.Kept(new double[2], new double[2]))))
                .hasMessage("must have length 1: weights.length=2");
        assertThatThrownBy(() -> read(kept(new Autoregressive.Kept(new double[0], new double[0]))))
                .hasMessage("must be in [1, 10000]: bias.length=0");
        assertThatThrownBy(() -> read(kept(new BernoulliMixture.Kept(new double[] {0.5, 0.6}, new double[4]))))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("must add up to 1: weights=1.1");
        assertThatThrownBy(() -> read(kept(new BernoulliMixture.Kept(new double[] {0.0, 1.0}, new double[4]))))
                .hasMessage("must be in (0, 1]: weights[0]=0.0");
        assertThatThrownBy(() -> read(kept(new BernoulliMixture.Kept(new double[] {0.5, 0.5}, new double[3]))))
                .hasMessage("must be a multiple of K: logits.length=3");
        assertThatThrownBy(() -> read(kept(new BernoulliMixture.Kept(new double[] {1.0}, new double[] {21.0}))))
                .hasMessage("must be in [-20, 20]: logits[0]=21.0");
        assertThatThrownBy(() -> read(kept(new BernoulliMixture.Kept(new double[0], new double[0]))))
                .hasMessage("must be >= 1: weights.length=0");
    }
}
