/**
 * What is kept of the chains: traces, marginals, states of draws. Not API. Open {@code ChainRecorder} first: each chain
 * has one, made of {@code RecordPart}s. {@code TracedStatistic} traces statistics, {@code ConditionalRecorder} averages
 * conditional probabilities, {@code BestStates} keeps the best draws. {@code SelfDistance} is the distance that the
 * verdict judges.
 */
package dev.lbp.runtime.record;
