package dev.lbp.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FailuresTest {

    @Test
    void words_say_whatWentWrong() {
        assertThat(Failures.words(new IllegalStateException("enough"))).isEqualTo("enough");
        assertThat(Failures.words(new IllegalStateException())).isEqualTo("illegal state");
        assertThat(Failures.words(new IllegalStateException() {})).isEqualTo("illegal state");
        assertThat(Failures.words(new OutOfMemoryError("Java heap space"))).isEqualTo("out of memory: Java heap space");
        assertThat(Failures.words(new NoSuchFileException("x.csv"))).isEqualTo("no such file: x.csv");
        assertThat(Failures.words(new AccessDeniedException("x.csv"))).isEqualTo("access denied: x.csv");
        assertThat(Failures.words(new NoSuchFileException("x.csv", null, "lost")))
                .isEqualTo("x.csv: lost");
        assertThat(Failures.words(new UncheckedIOException(new IOException("disk full"))))
                .isEqualTo("disk full");
    }
}
