/**
 * Readers of users' files: couplings, tables, links, sets and models. Messages have the file and the line. Open {@link
 * dev.lbp.cli.instance.InstanceReader} first. The package uses no other package of the command line.
 */
package dev.lbp.cli.instance;
