/**
 * Readers of what users write: files of couplings, tables, links and sets, and numbers. A message names file and line.
 * Open {@link dev.lbp.cli.instance.InstanceReader} first. It knows no other package of the command line.
 */
package dev.lbp.cli.instance;
