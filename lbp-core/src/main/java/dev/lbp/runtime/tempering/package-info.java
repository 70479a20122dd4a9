/** The numbers of parallel tempering: temperatures, sums over scans, log Z, round trips. Not API. */
package dev.lbp.runtime.tempering;
