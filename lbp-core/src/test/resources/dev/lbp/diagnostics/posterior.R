# Writes posterior.csv: rhat, ess_bulk, ess_tail and mcse_mean of the traces in traces.csv by the R package posterior,
# called through its public functions. NA is written as NaN.
# To rerun, in this folder, with R and posterior installed: Rscript posterior.R

suppressPackageStartupMessages(library(posterior))

state <- 0
uniform <- function() {
  state <<- (16807 * state) %% 2147483647
  state / 2147483647
}
noise <- function() {
  sum <- uniform()
  for (i in 2:12) sum <- sum + uniform()
  sum - 6
}
trace <- function(case) {
  state <<- case$seed
  out <- matrix(0, case$draws, case$chains)
  for (j in seq_len(case$chains) - 1) {
    level <- case$offset + case$shift * j
    still <- case$form == "level" || (case$form == "first" && j == 0)
    x <- 0
    for (t in seq_len(case$draws)) {
      if (still) {
        value <- level
      } else {
        x <- case$phi * x + noise()
        value <- level + (1 + case$growth * j) * x
      }
      out[t, j + 1] <- switch(case$form, floor = floor(value), above = as.numeric(value > 0), value)
    }
  }
  out
}

cases <- read.csv("traces.csv", comment.char = "#", stringsAsFactors = FALSE)
number <- function(x) if (is.na(x)) "NaN" else if (is.infinite(x)) "Infinity" else sprintf("%.17g", x)
lines <- c(
  paste0("# Made by posterior.R with posterior ", packageVersion("posterior"), ", ", R.version$version.string, "."),
  "# Rerun in this folder: Rscript posterior.R. The traces are those of traces.csv; last is their last value.",
  "name,last,rhat,ess_bulk,ess_tail,mcse_mean"
)
for (i in seq_len(nrow(cases))) {
  x <- trace(cases[i, ])
  figures <- suppressWarnings(c(x[length(x)], rhat(x), ess_bulk(x), ess_tail(x), mcse_mean(x)))
  lines <- c(lines, paste(c(cases$name[i], vapply(figures, number, "")), collapse = ","))
}
writeLines(lines, "posterior.csv")
