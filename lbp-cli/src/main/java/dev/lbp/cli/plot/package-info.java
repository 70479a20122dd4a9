/**
 * The pictures that the command line and the experiments write. Open {@link dev.lbp.cli.plot.CurvePlot} first. Only
 * this package uses the module {@code java.desktop}. It uses no other package of the command line.
 * {@code TracePlot}, {@code WarmUpPlot}, {@code HeatMap}, {@code SequenceLogo} and {@code ImageGrid} draw what their
 * names say; {@code Png} writes the file.
 */
package dev.lbp.cli.plot;
