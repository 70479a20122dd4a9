# Reads selection.json of lbp select into R. Needs the package jsonlite.
#
#   source("read_lbp_select.R")
#   s <- read_lbp_select("houses/selection.json")
#   s$inclusion                 # data frames: inclusion, coefficients, models, sizes, pairs, sets, ...
#   probne0(s); coef(s); which_models(s)

read_lbp_select <- function(file) {
  s <- jsonlite::fromJSON(file)
  stopifnot(identical(s$format, "lbp-select 1"))
  for (name in c("inclusion", "coefficients", "models", "sizes", "pairs", "sets", "priors", "scores", "elpd")) {
    s[[name]] <- as.data.frame(s[[name]], stringsAsFactors = FALSE)
  }
  structure(s, class = "lbp_select")
}

# Inclusion probabilities by name, as BAS calls them.
probne0 <- function(s) setNames(s$inclusion$probability, s$inclusion$variable)

# The most probable models: a matrix of TRUE and FALSE with a row for each, named by its probability.
which_models <- function(s, top = 10) {
  names <- s$inclusion$variable
  rows <- head(s$models$variables, top)
  found <- do.call(rbind, lapply(rows, function(v) names %in% v))
  dimnames(found) <- list(signif(head(s$models$probability, top), 4), names)
  found
}

coef.lbp_select <- function(object, ...) with(object$coefficients, setNames(mean, column))

print.lbp_select <- function(x, ...) {
  cat(x$regression, " of ", x$response, ", n = ", x$observations, "; ", x$priors_named, "\n", sep = "")
  print(x$inclusion[order(-x$inclusion$probability), ], row.names = FALSE)
}
