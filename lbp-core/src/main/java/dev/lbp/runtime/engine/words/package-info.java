/**
 * 64 chains in the bits of words: a sweep updates a site of all of them at once. For models whose flips change the
 * log-probability by few different amounts. Open {@link dev.lbp.runtime.engine.words.Word} first. Not API.
 */
package dev.lbp.runtime.engine.words;
