/**
 * State spaces: what a state is, how it is copied, checked, written and named. Open {@code Space} first; The
 * class {@code PackedStates} keeps draws in little memory. Not API.
 */
package dev.lbp.runtime.space;
