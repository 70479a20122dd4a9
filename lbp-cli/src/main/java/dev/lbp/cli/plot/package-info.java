/**
 * The pictures that the command line and the experiments write. Open {@link dev.lbp.cli.plot.CurvePlot} first. It
 * alone uses the JDK's desktop, and knows no other package of the command line.
 */
package dev.lbp.cli.plot;
