/**
 * Checks of arguments, memory, states and answers of models, which all modules share. Open {@link
 * dev.lbp.internal.Check} first. It depends on no other package of lbp. {@code Failures} words failures for users,
 * {@code Jackknife} has standard errors. Not API.
 */
package dev.lbp.internal;
