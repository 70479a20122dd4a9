/** State spaces: what a state is, how it is copied, checked, written and named. Not API. */
package dev.lbp.runtime.space;
