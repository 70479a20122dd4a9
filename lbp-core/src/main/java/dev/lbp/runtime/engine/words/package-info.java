/**
 * Many chains in the bits of words: sweeps that decide a site of 64 chains at once, where few different changes of the
 * log-probability occur. Open {@link dev.lbp.runtime.engine.words.Word} first. Not API.
 */
package dev.lbp.runtime.engine.words;
