/** Data sets: images of files and their parts; generated sets and regressions. */
@NullMarked
package dev.lbp.cli.data;

import org.jspecify.annotations.NullMarked;
