/**
 * Draws in files: one directory per run, with a {@code manifest.json} that says what was sampled, and NumPy {@code .npy} files.
 * Users read them back with {@link dev.lbp.io.Draws}; what writes them is called by runs and results.
 *
 * <p>Every variable ("states", "logProb", "hamming", and each trace of the run's own) is in one or more files of shape
 * [chain, draw, ...], to be joined along the first axis: {@code states.npy} of an export holds all chains, {@code
 * states.0.npy}, {@code states.1.npy}, ... of a streamed run one chain each. Numbers are little-endian, states are int8, all else
 * is float64. A run that ended early can leave chains of different lengths; readers take the draws that all of them have.
 *
 * <p>Beside these, {@link dev.lbp.io.NpzFile} holds a few named arrays, the parameters of a model.
 */
@NullMarked
package dev.lbp.io;

import org.jspecify.annotations.NullMarked;
