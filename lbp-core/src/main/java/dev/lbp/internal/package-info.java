/**
 * Checks of arguments, memory, states and answers of models, which all modules share. Open
 * {@link dev.lbp.internal.Check} first. It knows no other package of lbp. It is not for users, and may change without
 * notice.
 */
package dev.lbp.internal;
