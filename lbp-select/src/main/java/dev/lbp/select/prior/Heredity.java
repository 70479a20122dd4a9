package dev.lbp.select.prior;

import java.util.Locale;

/**
 * Which models an interaction of a formula may be in. The margins of an interaction are the terms of the formula that
 * it contains and that no other of these terms contains: those of {@code a:b} are {@code a} and {@code b}, those of
 * {@code a:b:c} the interactions of two, as far as the formula has them. A margin that is always in counts as in.
 * Models that are not allowed have probability 0.
 */
public enum Heredity {

    /** Each term may be in or out, whichever other terms are in. */
    NONE,

    /** An interaction may be in only if at least one of its margins is in. */
    WEAK,

    /** An interaction may be in only if all of its margins are in, and so all terms of the formula within it. */
    STRONG;

    /** The name in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
