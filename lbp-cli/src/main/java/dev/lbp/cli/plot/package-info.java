/**
 * The pictures that the command line and the experiments write. Open {@link dev.lbp.cli.plot.CurvePlot} first. Only
 * this package uses the module {@code java.desktop}. It uses no other package of the command line.
 */
package dev.lbp.cli.plot;
