/**
 * Replicas of one chain at several temperatures, which exchange states. A
 * {@link dev.lbp.runtime.engine.tempered.TemperedEnsemble} is an ensemble of ladders, each a
 * {@link dev.lbp.runtime.engine.tempered.Ladder} of slots with chains of any method. Open these two first. Not API.
 */
package dev.lbp.runtime.engine.tempered;
