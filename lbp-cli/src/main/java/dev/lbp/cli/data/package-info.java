/**
 * Data sets: images that training reads, and synthetic regressions and sets for experiments. Open {@link
 * dev.lbp.cli.data.ImageSet} first. It knows no other package of the command line.
 */
package dev.lbp.cli.data;
