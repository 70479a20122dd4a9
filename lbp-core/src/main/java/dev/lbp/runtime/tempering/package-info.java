/** The numbers of parallel tempering: temperatures, sums over scans, log Z, round trips. Not API. */
@NullMarked
package dev.lbp.runtime.tempering;

import org.jspecify.annotations.NullMarked;
