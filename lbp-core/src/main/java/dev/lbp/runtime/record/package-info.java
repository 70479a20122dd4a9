/**
 * What is kept of the chains: traces, marginals, states of draws. Not API. Open {@code ChainRecorder} first: each chain
 * has one, made of {@code RecordPart}s.
 */
package dev.lbp.runtime.record;
