/**
 * Readers of users' files: couplings, tables, links, sets and models. Messages have the file and the line. Open {@link
 * dev.lbp.cli.instance.InstanceReader} first. The package uses no other package of the command line. {@code PairForm}
 * lists the forms of pairs, with a reader each, such as {@code DimacsReader} and {@code QbsolvReader}; {@code SetFile},
 * {@code LinkList} and {@code WeightTable} are other files, {@code Decimal} a number.
 */
package dev.lbp.cli.instance;
