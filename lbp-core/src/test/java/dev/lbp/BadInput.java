package dev.lbp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** A row of a table of bad inputs: a call, what it throws, and the words of its message. */
record BadInput(Class<?> type, String words, ThrowingCallable call) {

    static BadInput row(Class<?> type, String words, ThrowingCallable call) {
        return new BadInput(type, words, call);
    }

    void verify() {
        assertThatThrownBy(call).isExactlyInstanceOf(type).hasMessageContaining(words);
    }

    @Override
    public String toString() {
        return words;
    }
}
