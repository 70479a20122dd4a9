/**
 * The numbers of parallel tempering. {@code TemperatureSchedule} has the temperatures, {@code LadderSums} sums over
 * scans, {@code LadderEstimate} estimates log Z and its error, {@code RoundTrips} counts the travels of replicas. Not
 * API.
 */
package dev.lbp.runtime.tempering;
