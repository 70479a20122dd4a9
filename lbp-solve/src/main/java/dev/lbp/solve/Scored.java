package dev.lbp.solve;

/**
 * A state that a {@link Solver} found.
 *
 * @param state N values
 * @param value its unnormalised log-probability, computed by the model
 * @param restart the restart that found it, from 0
 * @param <S> the array of a state: {@code byte[]} for bits, {@code int[]} for whole numbers
 */
public record Scored<S>(S state, double value, long restart) {}
