/** State spaces: what a state is, how it is copied, checked, written and named. Not API. */
@NullMarked
package dev.lbp.runtime.space;

import org.jspecify.annotations.NullMarked;
