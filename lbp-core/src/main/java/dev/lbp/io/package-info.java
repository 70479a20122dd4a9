/*
 * How the classes work together. `NpyHeader` is the header of a NumPy file, `NpyArray` its elements, `NpzFile` a zip of
 * such files. `ChainWriter` writes the draws of a chain, `Manifest` the JSON that describes the run.
 */
/**
 * Draws in files: one directory per run, with a {@code manifest.json} that describes the run, and NumPy {@code .npy}
 * files. Users read them with {@link dev.lbp.io.Draws}, the class to open first; runs and results call {@code
 * ChainWriter} and the other writers.
 *
 * <p>Every variable ("states", "logProb", "hamming", and each tracked statistic) is in one or more files of shape
 * [chain, draw, ...], to be joined along the first axis. {@code states.npy} of an export holds all chains;
 * {@code states.0.npy}, {@code states.1.npy}, ... of a streamed run hold one chain each. Numbers are little-endian,
 * states are int8, int16 or int32, or float64 for real coordinates; all others are float64. A run that ended early can
 * leave chains of different lengths; readers use the draws that all of them have.
 *
 * <p>{@link dev.lbp.io.NpzFile} holds a few named arrays, for example the parameters of a model.
 */
@NullMarked
package dev.lbp.io;

import org.jspecify.annotations.NullMarked;
