/** Data sets of images: their files and parts. */
@NullMarked
package dev.lbp.bench.data;

import org.jspecify.annotations.NullMarked;
